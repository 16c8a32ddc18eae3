import { evaluate } from '#core/expression.ts'
import type { Explanation } from '#contract/explain.ts'
import { SERIES_NAMES } from '#contract/series-names.ts'
import { DECIMALS, number } from '#client/lib/format.ts'
import { choose, en, expect, figure, test, vi, type Page } from './fixtures.ts'
import { overflow, accessibilityViolations } from './page-checks.ts'
import { fill } from './pages.ts'

const words = vi.explain
const panel = (page: Page, text: { why: string } = vi.figure) => page.getByRole('dialog', { name: text.why })

/** The API's answer to the next action on the page. */
async function answerOf(page: Page, act: () => Promise<void>): Promise<Explanation> {
  const waiting = page.waitForResponse((r) => r.url().includes('/v1/calculation/explain') && r.ok())
  await act()
  const { data } = (await (await waiting).json()) as { data: Explanation }
  return data
}

/** The value of the card, by its button. */
const whyButton = (page: Page, card: string) => figure(page, card).getByTitle(vi.figure.why).first()
const three = (v: number) => v.toLocaleString('en-US', { minimumFractionDigits: 3, maximumFractionDigits: 3 })

test('outflow shows its parts, each can be opened in turn, with a way back', async ({
  operatorPage: page,
}) => {
  await page.goto('/dashboard')
  const e = await answerOf(page, () => whyButton(page, vi.figure.outflow).click())
  const open = panel(page)
  const title = SERIES_NAMES.vi['general.total_discharge_out']
  const top = open.getByRole('region', { name: title })
  await expect(top).toContainText(three(e.value!))
  await expect(top).toContainText(words.same)
  await expect(open).toContainText(String(e.value))
  const last = e.lines.at(-1)!
  const sum = evaluate(last.expression, (symbol) => last.terms.find((x) => x.symbol === symbol)!.value!)
  expect(sum).toBeCloseTo(e.value!, 9)

  const turbine = SERIES_NAMES.vi['general.total_discharge_turbine']
  const part = await answerOf(page, () => open.getByRole('button', { name: turbine }).click())
  expect(part.value).toBe(last.terms.find((x) => x.series === part.series)!.value)
  await expect(open.getByRole('region', { name: turbine })).toContainText(three(part.value!))
  // One level deeper: a unit, whose power is a reading of its sensor.
  const unit = part.lines[0].terms[0]
  const one = await answerOf(page, () => open.getByRole('button', { name: unit.name! }).click())
  expect(one.value).toBe(unit.value)
  expect(one.inputs.map((i) => i.role)).toEqual(['power'])
  await expect(open.getByRole('region', { name: words.inputs })).toContainText(words.roles.power)
  await expect(open.getByRole('region', { name: words.versions })).toContainText(words.nouns.unit)

  const back = (name: string) => open.getByRole('button', { name: words.back.replace('{{name}}', name) })
  await back(turbine).click()
  await back(title).click()
  await expect(top).toContainText(three(e.value!))
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(open).toHaveCount(0)
})

test('inflow shows its window, storages, outflow, and the readings at both ends; by the keyboard', async ({
  operatorPage: page,
}) => {
  await page.goto('/dashboard')
  await whyButton(page, vi.figure.inflow).focus()
  const e = await answerOf(page, () => page.keyboard.press('Enter'))
  const open = panel(page)
  await expect(open).toContainText(words.lines.balance)
  for (const id of ['storage', 'change', 'passed', 'mean_out', 'losses'] as const)
    await expect(open.getByText(words.lines[id], { exact: true }).first()).toBeVisible()
  // One band: beside the value, and derived from the same number in the working.
  const { value: sigma } = e.lines.find((line) => line.id === 'band')!
  const end = (v: number) => number(v, DECIMALS.flow)
  const [low, high] = [end(e.value! - 2 * sigma!), end(e.value! + 2 * sigma!)]
  await expect(open).toContainText(fill(vi.calculation.bandHint, { low, high }))
  await expect(open).toContainText(words.lines.band)
  expect(e.inputs.length).toBeGreaterThan(0)
  await expect(open.getByRole('region', { name: words.inputs }).getByRole('listitem')).toHaveCount(
    e.inputs.length,
  )
  const window = e.parameters!.values.find((p) => p.name === 'window')!
  await expect(open.getByRole('region', { name: words.parameters })).toContainText(
    Number(window.value).toLocaleString('en-US'),
  )
})

test('a gate of the table shows its opening, its formula or table, and its author', async ({
  operatorPage: page,
}) => {
  await page.goto('/dashboard')
  const rows = page.getByRole('table', { name: vi.dashboard.outlets }).getByRole('row')
  const row = rows.filter({ has: page.getByTitle(vi.figure.why) }).first()
  const e = await answerOf(page, () => row.getByTitle(vi.figure.why).last().click())
  expect(e.series).toMatch(/\.q$/)
  const open = panel(page)
  await expect(open.getByRole('region', { name: words.working })).toBeVisible()
  await expect(open.getByRole('region', { name: words.versions })).toContainText(e.versions[0].name)
  await expect(open).toContainText(e.series)
})

test('it is legible on a telephone, in the dark theme and in English; a failure is reported and can be retried', async ({
  operatorPage: page,
  watch,
}) => {
  await choose(page, { language: 'en', theme: 'dark' }, true)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  watch.allow(/net::ERR_/)
  await page.route('**/v1/calculation/explain*', (route) => route.abort())
  const button = figure(page, en.figure.level).getByTitle(en.figure.why).first()
  await button.click()
  const open = panel(page, en.figure)
  await expect(open.getByRole('alert')).toContainText(en.explain.what)
  await page.unroute('**/v1/calculation/explain*')
  const e = await answerOf(page, () => open.getByRole('button', { name: en.error.retry }).click())
  await expect(open.getByRole('region', { name: SERIES_NAMES.en['general.lake_level'] })).toContainText(
    e.value!.toFixed(3),
  )
  await expect(open).toContainText(en.figure.liveLevel)
  await expect.poll(() => overflow(page)).toEqual([])
  expect(await accessibilityViolations(page)).toEqual([])
})
