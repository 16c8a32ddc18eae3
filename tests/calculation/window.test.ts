import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calculateSave, getCalculationInputs, getProposal, onlyCalculate } from '#contract/calculation.ts'
import { getIndicators } from '#contract/dashboard.ts'
import { explain } from '#contract/explain.ts'
import { mean } from '#core/series/index.ts'
import { DAY, HOUR, HYDRO, MINUTE, fixture, local, type Fixture } from '../quality/fixture.ts'

// The lake rises by 75 cm an hour then, and is steady five hours later.
const FROM = Date.UTC(2025, 9, 15)
const FAST = FROM + 6 * HOUR
const CALM = FROM + 11 * HOUR
const INFLOW = 'general.total_discharge_lake'
const OUT = 'general.total_discharge_out'

let h: Fixture
beforeAll(async () => {
  h = await fixture(FROM, CALM, '')
  await h.live(FROM - DAY, FAST, DAY + 6 * HOUR)
}, 300_000)
afterAll(() => h.close())

// A session does not last hours: signs in again.
let actor = 'manager'
const ask: Fixture['ask'] = (endpoint, input) => h.ask(endpoint, input, { account: actor })

const none = { openings: [], powers: [] }
/** T2 - T1 in minutes, from everything that reports it. */
async function windows(at: number) {
  const inputs = await ask(getCalculationInputs, { query: { at: local(at) } })
  const tried = await ask(onlyCalculate, { body: { at: local(at), ...none } })
  const explained = await ask(explain, { query: { series: INFLOW, at: String(at) } })
  const dt = explained.lines
    .find((line) => line.id === 'mean_out')!
    .terms.find((x) => x.symbol === 'dt')!.value!
  const { net_window } = await ask(getIndicators)
  return {
    inputs: [inputs.window / 60, (inputs.at - inputs.from) / MINUTE],
    tried: (tried.at - tried.from) / MINUTE,
    explained: dt / 60,
    dashboard: net_window / 60,
  }
}

describe('the reported window is that of the inflow', () => {
  test('15 minutes while the level changes fast, everywhere', async () => {
    expect(await windows(FAST)).toEqual({ inputs: [15, 15], tried: 15, explained: 15, dashboard: 15 })
  })

  test('inflow less outflow on the dashboard is of that window', async () => {
    const { net, inflow } = await ask(getIndicators)
    const out = await h.server.app.history.read(HYDRO, [OUT], FAST - HOUR, FAST)
    const passed = mean(out.get(OUT)!, FAST - 15 * MINUTE, FAST, 'instant')
    expect(net.value!).toBeCloseTo(inflow.value! - passed.v, 5)
  })

  test('shown levels are those at both ends of it, and entered ones are used in their place', async () => {
    const at = local(FAST)
    const { levels } = await ask(getCalculationInputs, { query: { at } })
    const stored = (
      await h.server.app.history.read(HYDRO, ['general.lake_level'], FAST - 15 * MINUTE, FAST)
    ).get('general.lake_level')!
    expect(levels.start.value).toBeCloseTo(stored.v[0], 5)
    expect(levels.end.value).toBeCloseTo(stored.v.at(-1)!, 5)
    const own = { start: levels.start.value!, end: levels.end.value! }
    const answer = await ask(onlyCalculate, { body: { at, levels: own, ...none } })
    expect((answer.at - answer.from) / MINUTE).toBe(15)
    const auto = await ask(onlyCalculate, { body: { at, ...none } })
    // The same rise over an hour would be a quarter of the storage change.
    const [a, b] = [answer, auto].map((x) => x.total_discharge_lake.value! - x.total_discharge_out.value!)
    expect(Math.abs(a / b - 1)).toBeLessThan(0.1)
  })

  test('the whole window is used again once the level is steady; a requested window is used as requested', async () => {
    await h.live(FAST, CALM, CALM - FAST)
    actor = 'admin'
    expect(await windows(CALM)).toEqual({ inputs: [60, 60], tried: 60, explained: 60, dashboard: 60 })
    const query = { at: local(CALM), from: local(CALM - 2 * HOUR) }
    expect((await ask(getCalculationInputs, { query })).window).toBe(7200)
  })
})

describe('one band of the inflow', () => {
  test('is the same number when tried, proposed, explained and saved', async () => {
    const tried = await ask(onlyCalculate, { body: none })
    const sigma = tried.inflow_sigma!
    expect(sigma).toBeGreaterThan(0)
    const explained = await ask(explain, { query: { series: INFLOW, at: String(tried.at) } })
    const band = explained.lines.filter((line) => line.symbol === 'sigma')
    expect(band.map((line) => line.id)).toEqual(['band'])
    expect(band[0].value).toBeCloseTo(sigma, 5)
    // The series on charts is the same, and so is its explanation.
    const series = await ask(explain, { query: { series: 'general.inflow_sigma', at: String(tried.at) } })
    expect(series.value).toBeCloseTo(sigma, 5)
    expect(series.lines.at(-1)!.value).toBeCloseTo(sigma, 5)
    expect((await ask(getProposal)).inflow_sigma).toBe(sigma)
    expect((await ask(calculateSave, { body: none })).result.inflow_sigma).toBe(sigma)
  })
})
