import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onlyCalculate } from '#contract/calculation.ts'
import { inputSeries } from '#core/calculation/index.ts'
import { simulate } from '#plant/index.ts'
import { describeSeed } from '../description.ts'
import { DAY, fixture, local, MINUTE, seed, type Fixture } from '../quality/fixture.ts'

// After a flood: the gates still move, the inflow falls from 250 to 20 m3/s.
const FROM = Date.UTC(2025, 9, 16, 12)
/** Each fault lasts for hours within two days of its own. */
const FAULTS = [
  'stuck:level.reservoir.2@+8h/+13h',
  'spike(2.5):level.reservoir.1@+56h/+60h',
  'silent:level.reservoir.1@+104h/+110h',
  'lie(0.25):level.reservoir.2@+152h/+164h',
]
const SPAN = 2 * DAY
const TO = FROM + FAULTS.length * SPAN
const STEP = 30 * MINUTE
const WINDOW = seed.parameters.window * 1000

const truth = simulate({ from: FROM - DAY, to: TO, step: MINUTE })
const read = new Set(inputSeries(describeSeed(seed)).filter((code) => !/^(rain|radar)\./.test(code)))

/** True mean inflow of the window that ends at t: what the balance estimates. */
function trueInflow(t: number): number {
  let sum = 0
  let n = 0
  for (let i = truth.rowAfter(t - WINDOW); i < truth.length && truth.t[i] <= t; i++) {
    sum += truth.inflow[i]
    n++
  }
  return sum / n
}

/** Share of the instants with a band whose true inflow lies within it (twice sigma on both sides). */
async function within(h: Fixture, from: number, to: number): Promise<{ share: number; shown: number }> {
  let inside = 0
  let shown = 0
  let checked = 0
  for (let t = from + STEP; t <= to; t += STEP) {
    const answer = await h.ask(onlyCalculate, { body: { at: local(t), openings: [], powers: [] } } as never)
    const { value } = answer.total_discharge_lake
    checked++
    if (value === null || answer.inflow_sigma === null) continue
    shown++
    if (Math.abs(value - trueInflow(t)) <= 2 * answer.inflow_sigma) inside++
  }
  return { share: inside / shown, shown: shown / checked }
}

describe.each([
  ['off', ''],
  ['on', FAULTS.join(';')],
])('the true inflow against the displayed band, faults %s', (_, faults) => {
  let h: Fixture
  beforeAll(async () => {
    h = await fixture(FROM, TO, faults, (series) => read.has(series))
    await h.live(FROM - DAY, TO, DAY)
  }, 600_000)
  afterAll(() => h.close())

  test.each(FAULTS.map((fault, i) => [fault.split('@')[0], i] as const))(
    'lies within it for 95 % of two days: %s',
    async (_fault, i) => {
      const { share, shown } = await within(h, FROM + i * SPAN, FROM + (i + 1) * SPAN)
      expect(share).toBeGreaterThanOrEqual(0.95)
      expect(shown).toBeGreaterThan(0.9)
    },
    300_000,
  )
})
