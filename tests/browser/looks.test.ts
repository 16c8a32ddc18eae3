import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { choose, drawn, en, expect, signIn, test, vi, type Page, type Text } from './fixtures.ts'
import {
  smallTargets,
  expectToFit,
  scrollableBeyondEnd,
  accessibilityViolations,
  WINDOWS,
} from './page-checks.ts'

interface Screen {
  name: string
  path: string
  signedIn: boolean
  shown: (page: Page, text: Text) => Promise<unknown>
}

const SCREENS: Screen[] = [
  {
    name: 'sign-in',
    path: '/account/login',
    signedIn: false,
    shown: (page, text) => expect(page.getByRole('heading', { name: text.login.title })).toBeVisible(),
  },
  { name: 'dashboard', path: '/dashboard', signedIn: true, shown: drawn },
  {
    name: 'not found',
    path: '/no/such/page',
    signedIn: true,
    shown: (page, text) => expect(page.getByRole('heading', { name: text.notFound.title })).toBeVisible(),
  },
]

/** An unknown page is answered with its status. */
const NOT_FOUND = /status of 404.*\/no\/such\/page/

async function open(page: Page, screen: Screen, choices: Parameters<typeof choose>[1]) {
  await choose(page, choices, screen.signedIn)
  await page.goto(screen.path)
}

for (const screen of SCREENS) {
  for (const theme of ['light', 'dark'] as const)
    test(`${screen.name}, ${theme}: no accessibility violations`, async ({ openPage, watch }) => {
      watch.allow(NOT_FOUND)
      const it = await openPage(screen.signedIn)
      await open(it, screen, { theme })
      await screen.shown(it, vi)
      await expect(it.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
      expect(await accessibilityViolations(it)).toEqual([])
    })

  test(`${screen.name}: fits every width in both languages`, async ({ openPage, watch }) => {
    watch.allow(NOT_FOUND)
    const it = await openPage(screen.signedIn)
    for (const text of [vi, en]) {
      await open(it, screen, { language: text === vi ? 'vi' : 'en' })
      await screen.shown(it, text)
      await expectToFit(it)
    }
  })
}

/** Every page except that of experts (see views.test.ts). */
const PAGES = [
  ...readFileSync(join(import.meta.dirname, '../../client/app/routes.tsx'), 'utf8').matchAll(
    /^ {4}path: '([^']+)'/gm,
  ),
]
  .map(([, path]) => path)
  // The overview is of the central office (overview.test.ts looks at it).
  .filter((path) => path !== '/chart/index' && path !== '/overview')

test('no screen scrolls beyond its end', async ({ openPage, plant }) => {
  test.setTimeout(PAGES.length * 20_000)
  expect(PAGES.length).toBeGreaterThan(20)
  const look = async (page: Page, path: string) => {
    await page.goto(path)
    await expect(page.locator('h1, h2, main').first()).toBeAttached()
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height })
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await expect
        .soft(async () => expect(await scrollableBeyondEnd(page), `${path} at ${width}`).toEqual([]))
        .toPass({ timeout: 3000 })
    }
    // Without permission one is redirected.
    const { pathname, hash } = new URL(page.url())
    expect(pathname + hash).toBe(path)
  }
  // An account that may open every page except that of experts.
  const page = await openPage(false)
  for (const path of ['/account/login', '/account/register', '/account/forgot-password'])
    await look(page, path)
  await page.goto('/account/login')
  await signIn(page, { ...plant, username: 'admin' })
  await expect(page).toHaveURL(/\/dashboard/)
  for (const path of PAGES) await look(page, path)
})

test('every number of the dashboard with an explanation is large enough for a finger', async ({
  operatorPage: page,
}) => {
  await page.goto('/dashboard')
  await drawn(page)
  const numbers = page.getByRole('table', { name: vi.dashboard.outlets }).getByRole('button')
  await expect(numbers.first()).toBeVisible()
  expect(await smallTargets(page)).toEqual([])
})

test('on a desktop the dashboard needs no scrolling', async ({ operatorPage: page }) => {
  await page.goto('/dashboard')
  await drawn(page)
  const over = await page.evaluate(() => ({
    page: document.documentElement.scrollHeight - document.documentElement.clientHeight,
    content: document.querySelector('main')!.scrollHeight - document.querySelector('main')!.clientHeight,
  }))
  expect(over).toEqual({ page: 0, content: 0 })
})

test('pages are sent with the content policy, and what it forbids is blocked', async ({
  operatorPage: page,
  watch,
}) => {
  const answer = await page.goto('/dashboard')
  const policy = answer!.headers()['content-security-policy']
  for (const rule of [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ])
    expect(policy.split(';').map((part) => part.trim())).toContain(rule)
  expect(policy).not.toContain('upgrade-insecure-requests')
  expect(answer!.headers()['strict-transport-security']).toBeUndefined()
  await drawn(page)

  watch.allow(/Content Security Policy/)
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.injected = true'
    document.body.append(script)
    return 'injected' in window
  })
  expect(ran).toBe(false)
})
