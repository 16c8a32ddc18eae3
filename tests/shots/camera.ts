import type { Browser, BrowserContext, Page } from '@playwright/test'
import { TEXTS, type Language, type Screen } from './screens.ts'
import type { World } from './world.ts'

export type { Language }
export type Theme = 'light' | 'dark'
export const THEMES: Theme[] = ['light', 'dark']
export const WIDTHS = [1440, 1000, 390]
const DESK = 1440
const HEIGHTS: Record<number, number> = { 1920: 1080, 1440: 900, 1000: 768, 390: 844 }

export interface Shot {
  screen: Screen
  language: Language
  theme: Theme
  width: number
  /** The time on the browser's clock. */
  now: number
  path: string
}

const sessions = new WeakMap<World, Awaited<ReturnType<BrowserContext['storageState']>>>()

/** Takes one picture: at desktop width the window, below, where pages scroll, the whole page. */
export async function photograph(browser: Browser, world: World, shot: Shot): Promise<void> {
  const { screen, language, theme, width } = shot
  const context = await browser.newContext({
    baseURL: world.url,
    viewport: { width, height: HEIGHTS[width] },
    locale: 'de-DE',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (text) => {
    if (text.type() === 'error') complaints.push(text.text())
  })
  try {
    await page.clock.setFixedTime(shot.now)
    // A shared worker has a clock of its own, which nobody can stop: every page reads the feed itself.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'))
    if (screen.signedIn) {
      if (!sessions.has(world)) sessions.set(world, await signIn(browser, world, shot.now))
      await context.setStorageState(sessions.get(world)!)
    }
    for (const [name, value] of [
      ['language', language],
      ['theme', theme],
    ])
      await page.addInitScript(([key, text]) => localStorage.setItem(key, text), [
        `forebay.${name}`,
        JSON.stringify({ value, keep: !screen.signedIn }),
      ] as const)
    // The wall has its own theme.
    await page.addInitScript(
      (light) => {
        localStorage.setItem('forebay-wall', JSON.stringify({ paused: true, light }))
        localStorage.setItem('forebay-wall-dark', light === 'night' ? '1' : '0')
      },
      theme === 'dark' ? 'night' : 'day',
    )
    await page.goto(screen.path)
    await screen.shown(page, language)
    await page.evaluate(() => document.fonts.ready)
    if (width < DESK) await unroll(page, width)
    await page.screenshot({ path: shot.path, animations: 'disabled', caret: 'hide' })
  } catch (error) {
    // What was shown instead is reported too.
    await page.screenshot({ path: shot.path.replace(/png$/, 'failed.png') })
    throw new Error([error instanceof Error ? error.message : error, ...complaints].join('\n'), {
      cause: error,
    })
  } finally {
    await context.close()
  }
}

/** Shows a page that scrolls inside its frame as a whole: the window grows until nothing is hidden. */
async function unroll(page: Page, width: number) {
  const hidden = await page.evaluate(() => {
    const all = [document.documentElement, ...document.querySelectorAll('main')]
    return Math.max(0, ...all.map((e) => e.scrollHeight - e.clientHeight))
  })
  if (hidden === 0) return
  await page.setViewportSize({ width, height: HEIGHTS[width] + hidden })
  // Charts follow their size in the next frames.
  await page.evaluate(
    () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))),
  )
}

/** In a browser of its own: on an open page the cookies would change, and a page that finds none signs out. */
async function signIn(browser: Browser, world: World, now: number) {
  const { login } = TEXTS.vi
  const context = await browser.newContext({ baseURL: world.url })
  try {
    const page = await context.newPage()
    await page.clock.setFixedTime(now)
    await page.goto('/account/login')
    await page.getByLabel(login.username).fill(world.username)
    await page.getByLabel(login.password, { exact: true }).fill(world.password)
    await page.getByRole('button', { name: login.submit, exact: true }).click()
    await page.waitForURL(/\/dashboard/)
    return await context.storageState()
  } finally {
    await context.close()
  }
}
