import { HOUR } from '#core/time/units.ts'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { en } from '#client/lib/text/en/index.ts'
import { vi } from '#client/lib/text/vi/index.ts'
import { addAct, listEdits, listPending, setReview } from '#contract/edits.ts'
import { getHistory, postReadings } from '#contract/readings.ts'
import { addToken } from '#contract/tokens.ts'
import { text as messageText } from '#contract/messages.ts'
import { fromColumn } from '#client/ui/chart/column.ts'
import { dateTime } from '#client/lib/format.ts'
import { choose, settled } from './fixtures.ts'
import { checkPage } from './page-checks.ts'
import { startPlant, type Plant } from './plant.ts'
import { dialog, fill, pagesAt, expectNotice } from './pages.ts'

const LEVEL = 'level.reservoir.1'
/** Where the demo lies. */
const ZONE = 'Asia/Ho_Chi_Minh'
const words = vi.edits

/** Its record is edited and approved, which other tests stand on: this one has a plant of its own. */
let plant: Plant
/** The last but one full hour before the tests began: what comes late of the hour after it is there. */
let hour: number

test.beforeAll(async () => {
  test.setTimeout(120_000)
  plant = await startPlant()
  await settled(plant)
  hour = Math.floor((Date.now() - HOUR / 4) / HOUR) * HOUR - HOUR
})
test.afterAll(() => plant.close())
const openPage = pagesAt(() => plant)

const chart = (page: Page, text: typeof vi = vi) => page.getByRole('figure', { name: text.edits.chart })
const table = (page: Page, text: typeof vi = vi) => page.getByRole('grid', { name: text.edits.table })
const chosen = (page: Page) => page.getByRole('region', { name: words.chosen })
const form = (page: Page) => page.getByRole('form', { name: words.tab.edit })
const press = (page: Page, name: string) => form(page).getByRole('button', { name, exact: true }).click()

/** The page with its chart drawn; what draws it comes with the first chart. */
async function shown(page: Page, text: typeof vi = vi) {
  await expect(chart(page, text)).toHaveAttribute('data-ready', 'true', { timeout: 40_000 })
  await expect(table(page, text)).toBeVisible()
}

/** The page at a series, with a part of it chosen by the address. */
async function open(browser: Browser, username: string, part?: { from: number; to: number }) {
  const opened = await openPage(browser, username)
  const span = { from: hour - 6 * HOUR, to: hour + HOUR }
  const search = new URLSearchParams({ series: LEVEL, from: String(span.from), to: String(span.to) })
  if (part) {
    search.set('chosenFrom', String(part.from))
    search.set('chosenTo', String(part.to))
  }
  await opened.page.goto(`/quality/data?${search}`)
  await shown(opened.page)
  return opened
}

/** Values of a series by instant, as everybody reads them. */
async function values(series: string, from: number, to: number): Promise<Map<number, number>> {
  const { series: all } = await plant.ask(getHistory, { body: { series: [series], from, to, px: 2000 } })
  const { t, v } = fromColumn(all[series])
  return new Map([...t].map((at, i) => [at, v[i]]))
}

test('a span is dragged on the chart, tried, refused without a reason, saved, followed by the results, undone', async ({
  browser,
}) => {
  const { page } = await open(browser, 'operator')
  const plot = chart(page).getByRole('slider')
  const box = (await plot.boundingBox())!
  const [x0, x1, y] = [box.x + box.width * 0.4, box.x + box.width * 0.6, box.y + box.height / 2]
  await page.mouse.move(x0, y)
  await page.mouse.down()
  await page.mouse.move((x0 + x1) / 2, y)
  await page.mouse.move(x1, y)
  await page.mouse.up()
  await expect(chosen(page).getByRole('status')).toContainText(/\d+ thời điểm/)
  await expect(table(page).locator('[aria-selected="true"]').first()).toBeVisible()

  await form(page).getByRole('combobox', { name: words.what }).click()
  await page.getByRole('option', { name: words.kind.offset }).click()
  await press(page, words.preview)
  await expect(form(page).getByText(messageText('required', 'vi')).first()).toBeVisible()
  await form(page).getByLabel(words.b, { exact: true }).fill('0,04')
  await press(page, words.preview)
  await expect(form(page).getByText(words.trying)).toBeVisible()
  await expect(table(page).getByRole('columnheader', { name: words.column.next })).toBeVisible()
  // What it makes of inflow, outflow and storage is there before anything is stored.
  const impact = page.getByRole('region', { name: words.impact })
  await expect(impact).toContainText(vi.difference.of['general.lake_level'])

  await press(page, words.save)
  await expect(form(page).getByText(messageText('required', 'vi'))).toBeVisible()
  await expect(form(page).getByLabel(words.b, { exact: true })).toHaveValue('0,04')
  const whole = { from: hour - 6 * HOUR, to: hour + HOUR }
  const listed = async () => (await plant.ask(listEdits, { body: { series: LEVEL, ...whole } })).acts
  expect(await listed()).toEqual([])

  const lake = () => values('general.lake_level', whole.from, whole.to)
  const before = await lake()
  await form(page).getByLabel(vi.field.reason).fill('Đối chiếu thước nước')
  await press(page, words.save)
  await expectNotice(page, words.kind.offset)
  // The gauge is a measuring station of the settings.
  await expectNotice(page, messageText('update_station_data_success', 'vi'))
  const [made] = await listed()
  expect([made.kind, made.b, made.reason, made.made_by_name]).toEqual([
    'offset',
    0.04,
    'Đối chiếu thước nước',
    'Lê Thị Thu Hương',
  ])
  // Of two gauges one reads 4 cm more.
  const middle = [...before.keys()].find((t) => t > (made.from + made.to) / 2)!
  await expect.poll(async () => (await lake()).get(middle)).toBeCloseTo(before.get(middle)! + 0.02, 3)

  await page.getByRole('tab', { name: words.tab.acts }).click()
  await page.getByRole('button', { name: new RegExp(`^${words.acts.undo}: ${words.kind.offset}`) }).click()
  const question = dialog(page, words.acts.undoTitle)
  // What taking it back makes of the series and of the results is there before it is done.
  await expect(question.getByRole('region', { name: words.effect })).toContainText(/Đổi \d+/)
  await expect(question.getByRole('region', { name: words.impact })).toContainText(
    vi.difference.of['general.lake_level'],
  )
  await question.getByRole('button', { name: words.acts.undo, exact: true }).click()
  await expect(question.getByText(messageText('required', 'vi'))).toBeVisible()
  await question.getByLabel(words.acts.undoReason).fill('Nhầm cảm biến')
  await question.getByRole('button', { name: words.acts.undo, exact: true }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByText(words.acts.none)).toBeVisible()
  // To the last digit.
  await expect.poll(async () => [...(await lake())]).toEqual([...before])
})

test('readings pasted from a sheet: each faulty line is reported by its number; the span is that of the lines', async ({
  browser,
}) => {
  const { page, watch } = await open(browser, 'operator')
  watch.allow(/400/)
  const at = (minutes: number) => dateTime(hour - 3 * HOUR + minutes * 60_000, ZONE, 'vi')
  await form(page).getByRole('radio', { name: words.byOf.points }).check()
  const lines = form(page).getByRole('textbox', { name: fill(words.points.label, { unit: 'm' }) })
  await lines.fill(
    `Thời gian\tMực nước\n${at(0)}\tcao\n31/02/2026 07:00\t412.5\n${at(0)}\t412,51\n${at(0)}\t412.6`,
  )
  await press(page, words.preview)
  await expect(form(page).getByText(words.chooseFirst)).toBeVisible()
  for (const expected of [
    'Dòng 2: Giá trị không phải là số',
    'Dòng 3: thời gian không hợp lệ',
    'Dòng 5: trùng thời điểm với dòng 4',
  ])
    await expect(form(page).getByText(expected)).toBeVisible()
  await lines.fill(`${at(10)}\t412,52\n${at(0)}\t9999`)
  await form(page).getByRole('button', { name: words.points.span }).click()
  await press(page, words.preview)
  // Errors that only the server finds are at their line too.
  await expect(form(page).getByText(/^Dòng 2: .*9999/)).toBeVisible()
  await lines.fill(`${at(10)}\t412,52\n${at(0)}\t412.51`)
  await press(page, words.preview)
  await expect(form(page).getByText(words.trying)).toBeVisible()
  await form(page).getByLabel(vi.field.reason).fill('Chép từ sổ trực')
  await press(page, words.save)
  await expectNotice(page, words.kind.replace)
  const [from, to] = [hour - 3 * HOUR, hour - 3 * HOUR + 10 * 60_000]
  expect([...(await values(LEVEL, from, to))]).toEqual([
    [from, 412.51],
    [to, 412.52],
  ])
})

test('rows are chosen by the keyboard alone', async ({ browser }) => {
  const { page } = await open(browser, 'operator')
  await table(page).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Shift+ArrowUp')
  const picked = table(page).locator('[aria-selected="true"]')
  await expect(picked).toHaveCount(3)
  await expect(chosen(page).getByRole('status')).toHaveText(fill(words.chosenCount, { n: 3 }))
  // The ends as they are typed follow, and the other way round.
  const from = chosen(page).getByRole('textbox', { name: `${words.chosen}: ${words.range.from}` })
  const to = chosen(page).getByRole('textbox', { name: `${words.chosen}: ${words.range.to}` })
  await expect(to).not.toHaveValue(await from.inputValue())
  await from.fill(await to.inputValue())
  await from.press('Enter')
  await expect(picked).toHaveCount(1)
  // What is chosen out of view is not said to be without data, and can be looked at.
  await from.fill(dateTime(hour - 48 * HOUR, ZONE, 'vi'))
  await from.press('Enter')
  await expect(chosen(page).getByRole('status')).toContainText(words.chosenBeyond.split(';')[0])
  await chosen(page).getByRole('button', { name: words.chosenShow }).click()
  await expect(chosen(page).getByRole('status')).toHaveText(/^[\d,]+ thời điểm$/)
  await from.fill('hôm qua')
  await from.press('Enter')
  await expect(chosen(page).getByText(/Nhập ngày giờ/)).toBeVisible()
  await table(page).focus()
  await page.keyboard.press('Escape')
  await expect(picked).toHaveCount(0)
  await expect(from).toHaveValue('')
})

test('the slower of two editors is warned, sees the new state, and keeps what was typed', async ({
  browser,
}) => {
  const part = { from: hour - 5 * HOUR, to: hour - 4.5 * HOUR }
  const { page, watch } = await open(browser, 'operator', part)
  // Browsers log a refused call as an error of the page.
  watch.allow(/409 \(Conflict\).*edits\/add/)
  await form(page).getByLabel(words.value).fill('410.2')
  await form(page).getByLabel(vi.field.reason).fill('Đọc lại thước')
  await press(page, words.preview)
  await expect(form(page).getByText(words.trying)).toBeVisible()
  const act = { kind: 'flag' as const, series: LEVEL, ...part, grade: 4 as const }
  await plant.ask(addAct, { body: { act, reason: 'Nghi trôi' } })
  await press(page, words.save)
  await expect(form(page).getByText(words.conflict)).toBeVisible()
  await expect(form(page).getByLabel(words.value)).toHaveValue('410.2')
  await expect(table(page).getByText(`${words.kind.flag} · Nguyễn Quốc Trung`).first()).toBeVisible()
  await press(page, words.reread)
  await expect(form(page).getByText(words.trying)).toBeVisible()
  await press(page, words.save)
  await expectNotice(page, words.kind.replace)
  await expect(table(page).getByText(`${words.kind.replace} · Lê Thị Thu Hương`).first()).toBeVisible()
})

test('an approved span shows who approved it and what reopens it; late readings wait until they are accepted', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const part = { from: hour - 3 * HOUR, to: hour - 2 * HOUR }
  await plant.ask(setReview, { body: { state: 'approved', ...part, note: 'Đã đối chiếu' } })
  const { page } = await open(browser, 'operator', part)
  const note = page.getByRole('note', { name: words.lockedTitle })
  await expect(note).toContainText('Nguyễn Quốc Trung')
  await expect(note).toContainText(words.permission.approve)
  await form(page).getByLabel(words.value).fill('410.2')
  await press(page, words.preview)
  await expect(form(page).getByText(words.trying)).toBeVisible()
  await expect(form(page).getByRole('button', { name: words.save, exact: true })).toBeDisabled()

  const { secret } = await plant.ask(addToken, {
    body: { name: 'Nạp muộn', scopes: ['write'], series: null },
  })
  const t = part.from + HOUR / 2 + 30_000
  const [, v] = [...(await values(LEVEL, part.from, part.to))][0]
  await plant.ask(postReadings, { body: { readings: [{ series: LEVEL, t, v: v + 0.01 }] } }, secret)
  await expect
    .poll(async () => (await plant.ask(listPending, { body: {} })).length, { timeout: 30_000 })
    .toBe(1)
  const approver = (await open(browser, 'manager')).page
  await approver.getByRole('tab', { name: new RegExp(`^${words.tab.pending}`) }).click()
  await expect(
    approver.getByText(fill(words.pending.why, { list: words.pending.whyOf.readings })),
  ).toBeVisible()
  await approver.getByRole('button', { name: new RegExp(`^${words.pending.accept}: `) }).click()
  const question = dialog(approver, words.pending.acceptTitle)
  await question.getByRole('button', { name: words.pending.accept, exact: true }).click()
  await expect(question).toHaveCount(0)
  await expect(approver.getByText(words.pending.none)).toBeVisible()
})

test('accounts that may neither edit nor see quality find no page', async ({ browser }) => {
  const { page } = await openPage(browser, 'viewer')
  await page.goto('/quality/data')
  await expect(page).toHaveURL(/\/dashboard/)
})

test('the page and its panels fit every width, without accessibility violations in either theme', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const part = { from: hour - 5 * HOUR, to: hour - 4 * HOUR }
  const { page } = await openPage(browser, 'manager')
  await choose(page, { language: 'en' }, true)
  const search = new URLSearchParams({
    series: LEVEL,
    from: String(hour - 6 * HOUR),
    to: String(hour + HOUR),
    chosenFrom: String(part.from),
    chosenTo: String(part.to),
  })
  await page.goto(`/quality/data?${search}`)
  await shown(page, en as never)
  await checkPage(page, 'the page')
  for (const tab of ['acts', 'review', 'pending'] as const) {
    await page.getByRole('tab', { name: new RegExp(`^${en.edits.tab[tab]}`) }).click()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await checkPage(page, tab)
  }
})
