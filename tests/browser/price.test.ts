import { ITEMS } from '#contract/items.ts'
import { choose, en, expect, test, vi, type Page, type Text } from './fixtures.ts'
import { checkPage } from './page-checks.ts'
import { dialog, expectNotice, fill } from './pages.ts'

/** The price page: one plant, whose tariff each test finds as the one before left it. */
test.describe.configure({ mode: 'serial' })

const at = (tab: string) => `/tools/#/price?tab=${tab}`
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const cell = (page: Page, day: string, words: string) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: day, exact: true }) })
    .getByRole('cell', { name: words })

async function open(page: Page, name: keyof Text['price']['tab'], text: Text = vi) {
  await page.goto(at(name))
  await expect(tab(page, text.price.tab[name])).toHaveAttribute('aria-selected', 'true')
}

test('the ready calendar is drawn with its classes in words, bands past midnight at both ends', async ({
  openPage,
}) => {
  const page = await openPage(true, 'manager')
  await open(page, 'calendars')
  const { peak, off, normal } = vi.price.ready.classes
  await expect(cell(page, 'T2', `09:30–11:30: ${peak}`)).toBeVisible()
  await expect(cell(page, 'T2', `00:00–04:00: ${off}`)).toBeVisible()
  await expect(cell(page, 'T2', `22:00–24:00: ${off}`)).toBeVisible()
  await expect(cell(page, 'CN', `04:00–22:00: ${normal}`)).toBeVisible()
  await expect(page.getByText(`${peak}: 30.0 ${vi.price.week.hoursAWeek}`)).toBeVisible()
})

test('a calendar with a hole is drawn with it and refused in words; mended it is saved', async ({
  openPage,
}) => {
  const page = await openPage(true, 'manager')
  await open(page, 'calendars')
  await page.getByRole('button', { name: vi.price.calendar.add }).click()
  const form = dialog(page, vi.price.calendar.add)
  await form.getByLabel(vi.fieldOf.calendar.name).fill('Giờ của nhà máy')
  const band = form.getByRole('group', { name: `${vi.fieldOf.calendar.bands.self} 1`, exact: true })
  await band.getByLabel(vi.fieldOf.calendar.bands.to).fill('11:00')
  await expect(
    form.getByText(/2[.,]?5?.* giờ trong tuần chưa thuộc khung nào|3\.0 giờ trong tuần/),
  ).toBeVisible()
  await form.getByRole('button', { name: vi.act.add, exact: true }).click()
  const fault = form.getByText(/11:00–11:30 \(thứ Hai/)
  await expect(fault.last()).toBeInViewport()
  await band.getByLabel(vi.fieldOf.calendar.bands.to).fill('12:00')
  await expect(form.getByText(/3\.0 giờ trong tuần thuộc nhiều khung/)).toBeVisible()
  await band.getByLabel(vi.fieldOf.calendar.bands.to).fill('11:30')
  await form.getByRole('button', { name: vi.act.add, exact: true }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('button', { name: 'Giờ của nhà máy', exact: true })).toBeVisible()
})

test('a tariff takes one price of each class and season; what is missing is refused', async ({
  openPage,
  plant,
}) => {
  const page = await openPage(true, 'manager')
  // The tariff of the demo, as if it had never been.
  const [{ id, version }] = await plant.ask(ITEMS.tariff.list, {})
  await plant.ask(ITEMS.tariff.retire, { params: { id }, body: { version, from: null, reason: 'Thử' } })
  await open(page, 'tariffs')
  await page.getByRole('button', { name: vi.price.tariff.add }).first().click()
  const form = dialog(page, vi.price.tariff.add)
  await form.getByLabel(vi.fieldOf.tariff.name).fill('Chi phí tránh được')
  await form.getByRole('button', { name: fill(vi.price.tariff.complete, { n: 6 }) }).click()
  const prices = ['2800', '3000', '700', '1300', '640.5', '600']
  for (const [i, price] of prices.slice(0, 5).entries())
    await form
      .getByRole('group', { name: `${vi.fieldOf.tariff.prices.self} ${i + 1}`, exact: true })
      .getByLabel(vi.fieldOf.tariff.prices.price, { exact: true })
      .fill(price)
  // Stored energy has no entered surplus: it begins above a power.
  const surplus = form.getByRole('checkbox', { name: vi.fieldOf.tariff.surplus.self })
  await surplus.check()
  await expect(form.getByLabel(vi.fieldOf.tariff.surplus.power)).toBeVisible()
  await expect(form.getByRole('combobox', { name: vi.fieldOf.tariff.surplus.rule })).toHaveValue(
    vi.valueOf.above_power,
  )
  await surplus.uncheck()
  await form.getByRole('button', { name: vi.act.add, exact: true }).click()
  await expect(form.getByText(vi.items.effectiveNew)).toBeVisible()
  await form
    .getByRole('group', { name: `${vi.fieldOf.tariff.prices.self} 6`, exact: true })
    .getByLabel(vi.fieldOf.tariff.prices.price, { exact: true })
    .fill(prices[5])
  await form.getByRole('button', { name: vi.act.add, exact: true }).click()
  await expect(form).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: 'Chi phí tránh được' })
  await expect(row).toContainText('Giờ của nhà máy')
  await expect(row).toContainText('600 – 3,000')
})

test('the price of a minute is found with its reason, in both languages', async ({ openPage }) => {
  const page = await openPage(true, 'manager')
  // A Monday of the dry season.
  await page.goto(`${at('moment')}&at=2026-11-23+10:00`)
  const found = page.getByRole('region', { name: vi.price.result })
  await expect(found).toContainText('2,800')
  await expect(found).toContainText(vi.price.ready.classes.peak)
  await expect(found).toContainText('09:30–11:30')
  await expect(found).toContainText('Chi phí tránh được')
  const time = page.getByLabel(vi.price.moment.at, { exact: true })
  await time.fill('23/08/2026 03:00')
  await page.getByRole('button', { name: vi.price.moment.find }).click()
  await expect(found).toContainText('600')
  await expect(found).toContainText(vi.price.ready.seasons.wet)
  await time.fill('31/02/2026 03:00')
  await page.getByRole('button', { name: vi.price.moment.find }).click()
  await expect(time).toHaveAttribute('aria-invalid', 'true')
  await choose(page, { language: 'en' }, true)
  await page.reload()
  await expect(page.getByRole('region', { name: en.price.result })).toContainText(en.valueOf.sun)
})

test('energy and power are evaluated; a fault names its line', async ({ openPage, watch }) => {
  watch.allow(/status of 400.*\/price\/evaluate/)
  const page = await openPage(true, 'manager')
  await open(page, 'deductions')
  await page.getByRole('button', { name: vi.price.deduction.add }).first().click()
  const form = dialog(page, vi.price.deduction.add)
  await form.getByLabel(vi.fieldOf.deduction.name).fill('Phí rừng')
  await form.getByLabel(vi.fieldOf.deduction.amount).fill('36')
  await form.getByRole('button', { name: vi.act.add, exact: true }).click()
  await expect(form).toBeHidden()

  await tab(page, vi.price.tab.evaluate).click()
  const periods = page.getByLabel(vi.price.evaluate.periods.energy)
  await periods.fill('23/11/2026 09:00;23/11/2026 10:00;1000\n\n23/11/2026 10:00; 23/11/2026 10:30; 500')
  const compute = page.getByRole('button', { name: vi.price.compute, exact: true })
  await compute.click()
  const result = page.getByRole('region', { name: vi.price.result })
  // 500 kWh at 700, 1000 at 2800.
  await expect(result).toContainText('3,150,000')
  // Of which 1500 kWh at 36.
  await expect(result).toContainText('-54,000')
  await expect(result).toContainText('3,096,000')
  await periods.fill('23/11/2026 09:00;23/11/2026 10:00;1000\n\n23/11/2026 09:30; 23/11/2026 10:30; 500')
  await expect(result).toBeHidden()
  await compute.click()
  await expect(
    page.getByRole('alert').filter({ hasText: fill(vi.price.evaluate.line, { line: 3 }) }),
  ).toBeVisible()
  await page.getByText(vi.price.evaluate.power, { exact: true }).click()
  await page.getByLabel(vi.price.evaluate.periods.power).fill('23/11/2026 09:00\t23/11/2026 10:00\t1000')
  await compute.click()
  await expect(result).toContainText('1,750,000')
})

test('holidays are entered by year; somebody else’s change is not overwritten', async ({
  openPage,
  plant,
  watch,
}) => {
  watch.allow(/status of 409.*\/calendar\//)
  const page = await openPage(true, 'manager')
  await page.goto(`${at('holidays')}&year=2027`)
  await expect(page.getByText(vi.price.holiday.notCounted)).toBeVisible()
  await page.getByRole('button', { name: vi.price.holiday.add }).click()
  const form = dialog(page, vi.price.holiday.add)
  const dates = form.getByLabel(vi.price.holiday.dates)
  await dates.fill('1/1\nTết')
  await form.getByRole('button', { name: vi.act.add, exact: true }).click()
  await expect(form.getByText(fill(vi.price.holiday.wrong, { line: 2, text: 'Tết' }))).toBeVisible()

  const [other] = await plant.ask(ITEMS.calendar.list, {})
  await plant.ask(ITEMS.calendar.change, {
    params: { id: other.id },
    body: { version: other.version, body: { ...other.body, holidays: ['2027-09-02'] }, reason: null },
  } as never)
  await dates.fill('1/1\n5/2 - 9/2')
  await form.getByRole('button', { name: vi.act.add, exact: true }).click()
  await expect(form.getByText(vi.items.conflict)).toBeVisible()
  await form
    .getByRole('button', { name: /./ })
    .filter({ hasText: /phiên bản|Tải|mới/i })
    .first()
    .click()
  await form.getByRole('button', { name: vi.act.add, exact: true }).click()
  await expect(form).toBeHidden()
  await expectNotice(page, 'Giờ của nhà máy')
  const table = page.getByRole('table', { name: fill(vi.price.holiday.of, { year: '2027' }) })
  await expect(table.getByRole('rowheader')).toHaveText([
    '01/01/2027',
    '05/02/2027',
    '06/02/2027',
    '07/02/2027',
    '08/02/2027',
    '09/02/2027',
    '02/09/2027',
  ])
  await page.getByRole('button', { name: fill(vi.price.holiday.remove, { date: '02/09/2027' }) }).click()
  const confirm = page.getByRole('dialog', { name: fill(vi.price.holiday.remove, { date: '02/09/2027' }) })
  await confirm.getByRole('button', { name: vi.act.remove, exact: true }).click()
  await expect(table.getByRole('rowheader')).toHaveCount(6)
})

test('a change of a tariff previews the revenue of its months before it is saved', async ({ openPage }) => {
  const page = await openPage(true, 'manager')
  await open(page, 'tariffs')
  await page.getByRole('button', { name: 'Chi phí tránh được', exact: true }).click()
  const form = page.getByRole('dialog')
  await form
    .getByRole('group', { name: `${vi.fieldOf.tariff.prices.self} 1`, exact: true })
    .getByLabel(vi.fieldOf.tariff.prices.price, { exact: true })
    .fill('5600')
  await form.getByRole('radio', { name: /./ }).last().check()
  await form.getByRole('button', { name: vi.moneyEffect.ask }).click()
  const effect = form.getByRole('region', { name: vi.moneyEffect.title })
  await expect(
    effect
      .getByRole('table')
      .or(effect.getByText(/không đổi|chưa bán điện/))
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
})

test('prices are saved as a workbook, which reads back as what is in force', async ({ openPage }) => {
  const page = await openPage(true, 'manager')
  await open(page, 'tariffs')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: vi.price.file.export }).click()
  const file = await (await saving).path()
  await page.getByRole('button', { name: vi.price.file.import }).click()
  const form = dialog(page, vi.price.file.import)
  await form.locator('input[type="file"]').setInputFiles(file)
  await expect(form.getByText(vi.price.file.same)).toBeVisible()
})

test('holidays are read from a file, and looked at before they are saved', async ({ openPage }) => {
  const page = await openPage(true, 'manager')
  await page.goto(`${at('holidays')}&year=2027`)
  await page.getByRole('button', { name: vi.price.holiday.add }).click()
  const form = dialog(page, vi.price.holiday.add)
  await form.locator('input[type="file"]').setInputFiles({
    name: 'le.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('2027-04-30,Thống nhất\n2027-05-01,Lao động\n'),
  })
  await expect(form.getByLabel(vi.price.holiday.dates)).toHaveValue('30/04/2027\n01/05/2027')
  await form.getByRole('button', { name: vi.act.add, exact: true }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('rowheader', { name: '30/04/2027' })).toBeVisible()
})

test('versions are told, and the change history restores them', async ({ openPage }) => {
  const page = await openPage(true, 'manager')
  await open(page, 'calendars')
  await page.getByRole('button', { name: fill(vi.act.more, { name: 'Giờ của nhà máy' }) }).click()
  await page.getByRole('menuitem', { name: vi.items.history }).click()
  const history = page.getByRole('dialog', { name: fill(vi.items.historyTitle, { name: 'Giờ của nhà máy' }) })
  await expect(history).toContainText(vi.fieldOf.calendar.holidays)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: vi.price.changes }).click()
  await expect(page).toHaveURL('/settings/changes?noun=calendar')
  await expect(page.getByRole('main')).toContainText('Giờ của nhà máy')
})

test('every tab fits each width, in both languages and looks', async ({ openPage }) => {
  test.setTimeout(240_000)
  const page = await openPage(true, 'manager')
  for (const text of [vi, en]) {
    await choose(page, { language: text === vi ? 'vi' : 'en' }, true)
    // Another entry: the next address is loaded, not only followed.
    await page.goto('/dashboard')
    for (const name of Object.keys(vi.price.tab) as (keyof Text['price']['tab'])[]) {
      await open(page, name, text)
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await checkPage(page, `${name} in ${text === vi ? 'vi' : 'en'}`)
    }
  }
})
