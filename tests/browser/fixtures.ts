import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { en } from '#client/lib/text/en/index.ts'
import { vi, type Text } from '#client/lib/text/vi/index.ts'
import { settled, startPlant, type Plant } from './plant.ts'
import { Watch } from './watch.ts'

export { en, expect, settled, vi }
export type { Page, Plant, Text }

type State = Awaited<ReturnType<BrowserContext['storageState']>>

interface Each {
  /** What went wrong in the browser although nobody looked: fails the test at its end. */
  watch: Watch
  /** A page, with or without an account signed in. */
  seat(signedIn: boolean): Promise<Page>
  /** A page whose account is signed in. */
  desk: Page
}

interface Shared {
  plant: Plant
  /** What a browser holds after signing in. */
  session: () => Promise<State>
}

/** Tokens are renewed from ten minutes on, and a renewed one used by two browsers is taken for a stolen one. */
const STALE = 5 * 60_000

export const test = base.extend<Each, Shared>({
  plant: [
    // Playwright reads the first argument's pattern: an empty one asks for nothing.
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
      let made: { state: State; at: number } | null = null
      await use(async () => {
        if (made && Date.now() - made.at < STALE) return made.state
        const context = await browser.newContext({ baseURL: plant.url })
        const page = await context.newPage()
        await page.goto('/account/login')
        await signIn(page, plant)
        await expect(page).toHaveURL(/\/dashboard/)
        made = { state: await context.storageState(), at: Date.now() }
        await context.close()
        return made.state
      })
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

  seat: ({ context, session }, use) =>
    use(async (signedIn) => {
      if (signedIn) await context.setStorageState(await session())
      return context.newPage()
    }),

  desk: async ({ seat }, use) => use(await seat(true)),
})

/** Types what a person types. */
export async function signIn(page: Page, plant: Plant, text: Text = vi): Promise<void> {
  await page.getByLabel(text.login.username).fill(plant.username)
  await page.getByLabel(text.login.password, { exact: true }).fill(plant.password)
  await page.getByRole('button', { name: text.login.submit, exact: true }).click()
}

/** The operating chart, once it has drawn what it was asked for. */
export async function drawn(page: Page, text: Text = vi) {
  const chart = page.getByRole('figure', { name: text.dashboard.chart })
  await expect(chart).toHaveAttribute('data-ready', 'true')
  await expect(chart).not.toHaveAttribute('aria-busy', 'true')
  return chart
}

/** One of the key figures, by its name. */
export function figure(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true })
}

/** The level that the page shows, m. */
export async function levelOn(page: Page): Promise<number> {
  const region = figure(page, vi.figure.level)
  await expect(region).toContainText(/\d{3}\.\d{2}/)
  return Number(/\d{3}\.\d{2}/.exec(await region.innerText())![0])
}

/** A level as the figures write it. */
export const meters = (z: number) => z.toFixed(2)

/** Language and theme as if they had been chosen before; what is chosen in a session does not outlive it. */
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
