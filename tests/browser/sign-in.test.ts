import { text } from '#contract/messages.ts'
import { en, expect, signIn, test, vi } from './fixtures.ts'

/** Chromium's message about a response with this status. */
const REFUSED = /the server responded with a status of 401 .*\/auth\/login\)/

test('a wrong password is reported, the right one opens the dashboard', async ({ page, plant, watch }) => {
  watch.allow(REFUSED)
  await page.goto('/account/login')
  await signIn(page, { ...plant, password: 'wrong' })
  await expect(page.getByRole('alert')).toContainText(text('login_failed', 'vi'))
  await signIn(page, { ...plant, username: 'nobody@example.vn', password: 'wrong' })
  await expect(page.getByRole('alert')).toContainText(text('incorrect_email_or_password', 'vi'))
  await expect(page).toHaveURL(/\/account\/login$/)

  await signIn(page, plant)
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByRole('region', { name: vi.figure.level })).toBeVisible()
  await expect(page).toHaveTitle(`Forebay · ${vi.route.dashboard}`)
})

test('an empty form reports at each field what is missing, without a call', async ({ page }) => {
  await page.goto('/account/login')
  await page.getByRole('button', { name: vi.login.submit, exact: true }).click()
  await expect(page.getByText(vi.login.usernameRequired)).toBeVisible()
  await expect(page.getByText(vi.login.passwordRequired)).toBeVisible()
})

test('the page is in Vietnamese, and in English when that is chosen', async ({ page }) => {
  await page.goto('/account/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(vi.login.title)
  await page.getByText('ENG', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.login.title)
})

test('a link from somebody else opens after signing in', async ({ page, plant }) => {
  await page.goto('/dashboard?time=72&rain=1')
  await expect(page).toHaveURL(/\/account\/login$/)
  await signIn(page, plant)
  await expect(page).toHaveURL(/\/dashboard\?time=72&rain=1$/)
  await expect(page.getByRole('button', { name: vi.dashboard.time.d3, pressed: true })).toBeVisible()
})

test('an unknown address is reported and leads back', async ({ operatorPage: page, watch }) => {
  watch.allow(/status of 404.*\/no\/such\/page/)
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: vi.notFound.title })).toBeVisible()
  await expect(page.getByText('/no/such/page')).toBeVisible()
  await page.getByRole('button', { name: vi.notFound.back }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})

test('the root address leads to the dashboard, without a session to sign-in', async ({
  page,
  operatorPage,
}) => {
  await operatorPage.goto('/')
  await expect(operatorPage).toHaveURL(/\/dashboard/)
  await page.context().clearCookies()
  await operatorPage.goto('/')
  await expect(operatorPage).toHaveURL(/\/account\/login$/)
})

test('signing out ends the session in every tab, for good', async ({ page, context, plant }) => {
  await page.goto('/account/login')
  await signIn(page, plant)
  await expect(page).toHaveURL(/\/dashboard/)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('region', { name: vi.figure.level })).toBeVisible()

  await page.getByRole('button', { name: vi.shell.logout }).first().click()
  await expect(page).toHaveURL(/\/account\/login$/)
  await expect(other).toHaveURL(/\/account\/login$/)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/account\/login$/)
  await expect(page.getByRole('region', { name: vi.figure.level })).toHaveCount(0)
})
