import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { vi, type Text } from '#client/lib/text/vi/index.ts'
import type { Plant } from './plant.ts'
import { Watch } from './watch.ts'

type State = Awaited<ReturnType<BrowserContext['storageState']>>

type Site = Pick<Plant, 'url' | 'password'>

/** Tokens are refreshed after ten minutes, and a refresh token used by two browsers counts as stolen. */
const STALE = 5 * 60_000

/** Fills in and sends the form of signing in. */
export async function signIn(
  page: Page,
  account: { username: string; password: string },
  text: Text = vi,
): Promise<void> {
  await page.getByLabel(text.login.username).fill(account.username)
  await page.getByLabel(text.login.password, { exact: true }).fill(account.password)
  await page.getByRole('button', { name: text.login.submit, exact: true }).click()
}

/** Browser state of signed-in accounts; each account signs in once for all that request it in the next minutes. */
export function sessionsAt(site: () => Site) {
  const states = new Map<string, { state: State; at: number }>()
  return async (browser: Browser, username: string, headers: Record<string, string> = {}): Promise<State> => {
    const had = states.get(username)
    if (had && Date.now() - had.at < STALE) return had.state
    const { url, password } = site()
    const context = await browser.newContext({ baseURL: url, extraHTTPHeaders: headers })
    const page = await context.newPage()
    await page.goto('/account/login')
    await signIn(page, { username, password })
    await expect(page).not.toHaveURL(/\/account\/login/)
    const state = await context.storageState()
    await context.close()
    states.set(username, { state, at: Date.now() })
    return state
  }
}

/**
 * Opens pages at a file's own plant, each in a browser context of its own, with an account signed in or none (null).
 * They are closed after each test, and what a browser reported as an error fails it.
 */
export function pagesAt(site: () => Site) {
  const sessionOf = sessionsAt(site)
  const open: { context: BrowserContext; watch: Watch }[] = []
  let clients = 0
  /** An address of its own for each, where the plant trusts its proxies: sign-ins are counted by address. */
  const clientAddress = () => {
    clients++
    return { 'x-forwarded-for': `10.1.${clients >> 8}.${clients & 255}` }
  }

  test.afterEach(async () => {
    const seen = open.flatMap(({ watch }) => watch.seen())
    await Promise.all(open.splice(0).map(({ context }) => context.close()))
    expect(seen, 'the browser complained').toEqual([])
  })

  return async (
    browser: Browser,
    username: string | null = 'admin',
  ): Promise<{ page: Page; watch: Watch }> => {
    const storageState = username === null ? undefined : await sessionOf(browser, username, clientAddress())
    const { url } = site()
    const context = await browser.newContext({
      baseURL: url,
      storageState,
      extraHTTPHeaders: clientAddress(),
    })
    const watch = new Watch(context, url)
    open.push({ context, watch })
    return { page: await context.newPage(), watch }
  }
}

/** A text with its placeholders filled in. */
export const fill = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))

export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** Expects a notice, of success or failure. */
export const expectNotice = (page: Page, text: string) =>
  expect(page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text }).first()).toBeVisible({
    timeout: 30_000,
  })
