import { test as base, expect, type Page } from '@playwright/test'
import { en } from '#client/lib/text/en/index.ts'
import { vi, type Text } from '#client/lib/text/vi/index.ts'
import { settled, startPlant, type Plant } from './plant.ts'
import { sessionsAt, signIn } from './pages.ts'
import { Watch } from './watch.ts'

export { en, expect, settled, signIn, vi }
export type { Page, Plant, Text }

interface Each {
  /** Problems in the browser that the test did not check: they fail it at its end. */
  watch: Watch
  /** A page, with or without an account signed in: the operator, unless another is named. */
  openPage(signedIn: boolean, username?: string): Promise<Page>
  /** A page at which the operator has signed in. */
  operatorPage: Page
  /** A page at which the administrator has signed in. */
  adminPage: Page
}

interface Shared {
  plant: Plant
  /** State of a browser after signing in. */
  session: (username: string) => ReturnType<ReturnType<typeof sessionsAt>>
}

export const test = base.extend<Each, Shared>({
  plant: [
    // Playwright reads the pattern of the first argument: an empty one requests no fixtures.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const plant = await startPlant()
      try {
        await settled(plant)
        await use(plant)
      } finally {
        await plant.close()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  session: [
    async ({ plant, browser }, use) => {
      const sessionOf = sessionsAt(() => plant)
      await use((username) => sessionOf(browser, username))
    },
    { scope: 'worker' },
  ],

  baseURL: ({ plant }, use) => use(plant.url),

  watch: [
    async ({ context, plant }, use) => {
      const watch = new Watch(context, plant.url)
      await use(watch)
      expect(watch.seen(), 'the browser complained').toEqual([])
    },
    { auto: true },
  ],

  openPage: ({ context, session, plant }, use) =>
    use(async (signedIn, username = plant.username) => {
      if (signedIn) await context.setStorageState(await session(username))
      return context.newPage()
    }),

  operatorPage: async ({ openPage }, use) => use(await openPage(true)),
  adminPage: async ({ openPage }, use) => use(await openPage(true, 'admin')),
})

/** The operating chart, once it has been drawn. */
export async function drawn(page: Page, text: Text = vi) {
  const chart = page.getByRole('figure', { name: text.dashboard.chart })
  await expect(chart).toHaveAttribute('data-ready', 'true')
  await expect(chart).not.toHaveAttribute('aria-busy', 'true')
  return chart
}

/** A key figure by name. */
export function figure(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true })
}

/** The displayed level, m. */
export async function levelOn(page: Page): Promise<number> {
  const region = figure(page, vi.figure.level)
  await expect(region).toContainText(/\d{3}\.\d{2}/)
  return Number(/\d{3}\.\d{2}/.exec(await region.innerText())![0])
}

/** A level as displayed. */
export const meters = (z: number) => z.toFixed(2)

/** Sets language and theme as if chosen before; a choice made in a session does not outlive it. */
export async function choose(
  page: Page,
  choices: { language?: 'vi' | 'en'; theme?: 'light' | 'dark' },
  inSession: boolean,
): Promise<void> {
  for (const [name, value] of Object.entries(choices))
    await page.addInitScript(([key, text]) => localStorage.setItem(key, text), [
      `forebay.${name}`,
      JSON.stringify({ value, keep: !inSession }),
    ] as const)
}
