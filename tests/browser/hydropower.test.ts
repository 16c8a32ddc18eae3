import { expect, test, type Page } from '@playwright/test'
import { TIME_PATTERN } from '#client/lib/local-time.ts'
import { en } from '#client/lib/text/en/index.ts'
import { vi, type Text } from '#client/lib/text/vi/index.ts'
import { messages, text as messageText } from '#contract/messages.ts'
import { checkPage, accessibilityViolations } from './page-checks.ts'
import { startPlant, type Plant } from './plant.ts'
import { dialog, fill, pagesAt, expectNotice } from './pages.ts'

const PATH = '/settings/information'

/** Other tests depend on the description changed here: a plant of its own. */
let plant: Plant
test.beforeAll(async () => {
  test.setTimeout(120_000)
  plant = await startPlant()
})
test.afterAll(() => plant.close())
const openPage = pagesAt(() => plant)

type Tab = keyof typeof vi.hydropower.tabs
async function show(page: Page, tab: Tab, text: Text = vi) {
  await page.goto(`${PATH}?tab=${tab}`)
  await expect(page.getByRole('heading', { level: 1, name: text.hydropower.title })).toBeVisible()
  await expect(page.getByRole('tab', { name: text.hydropower.tabs[tab], exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
}
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) })
async function act(page: Page, name: string, label: string, text: Text = vi) {
  await page.getByRole('button', { name: fill(text.act.more, { name }) }).click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}
/** The text box of a choice, not the hidden field beside it. */
const box = (form: ReturnType<Page['getByRole']>, label: string) =>
  form.getByRole('combobox', { name: label, exact: true })
async function pick(page: Page, field: ReturnType<Page['getByRole']>, option: string | RegExp) {
  await field.click()
  await page.getByRole('option', { name: option }).click()
  await expect(page.getByRole('option')).toHaveCount(0)
}

test('a gate with two leaves is added: only what the formula of its type needs is requested', async ({
  browser,
}) => {
  const { page } = await openPage(browser)
  await show(page, 'gates')
  await page.getByRole('button', { name: vi.hydropower.addGate }).click()
  const form = dialog(page, vi.hydropower.addGate)
  const gate = vi.fieldOf.gate
  await form.getByLabel(gate.name, { exact: true }).fill('Tràn phụ hai cửa')
  await pick(page, box(form, gate.type), 'Cống tròn')
  await expect(form.getByLabel(gate.parameters.diameter, { exact: true })).toBeVisible()
  await expect(form.getByLabel(gate.parameters.width, { exact: true })).toHaveCount(0)
  await pick(page, box(form, gate.type), 'Cửa van phẳng')
  await expect(form.getByText(/chưa tính được bằng công thức/)).toBeVisible()
  await form.getByLabel(gate.parameters.width, { exact: true }).fill('8,5')
  await form.getByLabel(gate.parameters.sill, { exact: true }).fill('401.25')
  await expect(form.getByText(/chưa tính được bằng công thức/)).toHaveCount(0)
  await form.getByRole('button', { name: vi.hydropower.addLeaf }).click()
  const leaves = form.getByRole('group', { name: /^Cửa \d$/ })
  await expect(leaves).toHaveCount(2)
  for (const i of [0, 1]) {
    const series = leaves.nth(i).getByRole('combobox', { name: gate.leaves.openingSeries, exact: true })
    // Found without diacritics.
    await series.fill(`do mo cua van cung ${i + 1}`)
    await page.getByRole('option', { name: new RegExp(`gate\\.${i + 1}\\.opening`) }).click()
    await expect(page.getByRole('option')).toHaveCount(0)
  }
  await form.getByRole('button', { name: vi.act.add, exact: true }).click()
  await expect(form).toHaveCount(0)
  await expectNotice(page, fill(vi.items.added, { name: 'Tràn phụ hai cửa' }))
  await expect(row(page, 'Tràn phụ hai cửa').getByRole('cell').nth(1)).toHaveText('2')
  await expect(row(page, 'Tràn phụ hai cửa')).toContainText('401.25')
  await expect(row(page, 'Tràn phụ hai cửa')).toContainText('8.50')
  await expect(row(page, 'Tràn phụ hai cửa')).toContainText(vi.items.always)
})

test('a unit is changed from a date, and its history shows the difference in both languages', async ({
  browser,
}) => {
  const { page } = await openPage(browser)
  await show(page, 'units')
  await page.getByRole('button', { name: 'Tổ máy H1', exact: true }).click()
  const form = dialog(page, fill(vi.items.editOne, { name: 'Tổ máy H1' }))
  const save = form.getByRole('button', { name: vi.act.save, exact: true })
  await expect(save).toBeDisabled()
  await form.getByLabel(vi.fieldOf.unit.qmax, { exact: true }).fill('31,5')
  await expect(form.getByLabel(vi.items.fromTime, { exact: true })).toBeChecked()
  const at = form.getByLabel(vi.items.at, { exact: true })
  await at.fill('32/13/2026')
  await save.click()
  await expect(form.getByText(fill(vi.items.atWrong, { example: '31/12/2026 14:35' }))).toBeVisible()
  await expect(at).toBeFocused()
  await at.fill('01/11/2026 07:00')
  await form.getByLabel(vi.field.reason).fill('Thay bánh xe công tác')
  await save.click()
  await expect(form).toHaveCount(0)
  await expect(row(page, 'Tổ máy H1')).toContainText('31.5')
  await expect(row(page, 'Tổ máy H1')).toContainText(fill(vi.items.from, { from: '01/11/2026 07:00' }))

  await act(page, 'Tổ máy H1', vi.items.history)
  const history = dialog(page, fill(vi.items.historyTitle, { name: 'Tổ máy H1' }))
  await expect(history.getByText(vi.items.eventChange, { exact: true })).toBeVisible()
  await expect(history.getByText('Lý do: Thay bánh xe công tác')).toBeVisible()
  await expect(history.getByRole('row', { name: `${vi.fieldOf.unit.qmax} 30 m³/s 31.5 m³/s` })).toBeVisible()
  await history.getByRole('button', { name: /Xem giá trị ban đầu/ }).click()
  await expect(history.getByRole('row', { name: /Loại tua bin Tua bin phản kích/ })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')

  // The state before that day is one field away, and can be shared.
  const when = page.getByLabel(vi.hydropower.seenAt)
  await when.fill('31/10/2026')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Tổ máy H1')).toContainText('30.0')
  await expect(page).toHaveURL(/at=2026-10-31/)
  await page.getByRole('button', { name: vi.hydropower.seenNow }).click()
  await expect(row(page, 'Tổ máy H1')).toContainText('31.5')

  // An address that names no time is reported, and shows the present.
  await page.goto('/settings/information?tab=units&at=hom-qua')
  const unreadable = page.getByText(fill(vi.items.atWrong, { example: TIME_PATTERN.vi }))
  await expect(unreadable).toBeVisible()
  await expect(row(page, 'Tổ máy H1')).toContainText('31.5')
  await when.fill('')
  await page.keyboard.press('Enter')
  await expect(unreadable).toHaveCount(0)
  await expect(page).not.toHaveURL(/at=/)

  await page.getByText('ENG', { exact: true }).click()
  await act(page, 'Tổ máy H1', en.items.history, en)
  const english = dialog(page, fill(en.items.historyTitle, { name: 'Tổ máy H1' }))
  await expect(english.getByText(en.items.eventChange, { exact: true })).toBeVisible()
  await expect(english.getByRole('row', { name: `${en.fieldOf.unit.qmax} 30 m³/s 31.5 m³/s` })).toBeVisible()
  await expect(english.getByText(/2026-11-01 07:00/)).toBeVisible()
})

test('an invalid or ambiguous number is refused at its field, and nothing is sent', async ({ browser }) => {
  const { page } = await openPage(browser)
  await show(page, 'positions')
  await page.getByRole('button', { name: 'Hồ 2, vai phải đập', exact: true }).click()
  const form = dialog(page, fill(vi.items.editOne, { name: 'Hồ 2, vai phải đập' }))
  const offset = form.getByLabel(vi.fieldOf.position.offset, { exact: true })
  const save = form.getByRole('button', { name: vi.act.save, exact: true })
  const calls: string[] = []
  page.on('request', (r) => r.method() === 'PATCH' && calls.push(r.url()))
  await expect(form.getByText('Mực nước = 1 × số đo + 375.2 m')).toBeVisible()
  await offset.fill('375,200')
  await save.click()
  await expect(form.getByText(messageText('ambiguous_number', 'vi', { text: '375,200' }))).toBeVisible()
  await expect(offset).toBeFocused()
  await offset.fill('ba trăm')
  await expect(form.getByText(messages.vi.not_a_number)).toBeVisible()
  await form.getByLabel(vi.fieldOf.position.gain, { exact: true }).fill('0')
  await offset.fill('375,25')
  await save.click()
  await expect(form.getByText(messages.vi.not_zero)).toBeVisible()
  expect(calls).toEqual([])
  await form.getByLabel(vi.fieldOf.position.gain, { exact: true }).fill('1')
  await form.getByLabel(/^Sửa cho cả thời kỳ/).check()
  await save.click()
  await expect(form).toHaveCount(0)
  await expect(row(page, 'Hồ 2, vai phải đập')).toContainText('375.250')
  expect(calls).toHaveLength(1)
})

test('levels out of order are refused at their field, and an unusual one is only a warning', async ({
  browser,
}) => {
  const { page } = await openPage(browser)
  await show(page, 'reservoir')
  await page.getByRole('button', { name: vi.hydropower.edit }).click()
  const form = dialog(page, vi.hydropower.edit)
  const levels = vi.fieldOf.plant.levels
  await form.getByLabel(levels.designedFlood, { exact: true }).fill('411')
  await expect(form.getByText(vi.hydropower.warnFloodBelowNormal)).toBeVisible()
  await form.getByLabel(levels.dead, { exact: true }).fill('370')
  await form.getByRole('button', { name: vi.act.save, exact: true }).click()
  await expect(form.getByLabel(levels.dead, { exact: true })).toBeFocused()
  await expect(form.getByText(/^Thấp hơn 378 m/)).toBeVisible()
  await form.getByLabel(levels.dead, { exact: true }).fill('385')
  await form.getByRole('button', { name: vi.hydropower.addSeason }).click()
  await form
    .getByRole('group', { name: new RegExp(vi.hydropower.seasonLimits) })
    .last()
    .getByLabel(vi.fieldOf.plant.seasonLimits.level, { exact: true })
    .fill('408')
  await form.getByLabel(vi.fieldOf.plant.phone).fill('0255 123 456')
  await form.getByLabel(vi.fieldOf.plant.meanAnnualFlow).fill('31,4')
  await form.getByRole('button', { name: vi.hydropower.addFlood }).click()
  await form.getByLabel(vi.fieldOf.plant.floods.frequency).fill('0,2')
  await form.getByLabel(vi.fieldOf.plant.floods.flow).fill('4120')
  await form.getByRole('button', { name: vi.act.save, exact: true }).click()
  await expect(form).toHaveCount(0)
  const shown = page.getByRole('region', { name: vi.hydropower.levels })
  await expect(shown).toContainText('408.00')
  await expect(shown).toContainText(fill(vi.hydropower.season, { from: '01/09', to: '30/11' }))
  await expect(shown).toContainText('411.00')
  await expect(page.getByRole('region', { name: vi.hydropower.identity })).toContainText('0255 123 456')
  const basin = page.getByRole('region', { name: vi.hydropower.basinAndDays })
  await expect(basin).toContainText('31.40 m³/s')
  await expect(basin).toContainText('P = 0.2 %')
})

test('the second of two who change one item is warned, sees the first change, and continues', async ({
  browser,
}) => {
  const [{ page: first }, { page: second, watch }] = [await openPage(browser), await openPage(browser)]
  watch.allow(/409/)
  const name = 'Tràn tự do'
  const edit = async (page: Page) => {
    await show(page, 'gates')
    await page.getByRole('button', { name, exact: true }).click()
    const form = dialog(page, fill(vi.items.editOne, { name }))
    await expect(form.getByLabel(vi.fieldOf.gate.parameters.m, { exact: true })).toBeVisible()
    return form
  }
  const [a, b] = [await edit(first), await edit(second)]
  await a.getByLabel(vi.fieldOf.gate.parameters.m, { exact: true }).fill('0.455')
  await a.getByLabel(/^Sửa cho cả thời kỳ/).check()
  await a.getByRole('button', { name: vi.act.save, exact: true }).click()
  await expect(a).toHaveCount(0)
  await b.getByLabel(vi.fieldOf.gate.every, { exact: true }).fill('600')
  await b.getByRole('button', { name: vi.act.save, exact: true }).click()
  await expect(b.getByRole('alert')).toContainText(vi.items.conflict)
  await b.getByRole('button', { name: vi.act.reload }).click()
  await expect(b.getByLabel(vi.fieldOf.gate.parameters.m, { exact: true })).toHaveValue('0.455')
  await b.getByLabel(vi.fieldOf.gate.every, { exact: true }).fill('600')
  await b.getByRole('button', { name: vi.act.save, exact: true }).click()
  await expect(b).toHaveCount(0)
})

test('deleting asks first, notes that the history stays, and Enter does not confirm', async ({ browser }) => {
  const { page } = await openPage(browser)
  await show(page, 'positions')
  const name = 'Thượng lưu cửa lấy nước'
  const ask = dialog(page, fill(vi.items.retireTitle, { name }))
  await act(page, name, vi.items.retire)
  await expect(ask).toContainText(vi.items.retireSure)
  await expect(ask).toContainText(vi.items.retireStays)
  await page.keyboard.press('Enter')
  await expect(ask).toHaveCount(0)
  await expect(row(page, name)).toBeVisible()
  await act(page, name, vi.items.retire)
  await ask.getByLabel(vi.field.reason).fill('Tháo trạm')
  await ask.getByRole('button', { name: vi.items.retire, exact: true }).click()
  await expect(ask).toHaveCount(0)
  await expect(row(page, name)).toHaveCount(0)
})

test('the storage curve is drawn with its levels, and read at one', async ({ browser }) => {
  const { page } = await openPage(browser)
  await show(page, 'storage')
  const chart = page.getByRole('figure', { name: vi.hydropower.storageChart })
  await expect(chart).toHaveAttribute('data-ready', 'true')
  const normal = page.getByRole('row', { name: new RegExp(`^${vi.fieldOf.plant.levels.normal}`) })
  await expect(normal).toContainText('412.00')
  await page.getByLabel(vi.lookUp.level, { exact: true }).fill('412')
  await expect(page.getByRole('status').filter({ hasText: 'km²' })).toBeVisible()
  const volume = await page.getByLabel(vi.lookUp.volume, { exact: true }).inputValue()
  const shown = (await normal.getByRole('cell').nth(1).textContent())!
  expect(Number(volume)).toBeCloseTo(Number(shown), 2)
  await page.getByLabel(vi.lookUp.level, { exact: true }).fill('500')
  await expect(page.getByText(vi.lookUp.outside.split('{{')[0])).toBeVisible()
  await page.getByRole('tab', { name: vi.hydropower.tabs.section }).click()
  await expect(page).toHaveURL(/tab=section/)
  await expect(page.getByRole('group', { name: /^Mặt cắt đập/ })).toBeVisible()
})

test('viewers see everything and can change nothing', async ({ browser }) => {
  const { page } = await openPage(browser, 'viewer')
  await show(page, 'units')
  await expect(row(page, 'Tổ máy H2')).toBeVisible()
  await expect(page.getByRole('button', { name: vi.hydropower.addUnit })).toHaveCount(0)
  await act(page, 'Tổ máy H2', vi.items.view)
  const form = dialog(page, 'Tổ máy H2')
  await expect(form.getByLabel(vi.fieldOf.unit.qmax, { exact: true })).toBeDisabled()
  // Fields collapsed for editors are open for readers, who cannot expand them.
  await expect(form.getByLabel(vi.fieldOf.unit.cutIn, { exact: true })).toBeVisible()
  await expect(form.getByRole('button', { name: vi.act.save, exact: true })).toHaveCount(0)
  await expect(form.getByText(vi.items.effective)).toHaveCount(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await form.getByRole('button', { name: vi.act.close, exact: true }).first().click()
  await act(page, 'Tổ máy H2', vi.items.history)
  await expect(dialog(page, fill(vi.items.historyTitle, { name: 'Tổ máy H2' }))).toContainText(
    vi.items.eventAdd,
  )
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: vi.hydropower.tabs.storage }).click()
  await expect(page.getByText(vi.hydropower.storageNoRight)).toBeVisible()
})

test('tabs and forms fit every width, without accessibility violations in either theme', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const { page } = await openPage(browser)
  const look = async (what: string) => {
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await checkPage(page, what)
  }
  await show(page, 'reservoir')
  for (const name of Object.values(vi.hydropower.tabs)) {
    const tab = page.getByRole('tab', { name, exact: true })
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await look(name)
  }
  await show(page, 'gates')
  await page.getByRole('button', { name: vi.hydropower.addGate }).click()
  const gate = dialog(page, vi.hydropower.addGate)
  await gate.getByRole('button', { name: vi.act.add, exact: true }).click()
  await expect(gate.getByLabel(vi.fieldOf.gate.name, { exact: true })).toBeFocused()
  await look('the form of a gate')
  await show(page, 'reservoir')
  await page.getByRole('button', { name: vi.hydropower.edit }).click()
  await expect(dialog(page, vi.hydropower.edit).getByLabel(vi.fieldOf.plant.name)).toBeVisible()
  await look('the form of the reservoir')
})
