import { MINUTE } from '#core/time/units.ts'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { en } from '#client/lib/text/en/index.ts'
import { vi } from '#client/lib/text/vi/index.ts'
import { text as messageText } from '#contract/messages.ts'
import { postReadings, putSeries } from '#contract/readings.ts'
import { getStationData } from '#contract/stations.ts'
import { addToken } from '#contract/tokens.ts'
import { choose, settled } from './fixtures.ts'
import { checkPage } from './page-checks.ts'
import { startPlant, type Plant } from './plant.ts'
import { dialog, fill, pagesAt, expectNotice } from './pages.ts'

const STATIONS = '/station/manage'
const SENSORS = '/sensor/manage'

/** Other tests depend on the stations replaced here: a plant of its own. */
let plant: Plant

test.beforeAll(async () => {
  test.setTimeout(120_000)
  plant = await startPlant()
  await settled(plant)
  await newDevice()
})
test.afterAll(() => plant.close())
const openPage = pagesAt(() => plant)

/** Port of the logger of the new devices. */
let secret: string

/** A rain gauge that is not described yet: its series has sent 0.4 mm every five minutes. */
async function newDevice() {
  const made = await plant.ask(addToken, { body: { name: 'new gauge', scopes: ['write', 'describe'] } })
  secret = made.secret
  for (const [code, name, unit, kind] of [
    ['rain.moi', 'Mưa thiết bị mới', 'mm', 'total'],
    ['level.moi', 'Mực nước thiết bị mới', 'm', 'instant'],
  ] as const)
    await plant.ask(putSeries, { params: { code }, body: { name, unit, kind, step_s: 300 } }, secret)
  const now = Math.floor(Date.now() / (5 * MINUTE)) * 5 * MINUTE
  const readings = Array.from({ length: 24 }, (_, i) => ({
    series: 'rain.moi',
    t: now - i * 5 * MINUTE,
    v: 0.4,
  }))
  await plant.ask(
    postReadings,
    { body: { readings: [...readings, { series: 'level.moi', t: now, v: 12.5 }] } },
    secret,
  )
}

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
async function show(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('table')).toBeVisible()
}
async function act(page: Page, name: string, label: string) {
  await page.getByRole('button', { name: fill(vi.act.more, { name }), exact: true }).click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}
async function pick(page: Page, field: Locator, search: string, option: string | RegExp) {
  await field.click()
  await field.fill(search)
  await page.getByRole('option', { name: option }).first().click()
}

test('a station is added where the map is clicked; faults are shown at their fields', async ({ browser }) => {
  const { page, watch } = await openPage(browser)
  watch.allow(/400/)
  await show(page, STATIONS)
  await page.getByRole('button', { name: vi.stations.add, exact: true }).click()
  const form = dialog(page, vi.stations.addTitle)
  await form.getByLabel(vi.stations.name, { exact: true }).fill('Trạm mưa Gò Cao')
  await form.getByLabel(vi.stations.code, { exact: true }).fill('MUA_BAVAN')
  await pick(
    page,
    form.getByRole('combobox', { name: vi.stations.series, exact: true }),
    'thiết bị',
    /rain\.moi/,
  )
  await pick(
    page,
    form.getByRole('combobox', { name: vi.stations.province, exact: true }),
    'dak nong',
    'Đắk Nông',
  )
  await form.getByLabel(vi.map.latitude, { exact: true }).fill('91')
  await expect(form.getByText(vi.map.latitudeWrong)).toBeVisible()
  await form.getByLabel(vi.map.latitude, { exact: true }).fill('')

  const map = form.getByRole('application').or(form.locator('canvas').first())
  await map.first().scrollIntoViewIfNeeded()
  await expect(form.locator('canvas').first()).toBeVisible()
  await form
    .locator('canvas')
    .first()
    .click({ position: { x: 140, y: 110 } })
  await expect(form.getByLabel(vi.map.latitude, { exact: true })).toHaveValue(/^14\.\d+$/)
  // Its share of the basin follows from the location, and a typed one is summed with the others.
  await form.getByLabel(vi.stations.thiessen).fill('0.2')
  await expect(form.getByText(fill(vi.stations.sumThenWrong, { sum: '1.200' }))).toBeVisible()
  await form.getByLabel(vi.stations.thiessen).fill('1.2')
  await form.getByRole('button', { name: vi.act.add, exact: true }).click()
  await expect(form.getByLabel(vi.stations.thiessen)).toBeFocused()
  await form.getByLabel(vi.stations.thiessen).fill('0.2')
  await form.getByRole('button', { name: vi.act.add, exact: true }).click()
  await expect(form.getByText(messageText('code_taken', 'vi', { code: 'MUA_BAVAN' }))).toBeVisible()
  await form.getByLabel(vi.stations.code, { exact: true }).fill('MUA_GOCAO')
  await form.getByRole('button', { name: vi.act.add, exact: true }).click()
  await expect(form).toBeHidden()

  await expect(row(page, 'Trạm mưa Gò Cao')).toContainText('0.40 mm')
  await expect(row(page, 'Trạm mưa Gò Cao')).toContainText('Đắk Nông')
  await expect(page.getByRole('alert').filter({ hasText: vi.stations.sumWrong })).toBeVisible()

  // It is removed again: the others sum up as before.
  await act(page, 'Trạm mưa Gò Cao', vi.items.retire)
  const question = dialog(page, fill(vi.items.retireTitle, { name: 'Trạm mưa Gò Cao' }))
  await question.getByRole('radio', { name: vi.items.retireNever }).check()
  await question.getByRole('button', { name: vi.items.retire, exact: true }).click()
  await expect(row(page, 'Trạm mưa Gò Cao')).toHaveCount(0)
  await expect(page.getByText(vi.stations.sumGood)).toBeVisible()
})

test('a station is found without diacritics, by its type, and the filter is in the address', async ({
  browser,
}) => {
  const { page } = await openPage(browser, 'operator')
  await show(page, STATIONS)
  await page.getByRole('searchbox', { name: vi.stations.search }).fill('nui suong')
  await expect(page).toHaveURL(/search=nui/)
  await expect(page.getByRole('rowheader')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('rowheader')).toHaveCount(2)
  await page.goto(`${STATIONS}?type=2&search=nothing-of-it`)
  await expect(page.getByText(vi.stations.noMatch)).toBeVisible()
  await page.getByRole('button', { name: vi.act.clear }).click()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  // A viewer sees no actions.
  await expect(page.getByRole('button', { name: vi.stations.add })).toHaveCount(0)
  await page.getByRole('button', { name: fill(vi.act.more, { name: 'Trạm mưa Ba Vân' }) }).click()
  await expect(page.getByRole('menuitem', { name: vi.stations.replace })).toHaveCount(0)
})

test('a level station draws its alarm levels; one that is not ascending is refused at its field', async ({
  browser,
}) => {
  const { page } = await openPage(browser)
  await show(page, STATIONS)
  const name = 'Trạm thủy văn Ba Vân, mực nước'
  await page.getByRole('button', { name, exact: true }).click()
  const detail = dialog(page, name)
  const chart = detail.getByRole('figure', { name: fill(vi.stations.dayOf, { name }) })
  await expect(chart).toHaveAttribute('data-ready', 'true')
  await expect.poll(async () => Number(await chart.getAttribute('data-points'))).toBeGreaterThan(100)
  await expect(detail.getByRole('link', { name: vi.stations.rating })).toHaveAttribute(
    'href',
    /station=TV_BAVAN_H/,
  )
  await detail.getByRole('button', { name: vi.act.close, exact: true }).last().click()

  await act(page, name, vi.items.edit)
  const form = dialog(page, fill(vi.stations.editTitle, { name }))
  const second = form.getByLabel(fill(vi.stations.alarm, { level: 'II' }), { exact: true })
  await second.fill('440')
  await form.getByRole('button', { name: vi.act.save, exact: true }).click()
  await expect(second).toBeFocused()
  await expect(second).toHaveAttribute('aria-invalid', 'true')
  await form.getByRole('button', { name: vi.act.cancel, exact: true }).click()
  await form.getByRole('button', { name: vi.act.leave, exact: true }).click()
  await expect(form).toBeHidden()
})

test('a station is replaced: one record across the seam, which shows its reason', async ({ browser }) => {
  const { page } = await openPage(browser)
  await show(page, STATIONS)
  const name = 'Trạm mưa Đồng Ngà'
  await act(page, name, vi.stations.replace)
  const form = dialog(page, fill(vi.stations.replaceTitle, { name }))
  await expect(form.getByLabel(vi.stations.oldPort)).toHaveValue('MUA-DONGNGA/DI1')
  await form.getByRole('button', { name: vi.stations.replaceAct, exact: true }).click()
  await expect(form.getByText(vi.stations.reasonNeeded)).toBeVisible()
  await expect(form.getByLabel(vi.stations.reason)).toHaveAttribute('required')
  await pick(
    page,
    form.getByRole('combobox', { name: vi.stations.series, exact: true }),
    'thiết bị',
    /rain\.moi/,
  )
  await form.getByLabel(vi.stations.reason).fill('Thùng cũ bị sét đánh')
  await form.getByRole('button', { name: vi.stations.replaceAct, exact: true }).click()
  await expectNotice(page, messageText('replace_station_success', 'vi'))
  await expect(form).toBeHidden()
  await expect(row(page, name)).toContainText('0.40 mm')

  await page.getByRole('button', { name, exact: true }).click()
  const seams = dialog(page, name).getByRole('region', { name: vi.stations.seams })
  await expect(seams).toContainText('rain.dongnga → rain.moi')
  await expect(seams).toContainText('Thùng cũ bị sét đánh')

  const day = (t: number) => new Date(t + 7 * 60 * MINUTE).toISOString().slice(0, 19).replace('T', ' ')
  const body = { station: 'MUA_DONGNGA', from: day(Date.now() - 60 * MINUTE), to: day(Date.now()) }
  const { column, seams: kept } = await plant.ask(getStationData, { body })
  expect(kept).toHaveLength(1)
  let t = 0
  const at = column.t.map((step) => (t += step))
  // The new gauge was tested before the seam: that does not count.
  const before = column.v.filter((v, i) => at[i] < kept[0].t && v !== null)
  expect(before.length).toBeGreaterThan(5)
  expect(at.filter((x) => x < kept[0].t)).toEqual([...at.filter((x) => x < kept[0].t)].sort((a, b) => a - b))
})

test('a sensor is set up after one question and removed after another', async ({ browser }) => {
  const { page, watch } = await openPage(browser)
  watch.allow(/400/)
  await show(page, SENSORS)
  const name = 'Cảm biến áp lực dự phòng'
  await expect(row(page, name)).toContainText(vi.sensors.not_installed)
  await act(page, name, vi.sensors.setup)
  const form = dialog(page, fill(vi.sensors.setupTitle, { name })).first()
  await form.getByRole('button', { name: vi.sensors.setup, exact: true }).click()
  await expect(form.getByText(messageText('sensor_needs_series', 'vi'))).toBeVisible()
  // A port that is taken is refused by its name.
  await form.getByLabel(vi.sensors.port, { exact: true }).fill('DAP/AI1')
  await pick(
    page,
    form.getByRole('combobox', { name: vi.sensors.series, exact: true }),
    'thiết bị',
    /level\.moi/,
  )
  const sure = () => page.getByRole('dialog').filter({ hasText: vi.sensors.setupAsk })
  await form.getByRole('button', { name: vi.sensors.setup, exact: true }).click()
  await expect(sure().getByRole('button', { name: vi.dialog.cancel })).toBeFocused()
  await sure().getByRole('button', { name: vi.sensors.setup, exact: true }).click()
  await expect(form.getByText(messageText('port_taken', 'vi', { port: 'DAP/AI1' }))).toBeVisible()
  await form.getByLabel(vi.sensors.port, { exact: true }).fill('DAP/AI6')
  await form.getByRole('button', { name: vi.sensors.setup, exact: true }).click()
  await sure().getByRole('button', { name: vi.sensors.setup, exact: true }).click()
  await expectNotice(page, messageText('setup_sensor_success', 'vi'))
  await expect(row(page, name)).toContainText(vi.sensors.installed)
  await expect(row(page, name)).toContainText('DAP/AI6')
  await expect(row(page, name)).toContainText('12.50 m')

  await act(page, name, vi.sensors.calibrate)
  const panel = dialog(page, fill(vi.sensors.calibrateTitle, { name }))
  await panel.getByLabel(vi.sensors.staff).fill('410.25')
  await panel.getByRole('button', { name: fill(vi.sensors.takeOffset, { offset: '397.75' }) }).click()
  await expect(panel.getByText('410.250 m')).toBeVisible()
  await panel.getByRole('radio', { name: /^Sửa cho cả thời kỳ/ }).check()
  await panel.getByRole('button', { name: vi.act.save, exact: true }).click()
  await expect(panel).toBeHidden()
  // Readings from before the setup stay as they were.
  await expect(row(page, name)).toContainText('1 × số đo + 397.75')
  await plant.ask(
    postReadings,
    { body: { readings: [{ series: 'level.moi', t: Date.now(), v: 12.5 }] } },
    secret,
  )
  await page.reload()
  await expect(row(page, name)).toContainText('410.25 m')

  await act(page, name, vi.sensors.uninstall)
  const question = dialog(page, fill(vi.sensors.uninstallTitle, { name }))
  await expect(question).toContainText('DAP/AI6')
  await question.getByRole('button', { name: vi.sensors.uninstallAct, exact: true }).click()
  await expectNotice(page, messageText('uninstall_sensor_success', 'vi'))
  await expect(row(page, name)).toContainText(vi.sensors.uninstalled)

  await page.goto(`${SENSORS}?kind=2`)
  await page.getByRole('button', { name: vi.sensors.history, exact: true }).click()
  const history = dialog(page, vi.sensors.history)
  const line = history.getByRole('listitem').filter({ hasText: name }).first()
  await expect(line).toContainText(vi.valueOf.uninstalled)
  await expect(line).toContainText(vi.valueOf.installed)
})

test('the second of two who change the same sensor is warned', async ({ browser }) => {
  const [{ page: a }, { page: b, watch }] = [await openPage(browser), await openPage(browser)]
  watch.allow(/409/)
  const name = 'Cảm biến chung'
  await show(a, SENSORS)
  await a.getByRole('button', { name: vi.sensors.add, exact: true }).click()
  await dialog(a, vi.sensors.addTitle).getByLabel(vi.sensors.name, { exact: true }).fill(name)
  await dialog(a, vi.sensors.addTitle).getByRole('button', { name: vi.act.add, exact: true }).click()
  await expect(row(a, name)).toBeVisible()
  await show(b, SENSORS)
  for (const page of [a, b]) await act(page, name, vi.items.edit)
  for (const [page, next] of [
    [a, 'Cảm biến của A'],
    [b, 'Cảm biến của B'],
  ] as const) {
    const form = dialog(page, fill(vi.sensors.editTitle, { name }))
    await form.getByLabel(vi.sensors.name, { exact: true }).fill(next)
    await form.getByRole('radio', { name: /^Sửa cho cả thời kỳ/ }).check()
    await form.getByRole('button', { name: vi.act.save, exact: true }).click()
    if (page === a) await expect(form).toBeHidden()
  }
  await expect(b.getByText(vi.items.conflict)).toBeVisible()
})

test('pages and forms fit every width, without accessibility violations in either theme', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const { page } = await openPage(browser)
  await choose(page, { language: 'en' }, true)
  for (const path of [STATIONS, SENSORS]) {
    await show(page, path)
    await checkPage(page, path)
  }
  await page.getByRole('button', { name: en.sensors.add, exact: true }).click()
  await expect(dialog(page, en.sensors.addTitle)).toBeVisible()
  await checkPage(page, en.sensors.addTitle)
  await page.goto(STATIONS)
  await page.getByRole('button', { name: en.stations.add, exact: true }).click()
  const form = dialog(page, en.stations.addTitle)
  await expect(form.getByRole('combobox', { name: en.stations.series, exact: true })).toBeVisible()
  await form.getByRole('button', { name: en.act.add, exact: true }).click()
  await expect(form.locator('[aria-invalid="true"]').first()).toBeVisible()
  await checkPage(page, en.stations.addTitle)
})
