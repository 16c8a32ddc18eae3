import { readFileSync } from 'node:fs'
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test'
import { writeXlsx } from 'hucre'
import { en } from '#client/lib/text/en/index.ts'
import { vi } from '#client/lib/text/vi/index.ts'
import { choose } from './fixtures.ts'
import { expectAccessible, expectToFit } from './page-checks.ts'
import { startPlant, type Plant } from './plant.ts'
import { dialog, fill, pagesAt } from './pages.ts'

const words = vi.interpolate

/** Saving a table starts a recomputation, which takes a small machine long. */
const SAVING = { timeout: 30_000 }

/** The demo's storage curve, as its designers named it. */
const STORAGE = 'Quan hệ mực nước - dung tích hồ'

// Each of these is a complete task, from signing in to stored data.
test.describe.configure({ timeout: 90_000 })

/** Other tests depend on the tables replaced here: a plant of its own. */
let plant: Plant
test.beforeAll(async () => {
  plant = await startPlant()
})
test.afterAll(() => plant.close())

const pageOf = pagesAt(() => plant)
/** A browser of its own at a page, signed in by an account. */
async function openPage(
  browser: Browser,
  path: string,
  username = 'admin',
  look: Parameters<typeof choose>[1] = {},
) {
  const { page, watch } = await pageOf(browser, username)
  await choose(page, look, true)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return { page, watch }
}

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })

async function act(page: Page, name: string, label: string) {
  await row(page, name)
    .getByRole('button', { name: fill(vi.act.more, { name }) })
    .click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}

async function pick(scope: Page | Locator, label: string, option: string | RegExp) {
  await scope.getByRole('combobox', { name: label, exact: true }).click()
  const page = 'page' in scope ? scope.page() : scope
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click()
  // The next list opens once this one is closed.
  await expect(page.getByRole('option')).toHaveCount(0)
}

interface File {
  name: string
  mimeType: string
  buffer: Buffer
}
const csv = (name: string, lines: string[]): File => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n') + '\n'),
})

/** Opens the upload and chooses a file. */
async function give(page: Page, file: File): Promise<Locator> {
  const own = dialog(page, words.uploading.title)
  if (!(await own.isVisible())) await page.getByRole('button', { name: words.upload, exact: true }).click()
  await own.locator('input[type=file]').setInputFiles(file)
  return own
}

/** v rises with z; the area never falls by much. */
const storage = (n: number, lift = 0) =>
  Array.from({ length: n }, (_, i) => [340 + 2 * i, Number((0.02 * i ** 2.2 + lift * i).toFixed(3))])

const rating = [400, 405, 410, 415].flatMap((z) =>
  [0, 1, 2, 4].map((a) => [z, a, Number((12 * a * Math.sqrt(z - 395)).toFixed(2))]),
)

/** A typical workbook: a title above the first table, a second table on another sheet. */
async function workbook(lift: number): Promise<File> {
  const sheets = [
    { name: 'Hồ ZV', rows: [['Bảng dung tích hồ'], [], ['z', 'v'], ...storage(40, lift)] },
    { name: 'Cửa van', rows: [['z', 'a', 'q'], ...rating] },
  ]
  return {
    name: 'Bảng 2026.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await writeXlsx({ sheets })),
  }
}

test('errors are shown at the cells of the file, even far down; nothing of it is saved', async ({
  browser,
}) => {
  const { page, watch } = await openPage(browser, '/settings/interpolate')
  await expect(row(page, STORAGE)).toContainText(words.states.inForce)

  // An empty file, then one with invalid cells: both say what to correct, nothing is saved.
  watch.allow(/status of 400/)
  const lines = ['z,v', ...storage(40).map((r) => r.join(','))]
  let form = await give(page, csv('rong.csv', ['']))
  await expect(form.getByRole('alert')).toBeVisible()
  lines[6] = '350,12;5x'
  lines[30] = '398,0.5'
  form = await give(page, csv('zv.csv', lines))
  await form.getByRole('button', { name: fill(words.issues.goTo, { cell: 'B7' }) }).click()
  await expect(form.getByText('"12;5x"').first()).toBeVisible()
  const grid = form.getByRole('table', { name: fill(words.detail.grid, { name: 'zv' }) })
  await expect(
    grid.locator('[data-row="7"]').getByRole('cell', { name: '12;5x', exact: true }),
  ).toHaveAttribute('data-issue', 'error')
  await expect(form.getByRole('button', { name: words.uploading.save })).toBeDisabled()
  lines[6] = '350,0.69'
  await form.getByRole('button', { name: words.uploading.another }).click()
  form = await give(page, csv('zv.csv', lines))
  // An error far down is shown with its row and the previous one.
  await expect(form.getByRole('button', { name: fill(words.issues.goTo, { cell: 'B31' }) })).toBeVisible()
  await expect(grid.locator('[data-row="31"]')).toContainText('0.5')
  await expect(grid.locator('[data-row="30"]')).toBeAttached()

  await form.getByRole('button', { name: vi.act.cancel, exact: true }).click()
  await form.getByRole('button', { name: words.uploading.leave, exact: true }).click()
  await expect(form).toHaveCount(0, SAVING)
})

test('the tables of a workbook are viewed one by one, saved, and downloaded unchanged', async ({
  browser,
}) => {
  const { page } = await openPage(browser, '/settings/interpolate')
  const file = await workbook(0)
  const form = await give(page, file)
  await expect(form.getByRole('figure')).toHaveAttribute('data-ready', 'true')
  await expect(form.getByText(fill(words.uploading.found, { n: 2, name: file.name }))).toBeVisible()
  await expect(form.getByLabel(words.name, { exact: true })).toHaveValue('Hồ ZV')
  // The sheet's own rows and letters.
  const whole = form.getByRole('table', { name: fill(words.detail.grid, { name: 'Hồ ZV' }) })
  await expect(whole.locator('[data-row="4"]')).toContainText('340')
  await expect(whole.getByRole('columnheader', { name: new RegExp(words.column.area) })).toBeVisible()
  await form.getByRole('button', { name: words.uploading.save }).click()
  const question = dialog(page, words.replacing.title)
  await expect(question).toContainText(words.replacing.question)
  await expect(question).toContainText(STORAGE)
  // Escape closes the question: the file stays.
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await form.getByRole('button', { name: words.uploading.save }).click()
  await question.getByRole('button', { name: words.replacing.act, exact: true }).click()

  // The next table of the same file; an object has to be chosen by its name.
  await expect(form.getByRole('listitem').filter({ hasText: words.uploading.saved })).toContainText(
    'ZV',
    SAVING,
  )
  await expect(form.getByLabel(words.name, { exact: true })).toHaveValue('Cửa van')
  await expect(form.getByRole('figure')).toHaveAttribute('data-ready', 'true')
  await form.getByRole('button', { name: words.uploading.save }).click()
  await expect(form.getByText(words.uploading.chooseObject).last()).toBeVisible()
  await pick(form, words.object, 'Cống xả đáy và dòng chảy tối thiểu')
  await form.getByRole('button', { name: words.uploading.save }).click()
  await expect(form).toHaveCount(0, SAVING)

  await expect(row(page, 'Hồ ZV')).toContainText(words.states.inForce)
  await expect(row(page, STORAGE)).toContainText(words.states.ended)
  await expect(row(page, 'Cửa van')).toContainText('Cống xả đáy và dòng chảy tối thiểu')

  // The uploaded file, byte for byte and by its name.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    act(page, 'Hồ ZV', words.act.original),
  ])
  expect(download.suggestedFilename()).toBe(file.name)
  expect(readFileSync(await download.path()).equals(file.buffer)).toBe(true)
})

test('versions are kept and compared; a value is looked up with the rows it is read from', async ({
  browser,
}) => {
  const { page, watch } = await openPage(browser, '/settings/interpolate?group=QETA')
  const name = 'Hiệu suất tua bin H2'
  await expect(page.getByRole('rowgroup').filter({ hasText: 'QETA' })).toBeVisible()
  const form = await give(
    page,
    csv('QETA moi.csv', ['q/qmax,eta', '0.2,0.80', '0.6,0.91', '1.0,0.93', '1.1,0.90']),
  )
  await expect(form.getByRole('figure')).toHaveAttribute('data-ready', 'true')
  await pick(form, words.object, 'Tổ máy H2')
  await form.getByLabel(words.name, { exact: true }).fill('Hiệu suất H2 đo lại')
  await form.getByLabel(vi.field.reason).fill('Thử nghiệm hiệu suất 2026')
  await form.getByRole('button', { name: words.uploading.save }).click()
  const question = dialog(page, words.replacing.title)
  await expect(question).toContainText(name)
  await question.getByRole('button', { name: words.replacing.act, exact: true }).click()
  await expect(form).toHaveCount(0, SAVING)

  await act(page, 'Hiệu suất H2 đo lại', words.act.versions)
  const detail = dialog(page, 'Hiệu suất H2 đo lại')
  const versions = detail.getByRole('table', {
    name: fill(words.versions.title, { name: 'Hiệu suất H2 đo lại' }),
  })
  // The new one, the rest of the old one, and the old one as it was.
  await expect(versions.getByRole('row')).toHaveCount(4)
  await expect(versions).toContainText('Thử nghiệm hiệu suất 2026')
  await expect(versions.getByText(/^Đã bị thay/)).toHaveCount(1)
  const comparison = detail.getByRole('region', { name: words.versions.compare })
  await expect(comparison).toContainText(/\d+ dòng bớt/)
  await expect(comparison.getByRole('table')).toContainText(words.compare.kinds.changed)

  await detail.getByRole('tab', { name: words.detail.lookup }).click()
  const ratio = detail.getByLabel(words.column.qqmax)
  await ratio.fill('1,234')
  await detail.getByRole('button', { name: words.lookup.act, exact: true }).click()
  await expect(ratio).toHaveAttribute('aria-invalid', 'true')
  await ratio.fill('0,4')
  await detail.getByRole('button', { name: words.lookup.act, exact: true }).click()
  // Halfway between 0.80 and 0.91.
  await expect(detail.getByText('0.855')).toBeVisible()
  const used = detail.getByRole('table', { name: words.lookup.used })
  await expect(used.getByRole('row')).toHaveCount(3)
  await expect(used).toContainText('0.91')
  await detail.getByRole('button', { name: vi.act.close, exact: true }).last().click()

  // Outside the table the page says so and shows no number.
  await page.getByRole('button', { name: vi.act.clear }).click()
  watch.allow(/status of 422/)
  await row(page, 'Khả năng xả tràn tự do').getByRole('rowheader').getByRole('button').click()
  await expect(page).toHaveURL(/[?&]table=/)
  const other = dialog(page, 'Khả năng xả tràn tự do')
  await other.getByRole('tab', { name: words.detail.lookup }).click()
  await other.getByLabel(words.column.z).fill('900')
  await other.getByRole('button', { name: words.lookup.act, exact: true }).click()
  await expect(other.getByRole('alert')).toContainText('900')
})

test('the second of two who save for the same time is warned, and decides again', async ({ browser }) => {
  const one = await openPage(browser, '/settings/interpolate')
  const two = await openPage(browser, '/settings/interpolate', 'manager')
  const lines = (k: number) => [
    'q,z',
    ...[0, 100, 500, 2000, 7000].map((q) => `${q},${(250 + k * Math.sqrt(q)).toFixed(2)}`),
  ]
  const forms: Locator[] = []
  for (const [{ page }, k] of [
    [one, 0.5],
    [two, 0.6],
  ] as const) {
    const form = await give(page, csv(`QZ ${k}.csv`, lines(k)))
    await expect(form.getByText(fill(words.uploading.overlapNote, { n: 1 }))).toBeVisible()
    forms.push(form)
  }
  await forms[0].getByRole('button', { name: words.uploading.save }).click()
  await dialog(one.page, words.replacing.title)
    .getByRole('button', { name: words.replacing.act, exact: true })
    .click()
  await expect(forms[0]).toHaveCount(0, SAVING)

  two.watch.allow(/status of 409/)
  await forms[1].getByRole('button', { name: words.uploading.save }).click()
  await dialog(two.page, words.replacing.title)
    .getByRole('button', { name: words.replacing.act, exact: true })
    .click()
  await expect(forms[1].getByRole('alert').filter({ hasText: words.uploading.conflict })).toBeVisible(SAVING)
  await forms[1].getByRole('button', { name: words.uploading.save }).click()
  const question = dialog(two.page, words.replacing.title)
  await expect(question).toContainText('QZ 0.5')
  await question.getByRole('button', { name: words.replacing.act, exact: true }).click()
  await expect(forms[1]).toHaveCount(0, SAVING)
  await expect(row(two.page, 'QZ 0.6')).toContainText(words.states.inForce)
})

test('name and period are changed, a table is taken out of use, and viewers are offered neither', async ({
  browser,
}) => {
  const { page } = await openPage(browser, '/settings/interpolate?group=QHL')
  const form = await give(page, csv('QHL.csv', ['q,h1', '0,0', '10,0.4', '30,3.1']))
  await expect(form.getByRole('figure')).toHaveAttribute('data-ready', 'true')
  // A waterway has no name: it is named by its units.
  await pick(form, words.object, fill(words.waterwayOf, { units: 'Tổ máy H1' }))
  await form.getByRole('checkbox', { name: words.uploading.loop }).check({ force: true })
  await form.getByRole('button', { name: words.uploading.save }).click()
  await expect(form.getByText(words.uploading.loopNeeds).first()).toBeVisible()
  // The first day is focused, and its calendar covers the rest: the keyboard continues.
  await expect(form.getByLabel(words.uploading.from)).toBeFocused()
  await form.getByRole('checkbox', { name: words.uploading.loop }).focus()
  await page.keyboard.press('Space')
  await expect(form.getByRole('checkbox', { name: words.uploading.loop })).not.toBeChecked()
  await form.getByRole('button', { name: words.uploading.save }).click()
  await expect(form).toHaveCount(0, SAVING)
  await expect(row(page, 'QHL')).toContainText(words.states.inForce)

  await act(page, 'QHL', words.act.period)
  const change = dialog(page, words.changing.title)
  await change.getByLabel(words.name, { exact: true }).fill('Tổn thất đường ống H1')
  await change.getByLabel(words.uploading.to).fill('31/12/2019')
  await change.getByLabel(words.uploading.to).press('Tab')
  await change.getByRole('button', { name: vi.act.save, exact: true }).click()
  const changed = row(page, 'Tổn thất đường ống H1')
  await expect(changed).toContainText('31/12/2019', SAVING)
  await expect(changed).toContainText(words.states.ended)

  await act(page, 'Tổn thất đường ống H1', words.act.retire)
  const question = dialog(page, fill(words.retiring.title, { name: 'Tổn thất đường ống H1' }))
  await expect(question).toContainText(words.retiring.before)
  await question.getByRole('button', { name: vi.act.empty }).click()
  await question.getByRole('button', { name: words.retiring.act, exact: true }).click()
  await expect(changed).toHaveCount(0, SAVING)

  // Retired tables have their own list, from which they are reinstated.
  await pick(page, words.state, words.states.retired)
  await expect(changed).toContainText(words.states.retired)
  await act(page, 'Tổn thất đường ống H1', words.again.act)
  const again = page.getByRole('dialog', { name: words.again.use })
  await again.getByRole('button', { name: words.again.use, exact: true }).click()
  await expect(again).toHaveCount(0, SAVING)
  await expect(page.getByText(words.emptyRetired)).toBeVisible()
  await pick(page, words.state, words.anyState)
  await expect(changed).toContainText(words.states.inForce)

  const viewer = await openPage(browser, '/settings/interpolate', 'operator')
  await expect(row(viewer.page, STORAGE).first()).toBeVisible()
  await expect(viewer.page.getByRole('button', { name: words.template })).toBeVisible()
  await expect(viewer.page.getByRole('button', { name: words.upload, exact: true })).toHaveCount(0)
  await row(viewer.page, STORAGE)
    .first()
    .getByRole('button', { name: fill(vi.act.more, { name: STORAGE }) })
    .click()
  await expect(viewer.page.getByRole('menuitem', { name: words.act.view })).toBeVisible()
  await expect(viewer.page.getByRole('menuitem', { name: words.act.retire })).toHaveCount(0)
})

test('a former version is used again after its effect was shown; a person who read it before another change is warned', async ({
  browser,
}) => {
  const name = 'Tổn thất cột nước đường ống H2'
  const { page, watch } = await openPage(browser, '/settings/interpolate?group=QHL')
  await expect(row(page, name)).toContainText(fill(words.waterwayOf, { units: 'Tổ máy H2' }))
  const form = await give(page, csv('QHL 2.csv', ['q,h1', '0,0', '10,0.5', '30,4']))
  await expect(form.getByRole('figure')).toHaveAttribute('data-ready', 'true')
  await pick(form, words.object, fill(words.waterwayOf, { units: 'Tổ máy H2' }))
  await form.getByRole('button', { name: words.uploading.save }).click()
  const question = dialog(page, words.replacing.title)
  await expect(question).toContainText(words.replacing.rest.upload)
  await question.getByRole('button', { name: words.replacing.act, exact: true }).click()
  await expect(form).toHaveCount(0, SAVING)

  const open = async (from: Page) => {
    await act(from, 'QHL 2', words.act.versions)
    const list = from.getByRole('table', { name: fill(words.versions.title, { name: 'QHL 2' }) })
    const past = list.getByRole('row').last()
    await past.getByRole('button', { name: fill(vi.act.more, { name }) }).click()
    await from.getByRole('menuitem', { name: words.again.act }).click()
    return from.getByRole('dialog', { name: words.again.use })
  }
  const again = await open(page)
  const rows = again.getByRole('region', { name: words.again.rows })
  await expect(rows).toContainText(words.compare.kinds.changed)
  await again.getByRole('button', { name: vi.difference.fold }).click()
  await again.getByRole('button', { name: vi.difference.ask, exact: true }).click()
  await expect(
    again.getByText(vi.difference.none).or(again.getByRole('table', { name: vi.difference.figures })),
  ).toBeVisible({ timeout: 30_000 })
  await again.getByLabel(vi.field.reason).fill('Bảng mới đo sai')

  // Somebody else changes the table meanwhile: the compared version is no longer in force.
  const two = await openPage(browser, '/settings/interpolate?group=QHL')
  await act(two.page, 'QHL 2', words.act.period)
  const change = dialog(two.page, words.changing.title)
  await change.getByLabel(words.name, { exact: true }).fill('QHL 3')
  await change.getByRole('button', { name: vi.act.save, exact: true }).click()
  await expect(change).toHaveCount(0, SAVING)

  watch.allow(/status of 409/)
  const use = again.getByRole('button', { name: words.again.use, exact: true })
  await use.click()
  await expect(again).toContainText(words.again.conflict)
  await again.getByRole('button', { name: vi.act.reload }).click()
  await use.click()
  await expect(again).toHaveCount(0, SAVING)
  await expect(row(page, name).filter({ hasText: words.states.inForce })).toHaveCount(1)
  await expect(row(page, 'QHL 3')).toHaveCount(0)
})

test('an outlet has sensor travel, a station its rating, and columns of a file without names are chosen by hand', async ({
  browser,
}) => {
  const { page } = await openPage(browser, '/settings/outlet-station-interpolate')
  await page.getByRole('button', { name: `${words.upload}: Tràn xả mặt có cửa van cung` }).click()
  let form = dialog(page, words.uploading.title)
  await form.locator('input[type=file]').setInputFiles(csv('XA.csv', ['x,a', '0,0', '100,1.5', '200,3.2']))
  await expect(form.getByRole('figure')).toHaveAttribute('data-ready', 'true')
  // Without a level the sensor's travel is the only input.
  await expect(form.getByRole('columnheader', { name: new RegExp(words.column.x) })).toBeVisible()
  await expect(form.getByRole('columnheader', { name: new RegExp(`^A? ?${words.column.z}$`) })).toHaveCount(0)
  await form
    .getByRole('checkbox', { name: new RegExp(`^${words.uploading.active}`) })
    .uncheck({ force: true })
  await form.getByRole('button', { name: words.uploading.save }).click()
  await expect(form).toHaveCount(0, SAVING)
  await expect(row(page, 'XA')).toContainText(words.states.off)
  await expect(row(page, 'XA')).toContainText(words.groups.XA)

  await page.goto('/settings/station-interpolate')
  await page.getByRole('combobox', { name: words.stationField }).click()
  await page.getByRole('option').first().click()
  await expect(page).toHaveURL(/[?&]station=/)
  await expect(page.getByText(words.emptyStation)).toBeVisible()
  form = await give(page, csv('tram.csv', ['12.5,0', '13,8.2', '14,45', '15.5,160']))
  // The page sets the group; the file names no columns.
  await form.getByRole('button', { name: words.uploading.save }).click()
  await expect(form.getByText(words.uploading.chooseColumn).last()).toBeVisible()
  await pick(form, `z · ${words.column.z}`, /^A/)
  await pick(form, `q · ${words.column.q}`, /^B/)
  await expect(form.getByRole('figure')).toHaveAttribute('data-ready', 'true')
  await form.getByRole('button', { name: words.uploading.save }).click()
  await expect(form).toHaveCount(0, SAVING)
  await expect(page.getByRole('region', { name: words.states.inForce }).getByRole('figure')).toHaveAttribute(
    'data-ready',
    'true',
  )
  // A station's rating is not among the reservoir's tables.
  await page.goto('/settings/interpolate')
  await expect(row(page, 'Khả năng xả tràn tự do')).toBeVisible()
  await expect(row(page, 'tram')).toHaveCount(0)
})

test('thousands of rows draw only those in view; the chart is read by keys; templates are parsed back', async ({
  browser,
}) => {
  const { page } = await openPage(browser, '/settings/interpolate?group=ZAQ')
  const name = 'Khả năng xả một cửa van cung'
  await row(page, name).getByRole('rowheader').getByRole('button').click()
  const detail = dialog(page, name)
  const grid = detail.getByRole('table', { name: fill(words.detail.grid, { name }) })
  await expect(grid).toHaveAttribute('aria-rowcount', '3901')
  await expect.poll(() => grid.getByRole('row').count()).toBeLessThan(60)
  await grid.focus()
  await page.keyboard.press('End')
  await expect(grid.locator('[data-row="3900"]')).toBeVisible()

  const chart = detail.getByRole('slider')
  await chart.focus()
  const before = await chart.getAttribute('aria-valuetext')
  expect(before).toContain(words.column.a)
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuenow', '0')
  await page.keyboard.press('ArrowRight')
  await expect(chart).toHaveAttribute('aria-valuenow', '0.05')
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)

  await page.getByRole('button', { name: words.template }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: fill(words.templateOf, { group: 'ZV', as: 'csv' }) }).click(),
  ])
  expect(readFileSync(await download.path(), 'utf8')).toBe('z,v\n')
})

interface Screen {
  name: string
  path: string
  show?: (page: Page, text: typeof vi | typeof en) => Promise<unknown>
}
const SCREENS: Screen[] = [
  { name: 'tables', path: '/settings/interpolate' },
  { name: 'outlets', path: '/settings/outlet-station-interpolate' },
  { name: 'a station', path: '/settings/station-interpolate' },
  {
    name: 'a table',
    path: '/settings/interpolate?group=ZAQ',
    async show(page) {
      await page.getByRole('button', { name: 'Khả năng xả một cửa van cung', exact: true }).click()
      await expect(page.getByRole('figure')).toHaveAttribute('data-ready', 'true')
    },
  },
  {
    name: 'versions',
    path: '/settings/interpolate?group=HPQ',
    async show(page, { interpolate: text }) {
      await page.getByRole('button', { name: 'Đặc tính vận hành tổ máy H1', exact: true }).click()
      await page.getByRole('tab', { name: text.detail.versions }).click()
      await expect(page.getByText(text.versions.one)).toBeVisible()
    },
  },
  {
    name: 'an upload with errors',
    path: '/settings/interpolate',
    async show(page, { interpolate: text }) {
      await page.getByRole('button', { name: text.upload, exact: true }).click()
      const own = dialog(page, text.uploading.title)
      await own.locator('input[type=file]').setInputFiles(csv('zv.csv', ['z,v', '340,0', '341,x', '342,2']))
      await expect(own.getByRole('button', { name: fill(text.issues.goTo, { cell: 'B3' }) })).toBeVisible()
    },
  },
  {
    name: 'an upload',
    path: '/settings/interpolate',
    async show(page, { interpolate: text }) {
      await page.getByRole('button', { name: text.upload, exact: true }).click()
      const own = dialog(page, text.uploading.title)
      await own.locator('input[type=file]').setInputFiles(await workbook(0.1))
      await expect(own.getByRole('figure')).toHaveAttribute('data-ready', 'true')
    },
  },
]

for (const screen of SCREENS)
  test(`${screen.name}: fits every width in both languages, without accessibility violations in either theme`, async ({
    browser,
  }) => {
    for (const language of ['vi', 'en'] as const) {
      const { page } = await openPage(browser, screen.path, 'admin', { language })
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await screen.show?.(page, language === 'vi' ? vi : en)
      await expectToFit(page, language)
      if (language === 'vi') await expectAccessible(page)
    }
  })

test('an unknown station says so', async ({ browser }) => {
  const { page } = await openPage(browser, '/settings/station-interpolate?station=nowhere')
  await expect(page.getByText(words.stationGone)).toBeVisible()
})
