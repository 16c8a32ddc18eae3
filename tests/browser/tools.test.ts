import { choose, drawn, en, expect, signIn, test, vi, type Page, type Text } from './fixtures.ts'
import { changeTheme, checkPage } from './page-checks.ts'

/** /tools/: an entry of its own, whose routes follow the hash. */

const PRICE = '/tools/#/price'
const heading = (page: Page, text: Text = vi) =>
  page.getByRole('heading', { level: 1, name: text.route.price })
const menu = (page: Page, text: Text = vi) => page.getByRole('navigation', { name: text.shell.menu })

test('the menu leads to the tools and back, in the same look, language and session', async ({ openPage }) => {
  const page = await openPage(true, 'manager')
  await choose(page, { language: 'en', theme: 'dark' }, true)
  await page.goto('/dashboard')
  await drawn(page, en)
  await menu(page, en).getByRole('link', { name: en.route.price }).click()
  await expect(page).toHaveURL(PRICE)
  await expect(heading(page, en)).toBeVisible()
  await expect(page).toHaveTitle(`${en.product.name} · ${en.route.price}`)
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  const here = menu(page, en).getByRole('link', { name: en.route.price })
  await expect(here).toHaveAttribute('aria-current', 'page')
  // A link followed within the entry loads nothing.
  await page.evaluate(() => document.body.setAttribute('data-same', ''))
  await here.click()
  await expect(page.locator('body[data-same]')).toBeAttached()

  await page.goto(`${PRICE}?tab=ratio`)
  await page.reload()
  await expect(heading(page, en)).toBeVisible()
  await menu(page, en).getByRole('link', { name: en.route.report, exact: true }).click()
  await expect(page).toHaveURL('/report/index')
  await page.goBack()
  await expect(heading(page, en)).toBeVisible()
  await page.getByRole('link', { name: en.product.name, exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('without a session one signs in and returns; after signing out one does not', async ({
  openPage,
  plant,
}) => {
  const page = await openPage(false)
  await page.goto(`${PRICE}?tab=ratio`)
  await expect(page).toHaveURL('/account/login')
  // The way round a forgotten password keeps the page, too, and so does a reload.
  await page.getByRole('link', { name: vi.area.forgot }).click()
  await page.getByRole('link', { name: vi.area.toLogin }).click()
  await page.reload()
  await signIn(page, { ...plant, username: 'manager' })
  await expect(page).toHaveURL(`${PRICE}?tab=ratio`)
  await expect(heading(page)).toBeVisible()

  await page.getByRole('button', { name: vi.shell.logout }).first().click()
  await expect(page).toHaveURL('/account/login')
  await signIn(page, { ...plant, username: 'manager' })
  await expect(page).toHaveURL('/dashboard')
})

test('sign-in leads to no other place than a page of ours', async ({ openPage, plant }) => {
  const page = await openPage(false)
  await page.goto(`/account/login?from=${encodeURIComponent('//example.com/tools/#/price')}`)
  await signIn(page, { ...plant, username: 'manager' })
  await expect(page).toHaveURL('/dashboard')
})

test('who may not see prices finds neither entry nor page', async ({ operatorPage: page }) => {
  await page.goto(PRICE)
  await expect(page.getByRole('heading', { name: vi.error.noPermission })).toBeVisible()
  await expect(menu(page).getByRole('link', { name: vi.route.report, exact: true })).toBeVisible()
  await expect(menu(page).getByRole('link', { name: vi.route.price })).toHaveCount(0)
  await menu(page).getByRole('link', { name: vi.route.dashboard }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('addresses that do not exist are not found, with the whole address', async ({ openPage, watch }) => {
  const page = await openPage(true, 'manager')
  await page.goto('/tools/#/nothing')
  await expect(page.getByRole('heading', { name: vi.notFound.title })).toBeVisible()
  await expect(page.locator('#content')).toContainText('/tools/#/nothing')
  await page.getByRole('button', { name: vi.notFound.back }).click()
  await expect(page).toHaveURL(PRICE)

  watch.allow(/status of 404.*\/tools\/price/)
  expect((await page.goto('/tools/price'))!.status()).toBe(404)
  await expect(page.getByRole('heading', { name: vi.notFound.title })).toBeVisible()
  // Without its slash it is found, and without a route its first page is shown.
  await page.goto('/tools')
  await expect(page).toHaveURL(PRICE)
})

test('the link to the content moves the focus and not the route', async ({ openPage }) => {
  const page = await openPage(true, 'manager')
  await page.goto(PRICE)
  await expect(heading(page)).toBeVisible()
  await page.getByRole('link', { name: vi.shell.toContent }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveURL(PRICE)
})

test('the page opens without a server once it was seen, and says so', async ({ openPage, plant, watch }) => {
  const page = await openPage(true, 'manager')
  await page.goto(PRICE)
  await expect(heading(page)).toBeVisible()
  const kept = () =>
    page.evaluate(async () => {
      const pages = await caches.open('forebay-page')
      const files = await (await caches.open('forebay-files')).keys()
      const seen = (await indexedDB.databases()).some(({ name }) => name === 'keyval-store')
      const entries = (await pages.keys()).map((p) => new URL(p.url).pathname).sort()
      return { entries, price: files.some((f) => /\/price-.*\.js$/.test(f.url)), seen }
    })
  await expect.poll(kept, { timeout: 60_000 }).toEqual({ entries: ['/', '/tools/'], price: true, seen: true })
  watch.allow(/net::ERR_|Failed to load resource|Failed to fetch|Unable to preload|when fetching the script/)
  await plant.kill()
  await page.reload()
  await expect(page.getByRole('region', { name: vi.seen.title })).toBeVisible({ timeout: 30_000 })
  await expect(heading(page)).toBeVisible()
  await plant.start()
  await expect(page.getByRole('region', { name: vi.seen.title })).toBeHidden({ timeout: 30_000 })
})

test('water use and output coefficient follow from discharge, head and power', async ({ openPage }) => {
  const page = await openPage(true, 'manager')
  await page.goto(`${PRICE}?tab=ratio`)
  const tool = page.getByRole('form', { name: vi.price.ratio.title })
  await tool.getByLabel(vi.price.ratio.Q).fill('100')
  await tool.getByLabel(vi.price.ratio.H).fill('50,5')
  await tool.getByLabel(vi.price.ratio.P).fill('43000')
  await tool.getByRole('button', { name: vi.price.compute, exact: true }).click()
  const result = tool.getByLabel(vi.price.result)
  // 3600 * 100 / 43000 and 43000 / (100 * 50.5).
  await expect(result).toContainText('8.372m³/kWh')
  await expect(result).toContainText('8.515')
  await tool.getByLabel(vi.price.ratio.Q).fill('101')
  await expect(result).not.toContainText('8.372')
})

test('the page fits every width, in both languages and looks', async ({ openPage }) => {
  const page = await openPage(true, 'manager')
  await page.goto(PRICE)
  await expect(heading(page)).toBeVisible()
  await checkPage(page)
  await changeTheme(page)
  await checkPage(page, 'the page, dark')
})
