import { expect, test, type Browser, type Page } from '@playwright/test'
import { onlyCalculate } from '#contract/calculation.ts'
import { fullPath } from '#contract/endpoint.ts'
import { ITEMS } from '#contract/items.ts'
import { en } from '#client/lib/text/en/index.ts'
import { vi } from '#client/lib/text/vi/index.ts'
import { choose, settled } from './fixtures.ts'
import { checkPage } from './page-checks.ts'
import { startPlant, type Plant } from './plant.ts'
import { dialog, fill, pagesAt, expectNotice } from './pages.ts'

const words = vi.calculation
const { runs, operation, difference } = vi

test.describe.configure({ timeout: 180_000 })

/** Other tests depend on saved results and the method of operation, so this file has a plant of its own. */
let plant: Plant
test.beforeAll(async () => {
  test.setTimeout(120_000)
  plant = await startPlant()
  await settled(plant)
})
test.afterAll(() => plant.close())
const openPage = pagesAt(() => plant)

async function openAt(browser: Browser, path: string, username?: string) {
  const { page, watch } = await openPage(browser, username)
  await page.goto(path)
  return { page, watch }
}

/** Changes parameters from a local time on, as a program would. */
async function operate(given: object, from: string): Promise<void> {
  const { list, change } = ITEMS.parameters
  const latest = (await plant.ask(list, {})).findLast((p) => p.to === null)!
  await plant.ask(change, {
    params: { id: latest.id },
    body: { version: latest.version, body: { ...latest.body, ...given }, from },
  })
}

/** Opens the panel of the dashboard, once it has the sensors' values. */
async function open(page: Page) {
  await page.getByRole('button', { name: words.open, exact: true }).click()
  const panel = dialog(page, words.title)
  await expect(panel.getByLabel(words.level2)).toHaveValue(/^\d{3}\.\d{3}$/)
  return panel
}
/** The number beside the name of a value of the result. */
const outcome = (page: Page, name: string) =>
  page
    .getByRole('region', { name: words.result })
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first()

test('what if: an entered opening is calculated, an impossible one is refused at its field, and nothing is stored', async ({
  browser,
}) => {
  const { page, watch } = await openAt(browser, '/dashboard')
  watch.allow(/status of 400/)
  const panel = await open(page)
  const gate = panel.getByRole('group', { name: words.gates }).getByRole('textbox').first()
  const before = (await plant.figures()).outflow.value!
  await gate.fill('99')
  await expect(panel.getByText(fill(words.ownCount, { n: 1 }))).toBeVisible()
  await panel.getByRole('button', { name: words.try, exact: true }).click()
  await expect(gate).toHaveAttribute('aria-invalid', 'true')
  await expect(gate).toBeFocused()
  // Saving waits for a result of the present input.
  await expect(panel.getByRole('button', { name: words.save, exact: true })).toBeDisabled()

  await gate.fill('2')
  await panel.getByRole('button', { name: words.try, exact: true }).click()
  await expect(panel.getByText(words.notStored)).toBeVisible()
  await expect(panel.getByText(words.byHand)).toBeVisible()
  // Versions are distinguished by when they came into force, never by their ids.
  await expect(panel.getByRole('table', { name: words.outlets })).toContainText(words.inForceAlways)
  await expect(panel).not.toContainText('ve_')
  const total = Number((await outcome(page, words.row.out).innerText()).replaceAll(',', ''))
  expect(total).toBeGreaterThan(before + 50)
  expect((await plant.figures()).outflow.value!).toBeLessThan(before + 50)
  await gate.fill('1')
  await expect(panel.getByText(words.changed)).toBeVisible()
  // An emptied field returns to the sensor.
  await gate.fill('')
  await gate.blur()
  await expect(panel.getByText(words.allSensors)).toBeVisible()
})

test('an invalid T1 is an error at its field: nothing else is computed in its place', async ({ browser }) => {
  const { page, watch } = await openAt(browser, '/dashboard')
  watch.allow(/status of 400/)
  const panel = await open(page)
  const calls: string[] = []
  page.on('request', (r) => r.url().includes(fullPath(onlyCalculate)) && calls.push(r.url()))
  const t1 = panel.getByLabel(words.T1)
  await t1.fill('32/13/2026 25:00')
  const attempt = panel.getByRole('button', { name: words.try, exact: true })
  await attempt.click()
  await expect(t1).toHaveAttribute('aria-invalid', 'true')
  await expect(t1).toBeFocused()
  await expect(panel.getByText(words.timeWrong.split('{{')[0])).toBeVisible()
  await expect(t1).toHaveValue('32/13/2026 25:00')
  // A time after T2 is refused by the server, and the fields stay for correction.
  await t1.fill('2031-01-01 00:00')
  await attempt.click()
  await expect(t1).toHaveAttribute('aria-invalid', 'true')
  await expect(panel.getByRole('group', { name: words.levels })).toBeVisible()
  expect(calls).toEqual([])
  await panel.getByRole('button', { name: words.latest }).click()
  await attempt.click()
  await expect(panel.getByText(words.notStored)).toBeVisible()
  expect(calls).toHaveLength(1)
})

test('a span is recalculated: impossible times are refused, the run is followed to its end and seen by others', async ({
  browser,
}) => {
  const { page } = await openAt(browser, '/calculation/index')
  await page.getByRole('button', { name: runs.again.open }).click()
  const form = dialog(page, runs.again.title)
  await form.getByLabel(runs.again.from, { exact: true }).fill('22/11/2126 00:00')
  await form.getByRole('button', { name: runs.again.run, exact: true }).click()
  await expect(form.getByText(runs.again.order)).toBeVisible()
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await form.getByLabel(runs.again.from, { exact: true }).fill(`${day} 00:00`)
  await form.getByRole('button', { name: runs.again.run, exact: true }).click()
  const detail = dialog(page, runs.kind.recalculate)
  await expect(detail.getByText(runs.state.done, { exact: true })).toBeVisible({ timeout: 30_000 })
  // The same inputs give the same digits.
  await expect(detail.getByText(runs.nothing)).toBeVisible()
  const other = await openAt(browser, page.url(), 'operator')
  await expect(dialog(other.page, runs.kind.recalculate)).toContainText(runs.nothing)
  // A run without changes has nothing to roll back, and says so.
  await expect(detail.getByText(runs.nothingBack)).toBeVisible()
  await expect(detail.getByRole('button', { name: words.rollback })).toHaveCount(0)
})

test('a parameter shows its effect before it is saved, and none where nothing differs', async ({
  browser,
}) => {
  const { page } = await openAt(browser, '/settings/parameters')
  const what = vi.settingsPage.tab.calculation
  await page.getByRole('button', { name: fill(vi.settingsPage.editOf, { what }) }).click()
  const form = dialog(page, what)
  // Over the whole of its period.
  await form.locator('input[name=effective]').nth(1).check()
  await form.getByRole('button', { name: difference.fold }).click()
  await form.getByRole('button', { name: difference.ask, exact: true }).click()
  await expect(form.getByText(difference.none)).toBeVisible({ timeout: 30_000 })
  await form.getByLabel(vi.fieldOf.parameters.window).fill('1200')
  await expect(form.getByText(difference.old)).toBeVisible()
  await form.getByRole('button', { name: difference.again }).click()
  const figures = form.getByRole('table', { name: difference.figures })
  await expect(figures).toContainText(difference.of['general.total_discharge_lake'], { timeout: 30_000 })
  await expect(figures).toContainText(difference.volume)
  await expect(form.getByRole('figure', { name: difference.chart })).toHaveAttribute('data-ready', 'true')
})

test('a span of manual operation without results is reported, and computed with two clicks', async ({
  browser,
}) => {
  // Two hours of manual operation with readings every minute: four instants of five have no result.
  const hour = 3_600_000
  const minutes = (t: number) => new Date(Math.floor(t / 300_000) * 300_000).toISOString()
  const local = (t: number) =>
    new Date(Date.parse(minutes(t)) + 7 * hour).toISOString().slice(0, 16).replace('T', ' ')
  const now = Date.now()
  await operate({ operation: 'manual', interval: 60 }, local(now - 3 * hour))
  await operate({ operation: 'automatic', interval: 300 }, local(now - hour))

  const viewer = await openAt(browser, '/dashboard', 'viewer')
  const banner = (page: Page) => page.getByRole('status').filter({ hasText: operation.uncomputedWhy })
  await expect(banner(viewer.page)).toContainText('96')
  await expect(banner(viewer.page).getByRole('button')).toHaveCount(0)

  const { page } = await openAt(browser, '/calculation/index')
  await expect(banner(page)).toContainText('96')
  await banner(page).getByRole('button', { name: runs.again.run }).click()
  const form = dialog(page, runs.again.title)
  await form.getByRole('button', { name: runs.again.run, exact: true }).click()
  const detail = dialog(page, runs.kind.recalculate)
  await expect(detail.getByText(runs.state.done, { exact: true })).toBeVisible({ timeout: 30_000 })
  await detail.getByRole('button', { name: vi.act.close, exact: true }).last().click()
  await expect(banner(page)).toHaveCount(0, { timeout: 30_000 })
})

test('manual operation is shown on every dashboard with its proposal, which is saved with one click', async ({
  browser,
}) => {
  const { page } = await openAt(browser, '/dashboard')
  const panel = await open(page)
  await panel.getByRole('button', { name: operation.toManual }).click()
  const ask = dialog(page, operation.askManual)
  await ask.getByRole('button', { name: operation.toManual }).click()
  await expect(ask.getByText(operation.reasonNeeded)).toBeVisible()
  await ask.getByLabel(operation.reason).fill('Hiệu chuẩn cảm biến')
  await ask.getByRole('button', { name: operation.toManual }).click()
  await expectNotice(page, operation.doneManual)

  const { page: other } = await openAt(browser, '/dashboard', 'viewer')
  const banner = other.getByRole('region', { name: operation.manual })
  await expect(banner).toContainText('Hiệu chuẩn cảm biến')
  await expect(banner.getByRole('group', { name: operation.proposal })).toContainText('m³/s')
  await expect(banner.getByRole('button')).toHaveCount(0)

  await page.goto('/dashboard')
  await page.getByRole('button', { name: operation.save }).click()
  const save = page.getByRole('dialog', { name: words.confirm.title.split('{{')[0] })
  await save.getByRole('button', { name: words.save, exact: true }).click()
  // The loop may have computed this very instant before it stopped: then there is no run, and a notice says so.
  const back = page.getByRole('button', { name: words.rollback })
  await expect(back.or(page.getByText(words.stoodNote))).toBeVisible()
  await page.getByRole('button', { name: operation.toAutomatic }).click()
  const end = dialog(page, operation.askAutomatic)
  await end.getByLabel(operation.reason).fill('Xong')
  await end.getByRole('button', { name: operation.toAutomatic }).click()
  await expect(page.getByRole('region', { name: operation.manual })).toHaveCount(0)
})

test('the panel and the page of runs fit every width, without accessibility violations in either theme', async ({
  browser,
}) => {
  const { page } = await openPage(browser)
  await choose(page, { language: 'en' }, true)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: en.calculation.open, exact: true }).click()
  const panel = dialog(page, en.calculation.title)
  await panel.getByRole('button', { name: en.calculation.try, exact: true }).click()
  await expect(panel.getByText(en.calculation.notStored)).toBeVisible()
  await checkPage(page, 'the panel')
  await expect(panel).toBeVisible()
  await page.goto('/calculation/index')
  await expect(page.getByRole('region', { name: en.route.runs })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await checkPage(page, 'the runs')
})
