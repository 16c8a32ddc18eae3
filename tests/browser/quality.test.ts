import { expect, test, type Browser, type Page } from '@playwright/test'
import { checkDecimals } from '#client/features/quality/words.ts'
import { number } from '#client/lib/format.ts'
import { en } from '#client/lib/text/en/index.ts'
import { vi } from '#client/lib/text/vi/index.ts'
import { addAct } from '#contract/edits.ts'
import { text as messageText } from '#contract/messages.ts'
import { countFired, listFired } from '#contract/quality.ts'
import { getHistory, postReadings, putSeries } from '#contract/readings.ts'
import { addToken } from '#contract/tokens.ts'
import { DAY, HOUR, toLocalDate } from '#core/time/index.ts'
import { choose, settled } from './fixtures.ts'
import { expectToFit, accessibilityViolations } from './page-checks.ts'
import { startPlant, type Plant } from './plant.ts'
import { fill, pagesAt } from './pages.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
const RIVER = 'level.bavan'
const words = vi.qualityPage

/** Its sensors fail, and a threshold of it is changed: this one has a plant of its own. */
let plant: Plant

test.beforeAll(async () => {
  test.setTimeout(150_000)
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
  // The lake's gauges report: nobody here sends a level.
  const faults = [
    `spike(3):${RIVER}@${ago(12)}/${ago(6)}`,
    `silent:rain.nuocsim@${ago(3)}/`,
    `negative(0.4):rain.bavan@${ago(9)}/${ago(8)}`,
  ]
  plant = await startPlant({ env: { PLANT_FAULTS: faults.join(';') } })
  await settled(plant)
  const found = async () => {
    const { fired } = await plant.ask(listFired, {})
    return [...new Set(fired.map((f) => f.kind))].sort()
  }
  await expect
    .poll(found, { timeout: 100_000 })
    .toEqual(expect.arrayContaining(['missing', 'range', 'spike']))
})
test.afterAll(() => plant.close())
const openPage = pagesAt(() => plant)

const table = (page: Page, tab: keyof typeof words.tab, text = vi) =>
  page.getByRole('table', { name: text.qualityPage.tab[tab] })
const rows = (page: Page, what: string) => table(page, 'fired').getByRole('row').filter({ hasText: what })

async function open(browser: Browser, username: string, query = '') {
  const opened = await openPage(browser, username)
  await opened.page.goto(`/quality/index${query}`)
  await expect(opened.page.getByRole('heading', { level: 1, name: words.title })).toBeVisible()
  return opened
}

test('fired spans: where, how far, open or not; the filter is in the address, and the data one click away', async ({
  browser,
}) => {
  const { page } = await open(browser, 'operator')
  const silent = rows(page, 'rain.nuocsim')
  await expect(silent).toHaveCount(1)
  await expect(silent).toContainText(words.kind.missing)
  await expect(silent).toContainText(words.open)
  await expect(silent).toContainText(words.gradeOf.none)
  const negative = rows(page, 'rain.bavan').first()
  await expect(negative).toContainText('-0.40 mm')
  await expect(negative).toContainText(fill(words.limit, { limit: '0.00 mm' }))
  await expect(negative).toContainText(words.gradeOf.REJECTED)
  await expect(negative).toContainText(words.ended)

  await page.getByRole('combobox', { name: words.kindLabel }).click()
  await page.getByRole('option', { name: words.kind.spike, exact: true }).click()
  await expect(page).toHaveURL(/kind=spike/)
  await page.getByRole('searchbox', { name: words.station }).fill('Ba Vân')
  await expect(page).toHaveURL(/station=/)
  const { fired, total } = await plant.ask(listFired, { query: { kind: 'spike', series: RIVER } })
  expect(total).toBeGreaterThan(0)
  await expect(rows(page, RIVER)).toHaveCount(fired.length)
  await expect(rows(page, 'rain.nuocsim')).toHaveCount(0)
  await page.reload()
  await expect(rows(page, RIVER)).toHaveCount(fired.length)
  const [newest] = fired
  const decimals = Math.max(checkDecimals(newest.value!), checkDecimals(newest.limit!))
  await expect(rows(page, RIVER).first()).toContainText(`${number(newest.value!, decimals)} m`)
  expect(newest.limit).toBeGreaterThan(0)

  await rows(page, RIVER).first().getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/quality/data\\?series=${RIVER.replace('.', '\\.')}`))
  const chart = page.getByRole('figure', { name: vi.edits.chart })
  await expect(chart).toHaveAttribute('data-ready', 'true', { timeout: 40_000 })
  const [from, to] = ['from', 'to'].map((k) => Number(new URL(page.url()).searchParams.get(k)))
  expect(from).toBeLessThan(newest.from)
  expect(to).toBeGreaterThan(newest.to)
})

test('counts: the days of the plant, each check at each sensor, as many as are listed', async ({
  browser,
}) => {
  const { page } = await open(browser, 'operator', '?tab=counts')
  const today = toLocalDate(Date.now(), ZONE)
  const query = { from: toLocalDate(Date.now() - 13 * DAY, ZONE), to: toLocalDate(Date.now() + DAY, ZONE) }
  const { rows: counted } = await plant.ask(countFired, { query })
  expect(counted.length).toBeGreaterThanOrEqual(3)
  const listed = table(page, 'counts').getByRole('row')
  await expect(listed).toHaveCount(counted.length + 1)
  for (const one of counted.filter((r) => r.series === RIVER)) {
    const row = listed.filter({ hasText: words.kind[one.kind] }).filter({ hasText: RIVER })
    await expect(row).toContainText(String(one.total))
    const days = await row.getByRole('img').getAttribute('aria-label')
    const total = [...days!.matchAll(/: (\d+)/g)].reduce((n, [, x]) => n + Number(x), 0)
    expect(total).toBe(one.total)
    expect(days! >= '2' && today.startsWith('2')).toBe(true)
  }
})

test('a reading that an operator replaced is listed without an effect', async ({ browser }) => {
  const query = { kind: 'spike', series: RIVER } as const
  const [spike] = (await plant.ask(listFired, { query })).fired.filter((f) => f.n === 1)
  // Somebody types a value that is as far out: the check fires, and nothing is graded by it.
  const { from, to, value } = spike
  const act = { kind: 'replace' as const, series: RIVER, from, to, value: 20 + value! }
  await plant.ask(addAct, { body: { act, reason: 'Nhập lại theo sổ' } })
  const state = async () =>
    (await plant.ask(listFired, { query })).fired.find((f) => f.from === spike.from)?.replaced ?? null
  await expect.poll(state, { timeout: 30_000 }).toBe('whole')
  const { page } = await open(browser, 'operator', `?kind=spike&series=${RIVER}`)
  const row = table(page, 'fired').getByRole('row').filter({ hasText: words.replaced })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(words.replacedBy)
  await expect(row).not.toContainText(words.gradeOf.SUSPECT)
  await row.getByText(words.replaced).hover()
  await expect(page.getByRole('tooltip')).toContainText(words.replacedHint)
})

test('a threshold replaces the default: what it accepts is gone from the list', async ({ browser }) => {
  const { page } = await open(browser, 'manager', '?tab=checks')
  const list = table(page, 'checks')
  await page.getByRole('searchbox', { name: words.search }).fill(RIVER)
  const row = list.getByRole('row').filter({ hasText: words.kind.spike })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(words.source.default)
  await row.getByRole('button').click()
  const panel = page.getByRole('dialog')
  const step = panel.getByLabel(new RegExp(`^${vi.fieldOf.check.limits.resolution}`))
  await step.fill('')
  await panel.getByRole('button', { name: vi.act.add, exact: true }).click()
  await expect(panel.getByText(messageText('required', 'vi'))).toBeVisible()
  await step.fill('500')
  await panel.getByRole('button', { name: vi.act.add, exact: true }).click()
  await expect(panel).toHaveCount(0)
  await expect(row).toContainText(words.source.described)
  await expect(row).toContainText('500.0 m')

  const left = async () => (await plant.ask(listFired, { query: { kind: 'spike', series: RIVER } })).total
  await expect.poll(left, { timeout: 40_000 }).toBe(0)
  await page.goto(`/quality/index?kind=spike&series=${RIVER}`)
  await expect(page.getByText(words.none)).toBeVisible()
  await page.getByRole('combobox', { name: words.stateLabel }).click()
  await page.getByRole('option', { name: words.states.cleared, exact: true }).click()
  await expect(rows(page, RIVER).first()).toContainText(words.cleared.split('{{')[0].trim())
})

test('viewers find thresholds that cannot be changed', async ({ browser }) => {
  const { page } = await open(browser, 'operator', '?tab=checks')
  await expect(table(page, 'checks')).toBeVisible()
  await expect(page.getByRole('button', { name: words.add })).toHaveCount(0)
})

test('a record that the plant published is beside the computed one, with how well they agree', async ({
  browser,
}) => {
  const { secret } = await plant.ask(addToken, {
    body: { name: 'published', scopes: ['write', 'describe'], series: null },
  })
  const series = 'published.inflow'
  const body = { name: 'Inflow', unit: 'm3/s', kind: 'mean' as const, step_s: 3600 }
  await plant.ask(putSeries, { params: { code: series }, body }, secret)
  // Twice what was computed, on each hour of the last day.
  const to = Math.floor(Date.now() / HOUR) * HOUR
  const code = 'general.total_discharge_lake'
  const read = { series: [code], from: to - DAY, to, px: 10_000 }
  const { t: steps, v } = (await plant.ask(getHistory, { body: read })).series[code]
  let at = 0
  const computed = steps.map((step, i) => ({ t: (at += step), v: v[i] }))
  const readings = Array.from({ length: 24 }, (_, i) => {
    const t = to - (23 - i) * HOUR
    const hour = computed.flatMap((x) => (x.t > t - HOUR && x.t <= t && x.v !== null ? [x.v] : []))
    return { series, t, v: (2 * hour.reduce((sum, x) => sum + x, 0)) / hour.length }
  })
  await plant.ask(postReadings, { body: { readings } }, secret)

  const { page } = await openPage(browser, 'operator')
  await page.goto('/quality/published')
  await expect(page.getByRole('heading', { level: 1, name: vi.route.published })).toBeVisible()
  await expect(page.getByRole('figure', { name: vi.published.chart })).toBeVisible()
  const scores = page.getByRole('table', { name: vi.published.scores })
  await expect(scores.getByRole('columnheader', { name: 'NSE' })).toBeVisible()
  const whole = scores.getByRole('row').filter({ hasText: ' – ' }).first()
  await expect(whole.getByRole('cell').nth(0)).toHaveText('24')
  await expect(whole.getByRole('cell').nth(1)).toHaveText(/^(1\.000|0\.99\d)$/)
  await expect(page.getByRole('table', { name: vi.published.days })).toBeVisible()
  await expectToFit(page, 'published')
  expect(await accessibilityViolations(page)).toEqual([])
})

for (const [language, theme, text] of [
  ['vi', 'light', vi],
  ['en', 'dark', en],
] as const)
  test(`every tab fits every width, without accessibility violations, ${language}, ${theme}`, async ({
    browser,
  }) => {
    test.setTimeout(120_000)
    const { page } = await openPage(browser, 'manager')
    await choose(page, { theme, language }, true)
    await page.goto('/quality/index')
    await expect(page.getByRole('heading', { level: 1, name: text.qualityPage.title })).toBeVisible()
    for (const tab of ['fired', 'counts', 'series', 'checks'] as const) {
      await page.getByRole('tab', { name: text.qualityPage.tab[tab] }).click()
      await expect(table(page, tab, text as typeof vi)).toBeVisible()
      await expectToFit(page, tab)
      expect(await accessibilityViolations(page), tab).toEqual([])
    }
  })
