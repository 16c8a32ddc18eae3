import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { vi } from '#client/lib/text/vi/index.ts'
import type { Plant } from './plant.ts'
import { Watch } from './watch.ts'

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** Tokens are renewed from ten minutes on, and a renewed one used by two browsers is taken for a stolen one. */
const STALE = 5 * 60_000

/**
 * Seats at a file's own plant: browsers apart from each other, in each of which somebody has signed in. An account
 * signs in once for all of its seats. After each test they are closed, and what a browser complained of is told.
 */
export function seatsAt(plant: () => Plant) {
  const states = new Map<string, { state: State; at: number }>()
  const open: { context: BrowserContext; watch: Watch }[] = []

  async function stateOf(browser: Browser, username: string): Promise<State> {
    const had = states.get(username)
    if (had && Date.now() - had.at < STALE) return had.state
    const context = await browser.newContext({ baseURL: plant().url })
    const page = await context.newPage()
    await page.goto('/account/login')
    await page.getByLabel(vi.login.username).fill(username)
    await page.getByLabel(vi.login.password, { exact: true }).fill(plant().password)
    await page.getByRole('button', { name: vi.login.submit, exact: true }).click()
    await expect(page).not.toHaveURL(/\/account\/login/)
    const state = await context.storageState()
    await context.close()
    states.set(username, { state, at: Date.now() })
    return state
  }

  test.afterEach(async () => {
    const seen = open.flatMap(({ watch }) => watch.seen())
    await Promise.all(open.splice(0).map(({ context }) => context.close()))
    expect(seen, 'the browser complained').toEqual([])
  })

  return async (browser: Browser, username = 'admin'): Promise<{ page: Page; watch: Watch }> => {
    const storageState = await stateOf(browser, username)
    const context = await browser.newContext({ baseURL: plant().url, storageState })
    const watch = new Watch(context, plant().url)
    open.push({ context, watch })
    return { page: await context.newPage(), watch }
  }
}

/** A text with its blanks filled in. */
export const fill = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** What a notice says, good or bad. */
export const told = (page: Page, text: string) =>
  expect(page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text }).first()).toBeVisible({
    timeout: 30_000,
  })
