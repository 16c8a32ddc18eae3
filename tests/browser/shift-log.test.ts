import type { BrowserContext } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { en, expect, signIn, test, vi, type Page } from './fixtures.ts'
import { overflow, accessibilityViolations } from './page-checks.ts'

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

const sessions: Record<string, Session> = {}
/** Names of accounts, by user name. */
const names: Record<string, string> = {}

test.beforeAll(async ({ plant, browser }) => {
  for (const username of ['operator', 'manager']) {
    const context = await browser.newContext({ baseURL: plant.url })
    const page = await context.newPage()
    await page.goto('/account/login')
    await signIn(page, { ...plant, username })
    await expect(page).toHaveURL(/\/dashboard/)
    const avatar = page.getByRole('button', { name: new RegExp(`^${vi.shell.account}: `) })
    names[username] = (await avatar.getAttribute('aria-label'))!.slice(`${vi.shell.account}: `.length)
    sessions[username] = await context.storageState()
    await context.close()
  }
})

async function open(page: Page, path = '/log/index', username = 'operator') {
  await page.context().setStorageState(sessions[username])
  await page.goto(path)
}
const log = (page: Page) => page.getByRole('group', { name: vi.shiftLog.list.title, exact: true })
const items = (page: Page, text: string) => log(page).getByRole('listitem').filter({ hasText: text })
const notice = (page: Page, text: string) => page.getByText(text, { exact: true })
const notices = (page: Page) => page.locator('[data-kind]').and(page.locator('.mantine-Notification-root'))
/** The latest entry, above the list. */
const written = (page: Page, what: string) => page.getByRole('status').filter({ hasText: what })
/** A dialog by the fixed part of its title. */
const dialog = (page: Page, title: string) =>
  page.getByRole('dialog', { name: new RegExp(`^${title.split('{{')[0]}`) })

test('before anybody is on duty, the form of a sheet names the outgoing operator', async ({ page }) => {
  await open(page, '/log/handover')
  await page.getByRole('button', { name: vi.handover.new, exact: true }).click()
  const form = page.getByRole('dialog', { name: vi.handover.new })
  const status = form.getByRole('status').filter({ hasText: vi.shiftLog.duty.nobody })
  await expect(status).toContainText(names.operator)
  await expect(form.getByRole('combobox', { name: vi.handover.incoming })).toBeVisible()
  await status.getByRole('link', { name: vi.handover.toLog }).click()
  await expect(page).toHaveURL(/\/log\/index$/)
})

test('an operator goes on duty, writes with Enter, and an order is carried out', async ({ page }) => {
  await open(page)
  await expect(page.getByText(vi.shiftLog.duty.nobody)).toBeVisible()
  await page.getByRole('button', { name: vi.shiftLog.duty.change }).click()
  const form = page.getByRole('dialog', { name: vi.shiftLog.duty.change })
  await form.getByLabel(vi.shiftLog.field.shift, { exact: true }).fill('Ca 1')
  await form.getByRole('button', { name: vi.shiftLog.duty.change }).click()
  await expect(form).toHaveCount(0)
  await expect(notice(page, messages.vi.change_operator_success)).toBeVisible()
  // It disappears by itself.
  await expect(notices(page)).toHaveCount(0)
  await expect(page.getByText(/^Ca 1 · từ \d\d:\d\d · đã /)).toBeVisible()

  const quick = page.getByRole('form', { name: vi.shiftLog.quick.title })
  const text = quick.getByLabel(vi.shiftLog.field.text)
  await text.press('Enter')
  await expect(quick.getByText('Bắt buộc nhập')).toBeVisible()
  await text.fill('Vớt rác cửa nhận nước')
  await text.press('Enter')
  await expect(items(page, 'Vớt rác cửa nhận nước')).toHaveCount(1)
  await expect(text).toHaveValue('')
  await expect(text).toBeFocused()
  await expect(written(page, 'Vớt rác cửa nhận nước')).toContainText(/^Đã ghi \d\d:\d\d · /)

  await quick.getByText(vi.shiftLog.kind.order, { exact: true }).click()
  await quick.getByLabel(vi.shiftLog.quick.number).fill('125/LĐ-VH')
  await quick.getByLabel(vi.shiftLog.quick.from).fill('Ban chỉ huy PCTT tỉnh')
  await text.fill('Mở tràn 0,5 m')
  await text.press('Enter')
  const orders = page.getByRole('region', { name: vi.shiftLog.orders.title })
  const order = orders.getByRole('listitem').filter({ hasText: '125/LĐ-VH' })
  await expect(order.getByText('Mở tràn 0,5 m', { exact: true })).toBeVisible()
  await expect(written(page, 'Mở tràn 0,5 m')).toHaveCount(1)
  await expect(written(page, 'Vớt rác cửa nhận nước')).toHaveCount(0)
  // Without a tick it is not acknowledged.
  await expect(
    order.getByRole('button', { name: new RegExp(`^${vi.shiftLog.orders.acknowledge}`) }),
  ).toBeVisible()
  // Nothing covers the next button.
  expect(await notices(page).count()).toBe(0)
  await order
    .getByRole('button', { name: `${vi.shiftLog.orders.carryOut}: 125/LĐ-VH · Ban chỉ huy PCTT tỉnh` })
    .click()
  await expect(order).toHaveCount(0)
  await expect(written(page, `${vi.shiftLog.orders.carryOut}: 125/LĐ-VH`)).toHaveCount(1)
  expect(await notices(page).count()).toBe(0)
  await expect(items(page, '125/LĐ-VH')).toContainText('đã thực hiện')
})

test('an entry is corrected and withdrawn with a reason, and its history stays', async ({ page }) => {
  await open(page)
  const quick = page.getByRole('form', { name: vi.shiftLog.quick.title })
  await quick.getByText(vi.shiftLog.kind.call, { exact: true }).click()
  await quick.getByLabel(vi.shiftLog.quick.with).fill('Điều độ A3')
  await quick.getByLabel(vi.shiftLog.field.text).fill('Hỏi công suất')
  await quick.getByRole('button', { name: vi.shiftLog.quick.save, exact: true }).click()
  const line = items(page, 'Điều độ A3')
  await expect(line).toHaveCount(1)
  const act = async (of: typeof line, name: string) => {
    await of.getByRole('button').click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act(line, vi.shiftLog.act.correct)
  const form = dialog(page, vi.shiftLog.correctTitle)
  await form.getByLabel(vi.shiftLog.field.call.party).fill('Điều độ A0')
  await form.getByRole('button', { name: vi.act.save }).click()
  await expect(form.getByText(vi.shiftLog.field.needWhy)).toBeVisible()
  await form.getByLabel(vi.shiftLog.field.why).fill('Nhầm tên')
  await form.getByRole('button', { name: vi.act.save }).click()
  await expect(form).toHaveCount(0)
  const corrected = items(page, 'Điều độ A0')
  await expect(corrected).toHaveCount(1)
  await act(corrected, vi.shiftLog.act.history)
  const history = dialog(page, vi.shiftLog.historyTitle)
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await expect(history).toContainText('Nhầm tên')
  await page.keyboard.press('Escape')
  await expect(history).toHaveCount(0)
  await act(corrected, vi.shiftLog.act.withdraw)
  const question = dialog(page, vi.shiftLog.withdrawTitle)
  await question.getByLabel(vi.shiftLog.field.whyWithdraw).fill('Ghi trùng')
  await question.getByRole('button', { name: vi.shiftLog.act.withdraw }).click()
  await expect(question).toHaveCount(0)
  await expect(corrected).toHaveCount(0)
})

test('the timeline is filtered by kind and text, and the address keeps the filter', async ({ page }) => {
  await open(page)
  const kinds = page.getByRole('group', { name: vi.shiftLog.filter.kinds })
  await kinds.getByRole('button', { name: vi.shiftLog.kind.gate }).click()
  await expect(page).toHaveURL(/kinds=gate/)
  await expect(items(page, 'MW').first()).toBeVisible()
  await expect(items(page, 'Vớt rác')).toHaveCount(0)
  await kinds.getByRole('button', { name: vi.shiftLog.filter.all }).click()
  await page.getByRole('searchbox').fill('VOT rac')
  await expect(page).toHaveURL(/search=VOT/)
  await expect(items(page, 'Vớt rác')).toHaveCount(1)
  await page.reload()
  await expect(log(page).getByRole('listitem')).toHaveText([/Vớt rác cửa nhận nước/])
  await page.getByRole('searchbox').fill('không có gì như thế')
  await expect(page.getByText(vi.shiftLog.list.empty)).toBeVisible()
})

test('entries of other people appear by themselves', async ({ page, browser, plant }) => {
  await open(page)
  await expect(items(page, 'Vớt rác')).toHaveCount(1)
  const context = await browser.newContext({ baseURL: plant.url })
  const other = await context.newPage()
  await open(other, '/log/index', 'manager')
  const text = other.getByRole('form', { name: vi.shiftLog.quick.title }).getByLabel(vi.shiftLog.field.text)
  await text.fill('Ghi từ máy khác')
  await text.press('Enter')
  await expect(items(other, 'Ghi từ máy khác')).toHaveCount(1)
  await expect(items(page, 'Ghi từ máy khác')).toHaveCount(1, { timeout: 45_000 })
  await context.close()
})

test('a shift is handed over: drafted, signed by both, printed, and the other is on duty', async ({
  page,
  browser,
  plant,
  watch,
}) => {
  watch.allow(/status of 400 .*handovers\/sign/)
  await open(page, '/log/handover')
  await page.getByRole('button', { name: vi.handover.new }).click()
  const form = page.getByRole('dialog', { name: vi.handover.new })
  await form.getByRole('button', { name: vi.handover.create }).click()
  await expect(form.getByText(vi.handover.incomingNeeded)).toBeVisible()
  await form.getByRole('combobox', { name: vi.handover.incoming }).click()
  await page.getByRole('option', { name: names.manager, exact: true }).click()
  await form.getByLabel(vi.handover.words).fill('Cửa số 1 mở theo lệnh 125')
  await form.getByRole('button', { name: vi.handover.create }).click()
  const paper = page.getByRole('article', { name: vi.handover.sheet })
  await expect(paper.getByText(vi.handover.draftMark)).toBeVisible()
  await expect(paper).toContainText('Cửa số 1 mở theo lệnh 125')
  await expect(paper).toContainText('Vớt rác cửa nhận nước')
  await expect(paper.getByRole('row').filter({ hasText: vi.handover.figure.lake_level })).toContainText(
    /\d{3}\.\d{2}/,
  )
  const url = page.url()
  await page.getByRole('button', { name: vi.handover.sign, exact: true }).click()
  const sign = page.getByRole('dialog', { name: vi.handover.signTitle })
  await sign.getByLabel(new RegExp(`^${vi.handover.password}`)).fill('Forebay0000')
  await sign.getByRole('button', { name: vi.handover.sign }).click()
  await expect(sign.getByText('Mật khẩu hiện tại không đúng')).toBeVisible()
  await sign.getByLabel(new RegExp(`^${vi.handover.password}`)).fill(plant.password)
  await sign.getByRole('button', { name: vi.handover.sign }).click()
  await expect(sign).toHaveCount(0)
  await expect(paper.getByText(vi.handover.offeredMark)).toBeVisible()

  const context = await browser.newContext({ baseURL: plant.url })
  const other = await context.newPage()
  await open(other, '/log/index', 'manager')
  const link = other.getByRole('link', { name: vi.shiftLog.duty.toSign })
  await expect(link).toBeVisible()
  await link.click()
  await expect(other).toHaveURL(url)
  // Meanwhile the incoming operator cannot hand over, which is reported before anything is filled in.
  await open(other, '/log/handover', 'manager')
  await other.getByRole('button', { name: vi.handover.new, exact: true }).click()
  const early = other.getByRole('dialog', { name: vi.handover.new })
  await expect(early.getByRole('status').filter({ hasText: names.operator })).toContainText(
    vi.handover.otherOnWhat,
  )
  await expect(early.getByRole('combobox')).toHaveCount(0)
  await other.goto(url)
  await other.getByRole('button', { name: vi.handover.accept }).click()
  const accept = other.getByRole('dialog', { name: vi.handover.acceptTitle })
  await accept.getByLabel(vi.handover.remark).fill('Đã kiểm tra')
  await accept.getByLabel(new RegExp(`^${vi.handover.password}`)).fill(plant.password)
  await accept.getByRole('button', { name: vi.handover.accept }).click()
  await expect(accept).toHaveCount(0)
  await expect(other.getByText(vi.handover.sinceNone)).toBeVisible()
  await expect(other.getByText('Đã kiểm tra')).toBeVisible()
  await open(other, '/log/index', 'manager')
  await expect(other.getByRole('strong').filter({ hasText: names.manager })).toBeVisible()
  await context.close()

  // On paper: no bars, no buttons, black on white, and nothing cut off.
  await page.goto(url)
  await expect(paper.getByText(/Đã ký \d/)).toHaveCount(2)
  await expect(paper.getByText(vi.product.demo, { exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize({ width: 794, height: 1123 })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button', { name: vi.handover.print })).toBeHidden()
  const look = await paper.evaluate((e) => [getComputedStyle(e).color, getComputedStyle(e).backgroundColor])
  expect(look).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  await expect.poll(() => overflow(page)).toEqual([])
  expect((await page.screenshot({ fullPage: true })).length).toBeGreaterThan(10_000)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
})

test('text typed while an entry is being sent stays', async ({ page }) => {
  await open(page)
  const text = page.getByRole('form', { name: vi.shiftLog.quick.title }).getByLabel(vi.shiftLog.field.text)
  const gate = Promise.withResolvers<void>()
  await page.route('**/v1/log/entries/add', async (route) => {
    await gate.promise
    await route.continue()
  })
  await text.fill('Kiểm tra cửa van số 2')
  const request = page.waitForRequest('**/v1/log/entries/add')
  await text.press('Enter')
  await request
  await text.fill('Gọi trạm hạ du')
  gate.resolve()
  await expect(written(page, 'Kiểm tra cửa van số 2')).toHaveCount(1)
  await expect(text).toHaveValue('Gọi trạm hạ du')
  await page.reload()
  await expect(text).toHaveValue('Gọi trạm hạ du')
  await text.press('Enter')
  await expect(text).toHaveValue('')
})

test('unsent text is there after a reload, for nobody else, and gone once it is sent', async ({
  page,
  plant,
}) => {
  // A session of its own: it is signed out.
  await page.goto('/account/login')
  await signIn(page, { ...plant, username: 'operator' })
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/log/index')
  const quick = page.getByRole('form', { name: vi.shiftLog.quick.title })
  const text = quick.getByLabel(vi.shiftLog.field.text)
  await quick.getByText(vi.shiftLog.kind.order, { exact: true }).click()
  await quick.getByLabel(vi.shiftLog.quick.number).fill('130/LĐ')
  await quick.getByLabel(vi.shiftLog.quick.from).fill('Ban chỉ huy')
  await text.fill('Đóng dần cửa số 2')
  await page.reload()
  await expect(text).toHaveValue('Đóng dần cửa số 2')
  await expect(quick.getByLabel(vi.shiftLog.quick.number)).toHaveValue('130/LĐ')
  await expect(quick.getByLabel(vi.shiftLog.quick.from)).toHaveValue('Ban chỉ huy')
  await text.press('Enter')
  await expect(items(page, 'Đóng dần cửa số 2')).toHaveCount(1)
  await expect(text).toHaveValue('')
  await page.reload()
  await expect(text).toHaveValue('')
  await expect(quick.getByLabel(vi.shiftLog.quick.number)).toHaveCount(0)

  // Signing out removes it, also for the next account.
  await text.fill('Chưa ghi xong')
  await page.getByRole('button', { name: vi.shell.logout }).first().click()
  await expect(page).toHaveURL(/\/account\/login/)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Chưa ghi xong')
  await signIn(page, { ...plant, username: 'manager' })
  await expect(page).toHaveURL(/\/log\/index|\/dashboard/)
  await page.goto('/log/index')
  await expect(text).toHaveValue('')

  // The texts of a sheet, before it is drafted and after.
  await page.goto('/log/handover')
  const begin = () => page.getByRole('button', { name: vi.handover.new, exact: true }).click()
  await begin()
  const form = page.getByRole('dialog', { name: vi.handover.new })
  await form.getByLabel(vi.handover.words).fill('Theo dõi cửa số 3')
  await page.reload()
  await begin()
  await expect(form.getByLabel(vi.handover.words)).toHaveValue('Theo dõi cửa số 3')
  await form.getByRole('combobox', { name: vi.handover.incoming }).click()
  await page.getByRole('option', { name: names.operator, exact: true }).click()
  await form.getByRole('button', { name: vi.handover.create }).click()
  const draft = page.getByRole('form', { name: vi.handover.state.draft })
  await expect(draft.getByLabel(vi.handover.words)).toHaveValue('Theo dõi cửa số 3')
  await draft.getByLabel(vi.handover.words).fill('Theo dõi cửa số 3, tiếng ồn lạ')
  await page.reload()
  await expect(draft.getByLabel(vi.handover.words)).toHaveValue('Theo dõi cửa số 3, tiếng ồn lạ')
  // Unsaved changes are not signed.
  await expect(page.getByRole('button', { name: vi.handover.sign, exact: true })).toBeDisabled()
  await draft.getByRole('button', { name: vi.handover.save }).click()
  await expect(notice(page, vi.handover.saved)).toBeVisible()
  await expect(page.getByRole('button', { name: vi.handover.sign, exact: true })).toBeEnabled()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((k) => k.includes('typed.')))).toEqual([])
})

test('the page fits a wide screen and a phone, in both languages', async ({ page }) => {
  // Two pages are judged in three widths each.
  test.setTimeout(120_000)
  for (const path of ['/log/index', '/log/handover']) {
    await open(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy]')).toHaveCount(0)
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1000, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      expect(await accessibilityViolations(page)).toEqual([])
      await expect.poll(() => overflow(page)).toEqual([])
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page)
  await page.getByText('ENG', { exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: en.shiftLog.title })).toBeVisible()
  // Texts of the server, too.
  const list = page.getByRole('group', { name: en.shiftLog.list.title, exact: true })
  await expect(list.getByText(en.shiftLog.list.sensor).first()).toBeVisible()
})
