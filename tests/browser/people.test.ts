import { expect, test, type Browser, type Page } from '@playwright/test'
import { messages, type MessageCode } from '#contract/messages.ts'
import { en } from '#client/lib/text/en/index.ts'
import { vi } from '#client/lib/text/vi/index.ts'
import { choose } from './fixtures.ts'
import { expectAccessible, expectToFit, accessibilityViolations } from './page-checks.ts'
import { startPlant, type Plant } from './plant.ts'
import { dialog, pagesAt, signIn, expectNotice } from './pages.ts'

const message = (code: MessageCode) => messages.vi[code]

/** Other tests depend on the accounts changed here: a plant of its own. */
let plant: Plant
test.beforeAll(async () => {
  plant = await startPlant({ env: { TRUST_PROXY: 'loopback' } })
})
test.afterAll(() => plant.close())

const openPage = pagesAt(() => plant)

async function signedIn(browser: Browser, username: string, password = plant.password) {
  const opened = await openPage(browser, null)
  await opened.page.goto('/account/login')
  await signIn(opened.page, { username, password })
  await expect(opened.page).not.toHaveURL(/\/account\/login/)
  return opened
}

/** A page of the administrator. All of them share one session. */
async function admin(browser: Browser, path: string) {
  const opened = await openPage(browser)
  await opened.page.goto(path)
  await expect(opened.page.getByRole('heading', { level: 1 })).toBeVisible()
  return opened
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
/** Switches cover an invisible input, which the keyboard reaches anywhere. */
const flip = (on: ReturnType<Page['getByRole']>) => on.press('Space')

const removal = (name: string) => vi.removing.title.replace('{{name}}', name)

/** The menu of a row, from which an action is chosen. */
async function act(page: Page, name: string, label: string) {
  await page.getByRole('button', { name: vi.act.more.replace('{{name}}', name) }).click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}

async function pick(page: Page, field: ReturnType<Page['getByLabel']>, option: string) {
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Adds an account by its form. */
async function add(page: Page, given: { name: string; username: string; role?: string }) {
  await page.getByRole('button', { name: vi.accounts.add }).click()
  const form = dialog(page, vi.accounts.add)
  await form.getByLabel(vi.field.fullName).fill(given.name)
  await form.getByLabel(vi.field.username).fill(given.username)
  await form.getByLabel(vi.field.password, { exact: true }).fill(plant.password)
  if (given.role) {
    await form.getByRole('button', { name: vi.accounts.addGrant }).click()
    await pick(
      page,
      form.getByLabel(new RegExp(`^${vi.field.role}:`)).and(page.locator('input:not([type=hidden])')),
      given.role,
    )
  }
  await form.getByRole('button', { name: vi.act.add, exact: true }).click()
  await expect(form).toHaveCount(0)
  await expect(row(page, given.name)).toBeVisible()
}

test('a person registers, is activated with a role, and signs in', async ({ browser }) => {
  const { page: newcomer, watch } = await openPage(browser, null)
  watch.allow(/401/)
  await newcomer.goto('/account')
  await expect(newcomer).toHaveURL(/\/account\/login$/)
  await newcomer.getByRole('link', { name: vi.area.register }).click()
  await expect(newcomer).toHaveTitle(`Forebay · ${vi.route.register}`)
  await newcomer.getByRole('button', { name: vi.area.registerSubmit }).click()
  // Errors are shown at each missing field, and the first is focused.
  await expect(newcomer.getByText(message('required'))).toHaveCount(4)
  await expect(newcomer.getByLabel(vi.field.fullName)).toBeFocused()
  await newcomer.getByLabel(vi.field.fullName).fill('Trần Thị Bình')
  await newcomer.getByLabel(vi.field.username).fill('b')
  await newcomer.getByLabel(vi.field.email).fill('binh@example.vn')
  await newcomer.getByLabel(vi.field.password, { exact: true }).fill(plant.password)
  await newcomer.getByLabel(vi.field.repeatPassword).fill('x')
  await newcomer.getByRole('button', { name: vi.area.registerSubmit }).click()
  await expect(newcomer.getByText(message('username_rule'))).toBeVisible()
  await expect(newcomer.getByText(message('password_mismatch'))).toBeVisible()
  await newcomer.getByLabel(vi.field.username).fill('binh01')
  await newcomer.getByLabel(vi.field.repeatPassword).fill(plant.password)
  await newcomer.getByRole('button', { name: vi.area.registerSubmit }).click()
  await expect(newcomer.getByText(message('registered'))).toBeVisible()
  await newcomer.getByRole('link', { name: vi.area.toLogin }).click()
  await signIn(newcomer, { username: 'binh01', password: plant.password })
  await expect(newcomer.getByRole('alert')).toContainText(message('account_inactive'))

  const { page } = await admin(browser, '/accounts/manage')
  await page.getByLabel(vi.accounts.search).fill('bình')
  await expect(page).toHaveURL(/[?&]search=/)
  const waiting = row(page, 'Trần Thị Bình')
  // The header and the row that was searched for.
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(waiting).toContainText(vi.accounts.waiting)
  await expect(waiting).toContainText(vi.accounts.noRole)
  // Nobody can sign in without a role: the switch grants the least powerful one.
  await flip(waiting.getByRole('switch'))
  await expectNotice(page, vi.accounts.givenRole.replace('{{role}}', vi.roleOf.viewer))
  await expect(waiting).toContainText(vi.roleOf.viewer)
  await expect(waiting.getByRole('switch')).toBeChecked()

  await signIn(newcomer, { username: 'binh01', password: plant.password })
  await expect(newcomer).toHaveURL(/\/dashboard/)
})

test('an account is added, locked and unlocked; locking signs it out', async ({ browser }) => {
  const { page, watch } = await admin(browser, '/accounts/manage')
  await page.getByRole('button', { name: vi.accounts.add }).click()
  const form = dialog(page, vi.accounts.add)
  await form.getByLabel(vi.field.fullName).fill('Lê Văn Cường')
  await form.getByLabel(vi.field.username).fill('admin')
  await form.getByLabel(vi.field.password, { exact: true }).fill(plant.password)
  await form.getByLabel(vi.field.phone).fill('123')
  await form.getByRole('button', { name: vi.act.add, exact: true }).click()
  await expect(form.getByText(message('phone_rule'))).toBeVisible()
  await form.getByLabel(vi.field.phone).fill('(091) 234-5678')
  watch.allow(/409/)
  await form.getByRole('button', { name: vi.act.add, exact: true }).click()
  await expect(form.getByText(message('username_taken'))).toBeVisible()
  // Leaving asks once, and staying loses nothing.
  await page.keyboard.press('Escape')
  await expect(form.getByText(vi.act.unsaved)).toBeVisible()
  await form.getByRole('button', { name: vi.dialog.stay }).click()
  await form.getByLabel(vi.field.username).fill('cuong01')
  await form.getByRole('button', { name: vi.accounts.addGrant }).click()
  await form.getByRole('button', { name: vi.act.add, exact: true }).click()
  await expect(form).toHaveCount(0)
  const added = row(page, 'Lê Văn Cường')
  await expect(added).toContainText('(091) 234-5678')

  const { page: otherPage, watch: hears } = await signedIn(browser, 'cuong01')
  await expect(otherPage).toHaveURL(/\/dashboard/)
  await act(page, 'Lê Văn Cường', vi.accounts.lock)
  await expectNotice(page, message('account_locked'))
  hears.allow(/401|403/)
  await otherPage.goto('/dashboard')
  await expect(otherPage).toHaveURL(/\/account\/login$/)
  await signIn(otherPage, { username: 'cuong01', password: plant.password })
  await expect(otherPage.getByRole('alert')).toContainText(message('account_inactive'))

  await act(page, 'Lê Văn Cường', vi.accounts.unlock)
  await expectNotice(page, message('account_unlocked'))
  await signIn(otherPage, { username: 'cuong01', password: plant.password })
  await expect(otherPage).toHaveURL(/\/dashboard/)

  await act(page, 'Lê Văn Cường', vi.act.remove)
  const question = dialog(page, removal('cuong01'))
  await expect(question).toContainText(vi.removing.body)
  await question.getByRole('button', { name: vi.act.remove }).click()
  await expectNotice(page, message('removed'))
  await expect(added).toHaveCount(0)
})

test('the permissions of a role decide what its members see, at once', async ({ browser }) => {
  const { page } = await admin(browser, '/roles/manage')
  await page.getByRole('button', { name: vi.roles.add }).click()
  let form = dialog(page, vi.roles.add)
  await form.getByLabel(vi.roles.name).fill('Trực ca')
  await form.getByLabel(vi.roles.level).fill('7')
  await form.getByRole('button', { name: vi.act.add, exact: true }).click()
  await expect(form.getByText(message('no_permission_selected'))).toBeVisible()
  await form.getByRole('checkbox', { name: 'Xem số liệu vận hành' }).check()
  await form.getByRole('checkbox', { name: 'Nhật ký hệ thống' }).check()
  await form.getByRole('button', { name: vi.act.add, exact: true }).click()
  await expectNotice(page, message('create_role_success'))

  await page.goto('/accounts/manage')
  await add(page, { name: 'Phạm Dung', username: 'dung01', role: 'Trực ca' })
  const { page: otherPage, watch } = await signedIn(browser, 'dung01')
  await expect(otherPage).toHaveURL(/\/dashboard/)
  const menu = otherPage.getByRole('navigation', { name: vi.shell.menu })
  await expect(menu.getByRole('link', { name: vi.route.audit })).toBeVisible()
  await expect(menu.getByRole('link', { name: vi.route.accounts })).toHaveCount(0)
  // A page without permission: redirected to the first with it, and a notice.
  await otherPage.goto('/accounts/manage')
  await expect(otherPage).toHaveURL(/\/dashboard/)
  await expectNotice(otherPage, vi.error.noPermissionTo.replace('{{page}}', vi.route.accounts))
  await otherPage.goto('/audit/index')
  await expect(otherPage.getByRole('heading', { level: 1, name: vi.audit.title })).toBeVisible()

  await page.goto('/roles/manage')
  await page.getByRole('button', { name: 'Trực ca', exact: true }).click()
  form = dialog(page, vi.roles.edit)
  await form.getByRole('checkbox', { name: 'Nhật ký hệ thống' }).uncheck()
  await form.getByRole('button', { name: vi.act.save, exact: true }).click()
  await expectNotice(page, message('update_role_success'))
  // Their page learns of it by the refusal of the next action.
  watch.allow(/403/)
  await otherPage.getByLabel(vi.audit.search).fill('x')
  await expect(otherPage).toHaveURL(/\/dashboard/)
  await expect(menu.getByRole('link', { name: vi.route.audit })).toHaveCount(0)

  // Removing a role in use asks for the members' new role.
  await act(page, 'Trực ca', vi.act.remove)
  const question = dialog(page, removal('Trực ca'))
  await question.getByRole('button', { name: vi.act.remove }).click()
  await expect(question.getByText(vi.roles.choose).last()).toBeVisible()
  await pick(
    page,
    question.getByLabel(vi.roles.moveTo).and(page.locator('input:not([type=hidden])')),
    vi.roleOf.viewer,
  )
  await question.getByRole('button', { name: vi.act.remove }).click()
  await expectNotice(page, message('removed'))
  await page.goto('/accounts/manage?search=dung01')
  await expect(row(page, 'Phạm Dung')).toContainText(vi.roleOf.viewer)
})

test('a page without permission is named in the refusal, once, in either language; an unknown address is reported as such', async ({
  browser,
}) => {
  const { page } = await signedIn(browser, 'viewer')
  for (const text of [vi, en]) {
    await choose(page, { language: text === vi ? 'vi' : 'en' }, true)
    for (const [path, name] of [
      ['/quality/index', text.route.quality],
      ['/quality/data', text.route.data],
      ['/log/gates', text.route.gateLog],
      ['/calculation/index', text.route.runs],
    ]) {
      await page.goto(path)
      await expect(page).toHaveURL(/\/dashboard$/)
      await expect(
        page.getByRole('status').filter({ hasText: text.error.noPermissionTo.replace('{{page}}', name) }),
      ).toHaveCount(1)
      await expect(page).toHaveTitle(`Forebay · ${text.route.dashboard}`)
    }
    await page.goto('/quality/nowhere')
    await expect(page.getByRole('heading', { name: text.notFound.title })).toBeVisible()
    await expect(page).toHaveURL(/\/quality\/nowhere$/)
  }
  // Their session ends, so that other tests count none.
  await page.getByRole('button', { name: en.shell.logout }).first().click()
  await expect(page).toHaveURL(/\/account\/login$/)
})

test('the second of two administrators who change one account is warned', async ({ browser }) => {
  const { page: first } = await admin(browser, '/accounts/manage')
  await add(first, { name: 'Hoàng Em', username: 'hoangem01' })
  const { page: second, watch } = await admin(browser, '/accounts/manage?search=hoangem01')
  await second.getByRole('button', { name: 'Hoàng Em', exact: true }).click()
  await first.getByRole('button', { name: 'Hoàng Em', exact: true }).click()
  await dialog(first, vi.accounts.edit).getByLabel(vi.field.position).fill('Trưởng ca')
  await dialog(first, vi.accounts.edit).getByRole('button', { name: vi.act.save, exact: true }).click()
  await expectNotice(first, message('update_account_success'))

  watch.allow(/409/)
  const form = dialog(second, vi.accounts.edit)
  await form.getByLabel(vi.field.address).fill('Huế')
  await form.getByRole('button', { name: vi.act.save, exact: true }).click()
  await expect(form.getByRole('alert')).toContainText(vi.accounts.conflict)
  await form.getByRole('button', { name: vi.act.reload }).click()
  await expect(form.getByLabel(vi.field.position)).toHaveValue('Trưởng ca')
  await form.getByLabel(vi.field.address).fill('Huế')
  await form.getByRole('button', { name: vi.act.save, exact: true }).click()
  await expectNotice(second, message('update_account_success'))
})

test('changing one’s own password ends every session, in every tab', async ({ browser }) => {
  const { page, watch } = await signedIn(browser, 'operator')
  watch.allow(/401/)
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('region', { name: vi.figure.level })).toBeVisible()

  await page.getByRole('button', { name: new RegExp(`^${vi.shell.account}`) }).click()
  await page.getByRole('menuitem', { name: vi.profile.changePassword }).click()
  const form = dialog(page, vi.profile.changePassword)
  const next = 'Hoa-Sen-2026'
  await form.getByLabel(vi.field.oldPassword, { exact: true }).fill('Wrong2026')
  await form.getByLabel(vi.field.newPassword, { exact: true }).fill(next)
  await form.getByLabel(vi.field.repeat, { exact: true }).fill('something else')
  await form.getByRole('button', { name: vi.profile.changePassword }).click()
  await expectNotice(page, message('password_mismatch'))
  await form.getByLabel(vi.field.repeat, { exact: true }).fill(next)
  await form.getByRole('button', { name: vi.profile.changePassword }).click()
  const question = dialog(page, vi.profile.confirmTitle)
  await expect(question).toContainText(vi.profile.confirmBody)
  // Escape closes the question, not the form below it.
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await form.getByRole('button', { name: vi.profile.changePassword }).click()
  watch.allow(/status of 4\d\d/)
  await question.getByRole('button', { name: vi.act.ok }).click()
  await expect(form.getByText(message('wrong_password'))).toBeVisible()
  await form.getByLabel(vi.field.oldPassword, { exact: true }).fill(plant.password)
  await form.getByRole('button', { name: vi.profile.changePassword }).click()
  await question.getByRole('button', { name: vi.act.ok }).click()
  await expectNotice(page, message('change_password_success'))
  await expect(page).toHaveURL(/\/account\/login$/)
  await expect(other).toHaveURL(/\/account\/login$/)
  // Nothing of the account remains in the browser.
  await expect.poll(() => page.evaluate(() => [document.cookie, ...Object.keys(localStorage)])).toEqual([''])

  await signIn(page, { username: 'operator', password: plant.password })
  await expect(page.getByRole('alert').filter({ hasText: message('login_failed') })).toBeVisible()
  await signIn(page, { username: 'operator', password: next })
  await expect(page).toHaveURL(/\/dashboard/)
  // The other tab follows.
  await expect(other).toHaveURL(/\/dashboard/)
})

test('sessions are listed, and another one is ended from here', async ({ browser }) => {
  const { page } = await signedIn(browser, 'viewer')
  const { page: elsewhere, watch } = await signedIn(browser, 'viewer')
  await expect(elsewhere).toHaveURL(/\/dashboard/)
  await page.getByRole('button', { name: new RegExp(`^${vi.shell.account}`) }).click()
  await page.getByRole('menuitem', { name: vi.profile.open }).click()
  const list = dialog(page, vi.profile.title).getByRole('list', { name: vi.profile.sessions })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByText(vi.session.current)).toHaveCount(1)
  watch.allow(/401/)
  await list.getByRole('button').click()
  await expectNotice(page, message('session_ended'))
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await elsewhere.goto('/dashboard')
  await expect(elsewhere).toHaveURL(/\/account\/login$/)
})

test('a picture is cropped, shown in the bar, and removed', async ({ browser }) => {
  const { page } = await signedIn(browser, 'manager')
  await page.getByRole('button', { name: new RegExp(`^${vi.shell.account}`) }).click()
  await page.getByRole('menuitem', { name: vi.profile.open }).click()
  const form = dialog(page, vi.profile.title)
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(form.getByText(message('not_an_image'))).toBeVisible()
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await square(page) })
  await expectNotice(page, vi.picture.done)
  await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', /^blob:/)
  await form.getByRole('button', { name: vi.picture.remove }).click()
  await expect(page.getByRole('banner').locator('img')).toHaveCount(0)
})

/** A real picture, drawn by the browser. */
async function square(page: Page): Promise<Buffer> {
  const text = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 64
    canvas.getContext('2d')!.fillRect(8, 8, 48, 48)
    return canvas.toDataURL('image/png').split(',')[1]
  })
  return Buffer.from(text, 'base64')
}

test('the log is filtered, opened, and saved', async ({ browser }) => {
  const { page } = await admin(browser, '/accounts/manage')
  await add(page, { name: 'Vũ Giang', username: 'giang01' })
  await page.goto('/audit/index')
  await page.getByLabel(vi.audit.actor).fill('admin')
  await expect(page).toHaveURL(/actor=admin/)
  await pick(
    page,
    page.getByLabel(vi.audit.on, { exact: true }).and(page.locator('input:not([type=hidden])')),
    'tài khoản',
  )
  await expect(page).toHaveURL(/noun=account/)
  const table = page.getByRole('table', { name: vi.audit.title })
  await expect(table.getByRole('row').nth(1)).toContainText('giang01')
  await expect(table.getByRole('row').filter({ hasText: vi.audit.system })).toHaveCount(0)
  await table
    .getByRole('button', { name: new RegExp(`^${vi.audit.detail}`) })
    .first()
    .click()
  await expect(table.getByLabel(vi.audit.remark)).toBeVisible()
  await table.getByLabel(vi.audit.remark).fill('Theo lệnh trưởng ca')
  await table.getByRole('button', { name: vi.audit.addRemark }).click()
  await expectNotice(page, vi.audit.remarked)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: vi.audit.export }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^audit-.*\.csv$/)
})

test('there is a drawer below 1024 px, the sidebar from there on', async ({ browser }) => {
  const { page } = await admin(browser, '/roles/manage')
  const menu = page.getByRole('navigation', { name: vi.shell.menu })
  const button = page.getByRole('button', { name: vi.shell.openMenu })
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(menu).toBeVisible()
  await expect(button).toHaveCount(0)
  await page.setViewportSize({ width: 1023, height: 768 })
  await expect(menu).toHaveCount(0)
  await button.click()
  await expect(menu).toBeVisible()
  await expect.poll(() => page.getByRole('dialog').boundingBox()).toMatchObject({ x: 0, width: 300 })
  expect((await page.getByRole('banner').boundingBox())!.height).toBe(60)
})

test('the sidebar is 300 px wide, 65 when small; groups open one at a time and pop up when small', async ({
  browser,
}) => {
  const { page } = await admin(browser, '/roles/manage')
  const side = page.getByRole('complementary')
  await expect.poll(async () => (await side.boundingBox())!.width).toBe(65)
  await side.getByRole('button', { name: vi.group.manage }).hover()
  await expect(page.getByRole('menuitem', { name: vi.route.audit })).toBeVisible()
  await page.getByRole('menuitem', { name: vi.route.audit }).click()
  await expect(page).toHaveURL(/\/audit\/index/)
  await side.getByRole('button', { name: vi.shell.expand }).click()
  await expect.poll(async () => (await side.boundingBox())!.width).toBe(300)
  const link = side.getByRole('link', { name: vi.route.audit })
  await expect(link).toHaveAttribute('aria-current', 'page')
  const group = side.getByRole('button', { name: vi.group.manage })
  const indent = async () => (await link.boundingBox())!.x - (await group.boundingBox())!.x
  await expect.poll(indent).toBe(56)
  await group.click()
  await expect(link).toHaveCount(0)
  await group.click()
  await expect(link).toBeVisible()
})

test('a panel is at the side from 1019 px on and is a dialog below, 500 px wide', async ({ browser }) => {
  const { page } = await admin(browser, '/roles/manage')
  await page.getByRole('button', { name: vi.roles.add }).click()
  const panel = dialog(page, vi.roles.add)
  await page.setViewportSize({ width: 1019, height: 768 })
  await expect.poll(() => panel.boundingBox()).toMatchObject({ x: 519, width: 500, y: 0 })
  await page.setViewportSize({ width: 1018, height: 768 })
  await expect.poll(() => panel.boundingBox()).toMatchObject({ x: 259, width: 500 })
})

test('the form to change the password is 600 px wide, the whole width at 900 px and below', async ({
  browser,
}) => {
  const { page } = await admin(browser, '/roles/manage')
  await page.getByRole('button', { name: new RegExp(`^${vi.shell.account}`) }).click()
  await page.getByRole('menuitem', { name: vi.profile.changePassword }).click()
  const form = dialog(page, vi.profile.changePassword)
  await page.setViewportSize({ width: 901, height: 768 })
  await expect.poll(async () => (await form.boundingBox())!.width).toBe(600)
  await page.setViewportSize({ width: 900, height: 768 })
  await expect.poll(async () => (await form.boundingBox())!.width).toBe(900)
})

test('without e-mail the page names whom to contact; a wrong link is reported', async ({ browser }) => {
  const { page, watch } = await openPage(browser, null)
  watch.allow(/400/)
  await page.goto('/account/login')
  await page.getByRole('link', { name: vi.area.forgot }).click()
  await expect(page.getByText(message('mail_off'))).toBeVisible()
  await expect(page.getByRole('button', { name: vi.area.forgotSubmit })).toHaveCount(0)
  await page.getByRole('link', { name: vi.area.toLogin }).click()
  await expect(page).toHaveURL(/\/account\/login$/)
  await page.goto('/account/forgot-password?token=nothing')
  await page.getByLabel(vi.field.newPassword, { exact: true }).fill(plant.password)
  await page.getByLabel(vi.field.repeat, { exact: true }).fill(plant.password)
  await page.getByRole('button', { name: vi.area.resetSubmit }).click()
  await expect(page.getByRole('alert')).toHaveText(message('reset_link_invalid'))
})

interface Screen {
  name: string
  path: string
  inside: boolean
  open?: (page: Page, text: typeof vi | typeof en) => Promise<unknown>
}
const SCREENS: Screen[] = [
  { name: 'register', path: '/account/register', inside: false },
  { name: 'forgotten password', path: '/account/forgot-password', inside: false },
  { name: 'new password', path: '/account/forgot-password?token=x', inside: false },
  { name: 'accounts', path: '/accounts/manage', inside: true },
  {
    name: 'an account',
    path: '/accounts/manage',
    inside: true,
    open: (page, t) => page.getByRole('button', { name: t.accounts.add }).click(),
  },
  { name: 'roles', path: '/roles/manage', inside: true },
  {
    name: 'a role',
    path: '/roles/manage',
    inside: true,
    open: (page, t) => page.getByRole('button', { name: t.roles.add }).click(),
  },
  { name: 'log', path: '/audit/index', inside: true },
  {
    name: 'profile',
    path: '/roles/manage',
    inside: true,
    async open(page, t) {
      await page.getByRole('button', { name: new RegExp(`^${t.shell.account}`) }).click()
      await page.getByRole('menuitem', { name: t.profile.open }).click()
      await expect(page.getByRole('list', { name: t.profile.sessions })).toBeVisible()
    },
  },
]

for (const screen of SCREENS) {
  const show = async (browser: Browser, look: { theme?: 'dark'; language?: 'en' } = {}) => {
    const { page } = await openPage(browser, screen.inside ? 'admin' : null)
    await choose(page, look, screen.inside)
    await page.goto(screen.path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await screen.open?.(page, look.language === 'en' ? en : vi)
    if (screen.open) await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    return page
  }

  test(`${screen.name}: fits every width in both languages, without accessibility violations in either theme`, async ({
    browser,
  }) => {
    const page = await show(browser)
    await expectToFit(page, 'vi')
    if (screen.inside) await expectAccessible(page)
    else
      // Before somebody signs in there is no button of the theme.
      for (const at of [page, await show(browser, { theme: 'dark' })])
        expect(await accessibilityViolations(at)).toEqual([])
    await expectToFit(await show(browser, { language: 'en' }), 'en')
  })
}
