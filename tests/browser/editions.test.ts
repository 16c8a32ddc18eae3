import { expect, test, type Browser, type Page } from '@playwright/test'
import { updateAccount } from '#contract/accounts.ts'
import { en } from '#client/lib/text/en/index.ts'
import { vi, type Text } from '#client/lib/text/vi/index.ts'
import { choose, figure, meters } from './fixtures.ts'
import { openOffice, type Office } from './office.ts'
import { pagesAt, signIn } from './pages.ts'

/** One installation, started once for each edition; it has one reservoir until the central office. */
test.describe.configure({ mode: 'serial' })
test.setTimeout(120_000)

const CAMERA = 'http://giamsat:matkhau@10.9.9.9/tran.jpg'
const MANUAL = 'https://manual.example.vn/forebay'
/** Of every edition alike: an edition shows what belongs to it. */
const SETTINGS = { EXPERT_ACCOUNTS: 'chuyengia', CAMERA_PATH: CAMERA, MANUAL_URL: MANUAL }
const HOVIDU = { code: 'HOVIDU', name: 'Hồ Ví Dụ' }
const DAKDRINH = { code: 'DAKDRINH', name: 'Hồ Đăk Đrinh' }

let office: Office
test.beforeAll(async () => {
  office = await openOffice()
})
test.afterAll(() => office.close())

const pageOf = pagesAt(() => office)
/** A browser of its own, at which nobody has signed in. */
const openPage = (browser: Browser) => pageOf(browser, null)

async function enter(page: Page, username: string, text: Text = vi) {
  await signIn(page, { username, password: office.password }, text)
  await expect(page).toHaveURL(/\/(dashboard|overview)/)
  const menu = page.getByRole('navigation', { name: text.shell.menu })
  await expect(menu).toBeVisible()
  // Who may see several reservoirs begins with all of them.
  if (!page.url().includes('/overview')) return
  await menu.getByRole('link', { name: text.route.dashboard }).click()
  await expect(page).toHaveURL(/\/dashboard/)
}

/** after: the language of the sign-in page afterwards. */
async function signOut(page: Page, text: typeof vi | typeof en = vi, after = text) {
  await page.getByRole('button', { name: text.shell.logout }).first().click()
  await expect(page).toHaveURL(/\/account\/login$/)
  await expect(page.getByLabel(after.login.username)).toBeVisible()
}

const selector = (page: Page, text: typeof vi | typeof en = vi) =>
  page.getByRole('radiogroup', { name: text.shell.language })
const toggle = (page: Page) =>
  page.getByRole('button', {
    name: new RegExp([vi, en].flatMap((t) => [t.shell.toDark, t.shell.toLight]).join('|')),
  })
const scheme = (page: Page) => page.locator('html[data-mantine-color-scheme]')
const accent = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim())

test.describe('LITE', () => {
  test.beforeAll(async () => {
    await office.start({ EDITION: 'LITE', ...SETTINGS })
    await office.addReservoirs([HOVIDU])
    await office.addAccount('vanhanh', 'operator')
    await office.addAccount('chuyengia', 'viewer')
  })

  test('links to the camera and to the manual, has no badge, offers neither language nor theme', async ({
    browser,
  }) => {
    const { page } = await openPage(browser)
    await page.goto('/')
    await expect(page.getByLabel(vi.login.username)).toBeVisible()
    await expect.poll(() => accent(page)).toBe('#2f7d5b')
    await expect(selector(page)).toHaveCount(0)
    await enter(page, 'vanhanh')
    await expect(page.getByRole('banner')).toContainText(HOVIDU.name)
    await page.getByRole('button', { name: vi.shell.expand }).click()
    const menu = page.getByRole('navigation', { name: vi.shell.menu })
    const camera = menu.getByRole('link', { name: vi.menu.camera })
    // Shown by our own page, since the address of a camera contains its password.
    await expect(camera).toHaveAttribute('href', '/dashboard?panel=camera')
    await expect(camera).toHaveAttribute('target', '_blank')
    await expect(menu.getByRole('link', { name: vi.menu.manual })).toHaveAttribute('href', MANUAL)
    await expect(page.getByText(vi.product.flowControl)).toHaveCount(0)
    await expect(selector(page)).toHaveCount(0)
    await expect(toggle(page)).toHaveCount(0)
    // One reservoir: its name, and no menu of others.
    await expect(page.getByRole('button', { name: new RegExp(HOVIDU.name) })).toHaveCount(0)
  })

  test('remembers the language of everybody, the theme of experts only', async ({ browser }) => {
    const { page } = await openPage(browser)
    // No choice is offered here, but an earlier one lasts.
    await choose(page, { language: 'en', theme: 'dark' }, false)
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await enter(page, 'vanhanh', en)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'light')
    await signOut(page, en)
    await enter(page, 'chuyengia', en)
    await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })
})

test.describe('ADVANCE', () => {
  test.beforeAll(() => office.start({ EDITION: 'ADVANCE', ...SETTINGS }))

  test('has the flow-control badge and a language selector, and no link to the camera', async ({
    browser,
  }) => {
    const { page } = await openPage(browser)
    await page.goto('/')
    await expect(selector(page)).toBeVisible()
    await expect.poll(() => accent(page)).toBe('#0b6e99')
    await enter(page, 'vanhanh')
    await page.getByRole('button', { name: vi.shell.expand }).click()
    await expect(page.getByRole('complementary').getByText(vi.product.flowControl)).toBeVisible()
    const menu = page.getByRole('navigation', { name: vi.shell.menu })
    await expect(menu.getByRole('link', { name: vi.route.dashboard })).toBeVisible()
    await expect(menu.getByRole('link', { name: vi.menu.camera })).toHaveCount(0)
    await expect(menu.getByRole('link', { name: vi.menu.manual })).toHaveCount(0)
    await expect(selector(page)).toBeVisible()
    await expect(toggle(page)).toHaveCount(0)
  })

  test('a language lasts for the session, and the next one starts in Vietnamese and light', async ({
    browser,
  }) => {
    const { page } = await openPage(browser)
    await choose(page, { theme: 'dark' }, false)
    await page.goto('/')
    await enter(page, 'vanhanh')
    await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'light')
    await page.getByText('ENG', { exact: true }).click()
    await expect(page.getByRole('navigation', { name: en.shell.menu })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('navigation', { name: en.shell.menu })).toBeVisible()
    await signOut(page, en, vi)
    await expect(page.locator('html')).toHaveAttribute('lang', 'vi')
  })

  test('experts find language and theme as they left them', async ({ browser }) => {
    const { page } = await openPage(browser)
    await page.goto('/')
    await enter(page, 'chuyengia')
    await page.getByText('ENG', { exact: true }).click()
    await page.getByRole('button', { name: en.shell.toDark }).click()
    await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await signOut(page, en)
    await enter(page, 'chuyengia', en)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'dark')
    // The next account at this machine is no expert: the kept choice is not theirs.
    await signOut(page, en)
    await page.getByLabel(en.login.username).fill('vanhanh')
    await page.getByLabel(en.login.password, { exact: true }).fill(office.password)
    await page.getByRole('button', { name: en.login.submit, exact: true }).click()
    await expect(page.getByRole('navigation', { name: vi.shell.menu })).toBeVisible()
    await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'light')
  })
})

test.describe('a full disk', () => {
  // More than any disk has: it is full from the start.
  test.beforeAll(() => office.start({ EDITION: 'ADVANCE', DISK_RESERVE: '1000000' }))

  test('is said on every page and on the wall', async ({ browser }) => {
    const { page } = await openPage(browser)
    await page.goto('/account/login')
    await enter(page, 'vanhanh')
    const banner = page.getByRole('region', { name: vi.disk.title })
    await expect(banner).toContainText(vi.disk.hint)
    await page.goto('/log/index')
    await expect(banner).toBeVisible()
    await page.goto('/wall')
    await expect(page.getByRole('alert').filter({ hasText: vi.disk.title })).toBeVisible()
  })
})

test.describe('SERVER', () => {
  const OTHERS = [
    { code: 'SONGBUNG4', name: 'Hồ Sông Bung 4' },
    { code: 'ALUOI', name: 'Hồ A Lưới' },
    { code: 'SONGTRANH2', name: 'Hồ Sông Tranh 2' },
    { code: 'AVUONG', name: 'Hồ A Vương' },
    { code: 'DAKMI4', name: 'Hồ Đăk Mi 4' },
    { code: 'BUONKUOP', name: 'Hồ Buôn Kuốp' },
  ]
  test.beforeAll(async () => {
    await office.start({ EDITION: 'SERVER', ...SETTINGS })
    await office.addReservoirs([{ ...DAKDRINH, zone: 'Asia/Tokyo' }])
    await office.addRole('Trực hồ', 5, ['dashboard.view'])
    await office.addRole('Giữ mã', 6, ['dashboard.view', 'tokens'])
    await office.addAccount('haiho', { HOVIDU: 'Trực hồ', DAKDRINH: 'Giữ mã' })
    await office.addAccount('motho', { DAKDRINH: 'Trực hồ' })
    await office.sendLevel('HOVIDU', 401.25)
    await office.sendLevel('DAKDRINH', 405.5)
  })

  const switcher = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Hồ chứa: / })
  const level = (page: Page) => figure(page, vi.figure.level)

  async function moveTo(page: Page, name: string) {
    await switcher(page).click()
    await page.getByRole('option', { name }).click()
    await expect(switcher(page)).toContainText(name)
  }

  test('has the badge, the selector and a colour of its own', async ({ browser }) => {
    const { page } = await openPage(browser)
    await page.goto('/')
    await expect.poll(() => accent(page)).toBe('#5b4b9a')
    await enter(page, 'haiho')
    await expect(selector(page)).toBeVisible()
    await expect(toggle(page)).toHaveCount(0)
    await page.getByRole('button', { name: vi.shell.expand }).click()
    await expect(page.getByRole('complementary').getByText(vi.product.flowControl)).toBeVisible()
  })

  test('another reservoir shows its figures, its role and its readings, on the same page', async ({
    browser,
  }) => {
    const { page } = await openPage(browser)
    const requests: (string | undefined)[] = []
    page.on('request', (r) => /\/api\//.test(r.url()) && requests.push(r.headers()['hydro']))
    await page.goto('/dashboard?time=72')
    await enter(page, 'haiho')
    await expect(switcher(page)).toContainText(HOVIDU.name)
    await expect(level(page)).toContainText(meters(401.25))
    await expect(page.getByRole('link', { name: vi.route.tokens })).toHaveCount(0)
    expect(requests).not.toContain('DAKDRINH')

    await moveTo(page, DAKDRINH.name)
    await expect(page).toHaveURL(/\/dashboard\?time=72$/)
    await expect(level(page)).toContainText(meters(405.5))
    await expect(page.getByRole('link', { name: vi.route.tokens })).toBeVisible()
    requests.length = 0
    await office.sendLevel('HOVIDU', 401.27)
    await office.sendLevel('DAKDRINH', 405.53)
    await expect(level(page)).toContainText(meters(405.53))
    expect(requests).not.toContain('HOVIDU')
    // Times are local to the reservoir.
    await page.goto('/settings/tokens')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(requests).not.toContain('HOVIDU')

    // A page that the role there does not open: redirected to the first it opens, with a notice.
    await moveTo(page, HOVIDU.name)
    await expect(page).toHaveURL(/\/dashboard/)
    await expect(level(page)).toContainText(meters(401.27))
  })

  test('is remembered after a reload and at the next sign-in, for nobody else', async ({ browser }) => {
    const { page } = await openPage(browser)
    await page.goto('/')
    await enter(page, 'haiho')
    await moveTo(page, DAKDRINH.name)
    await page.reload()
    await expect(switcher(page)).toContainText(DAKDRINH.name)
    await expect(level(page)).toContainText(meters(405.53))
    // Another tab is independent, and stays at its reservoir.
    const beside = await page.context().newPage()
    await beside.goto('/dashboard')
    await expect(switcher(beside)).toContainText(DAKDRINH.name)
    await moveTo(beside, HOVIDU.name)
    await page.reload()
    await expect(switcher(page)).toContainText(DAKDRINH.name)
    await beside.reload()
    await expect(switcher(beside)).toContainText(HOVIDU.name)
    await beside.close()
    await moveTo(page, HOVIDU.name)
    await moveTo(page, DAKDRINH.name)
    await signOut(page)
    await enter(page, 'admin')
    await expect(switcher(page)).toContainText(HOVIDU.name)
    await signOut(page)
    await enter(page, 'haiho')
    await expect(switcher(page)).toContainText(DAKDRINH.name)
    await expect(level(page)).toContainText(meters(405.53))
  })

  test('is only a name for accounts that may see one reservoir', async ({ browser }) => {
    const { page } = await openPage(browser)
    await page.goto('/')
    await enter(page, 'motho')
    await expect(page.getByRole('banner')).toContainText(DAKDRINH.name)
    await expect(switcher(page)).toHaveCount(0)
    await expect(level(page)).toContainText(meters(405.53))
  })

  test('whose role was revoked is reported, and the rest is shown', async ({ browser }) => {
    const account = await office.addAccount('matquyen', { HOVIDU: 'Trực hồ', DAKDRINH: 'Trực hồ' })
    const { page, watch } = await openPage(browser)
    await page.goto('/')
    await enter(page, 'matquyen')
    await moveTo(page, DAKDRINH.name)
    await expect(level(page)).toContainText(meters(405.53))
    watch.allow(/403/)
    const left = account.roles.filter((r) => r.hydro_code === 'HOVIDU')
    await office.ask(updateAccount, {
      params: { id: account.account_id },
      body: { roles: left.map(({ hydro_code, role_id }) => ({ hydro_code, role_id })) },
    })
    await page.getByRole('button', { name: vi.dashboard.time.h3 }).click()
    await expect(page.getByRole('alert').filter({ hasText: DAKDRINH.name })).toBeVisible()
    await expect(page.getByRole('banner')).toContainText(HOVIDU.name)
    await expect(level(page)).toContainText(meters(401.27))
  })

  test('among many is found by typing its name, by keyboard alone', async ({ browser }) => {
    await office.addReservoirs(OTHERS)
    const { page } = await openPage(browser)
    await page.goto('/')
    await enter(page, 'admin')
    await switcher(page).focus()
    await page.keyboard.press('Enter')
    const field = page.getByLabel(vi.reservoirs.search)
    await expect(field).toBeFocused()
    await expect(page.getByRole('option')).toHaveCount(8)
    await page.keyboard.type('song')
    await expect(page.getByRole('option')).toHaveCount(2)
    await page.keyboard.type(' xyz')
    await expect(page.getByText(vi.reservoirs.none)).toBeVisible()
    await field.fill('dak mi')
    await expect(page.getByRole('option', { name: 'Hồ Đăk Mi 4' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(switcher(page)).toContainText('Hồ Đăk Mi 4')
    await expect(switcher(page)).toBeFocused()
    for (const [width, height] of [
      [1000, 768],
      [390, 844],
    ]) {
      await page.setViewportSize({ width, height })
      await switcher(page).click()
      await expect(page.getByRole('option')).toHaveCount(8)
      const list = (await page.getByRole('listbox').boundingBox())!
      expect(list.x).toBeGreaterThanOrEqual(0)
      expect(list.x + list.width).toBeLessThanOrEqual(width)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('option')).toHaveCount(0)
    }
  })
})
