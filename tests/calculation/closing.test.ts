import { beforeAll, describe, expect, test } from 'vitest'
import { CLOSES_WITHIN, closing } from '#core/balance/index.ts'
import { compute, waterOf } from '#core/calculation/index.ts'
import { fromEntries, indexAt, type Entry, type Series } from '#core/series/index.ts'
import { DAY, HOUR, MINUTE, toLocal } from '#core/time/index.ts'
import { getVolumes } from '#contract/volumes.ts'
import { demoDescription, observe, simulate } from '#plant/index.ts'
import { describeSeed } from '../description.ts'
import { fixture, local, T, ZONE } from './fixture.ts'

const seed = demoDescription()
const d = describeSeed(seed)
const DAYS = 30
const STEP = seed.parameters.interval * 1000
/** Midnight of the plant, before the floods of October. */
const FROM = Date.UTC(2025, 8, 30, 17)
const million = (m3: number | null) => (m3 === null ? '-' : (m3 / 1e6).toFixed(3)).padStart(9)

describe('thirty days of the demo', () => {
  const truth = simulate({ from: FROM - 6 * HOUR, to: FROM + DAYS * DAY, step: MINUTE })
  let data: ReadonlyMap<string, Series>
  beforeAll(() => {
    const kinds = new Map(seed.series.map((s) => [s.code, s.kind]))
    const bySeries = Map.groupBy(observe(truth), (r) => r.series)
    const inputs = new Map(
      [...bySeries].map(([code, list]) => {
        const series = fromEntries(list.map((r): Entry => [r.t, r.v ?? null]))
        return [code, { series, kind: kinds.get(code)!, confirmed: [] }] as const
      }),
    )
    data = compute(d, (code) => inputs.get(code), FROM - HOUR, FROM + DAYS * DAY, ZONE)
  }, 120_000)

  test('every day closes: what came in is what stayed, left and was lost', () => {
    const water = waterOf(data, seed.parameters.seepageReturns ?? false)
    const lines = [
      'day             dV       out    losses    inflow  residual %    window mean off by %    truth off by %',
    ]
    let [came, real] = [0, 0]
    for (let i = 0; i < DAYS; i++) {
      const [a, b] = [FROM + i * DAY, FROM + (i + 1) * DAY]
      const c = closing(water, a, b, STEP)
      const at = (t: number) => truth.t.indexOf(t)
      let flowed = 0
      for (let k = at(a); k < at(b); k++) flowed += ((truth.inflow[k] + truth.inflow[k + 1]) / 2) * 60
      const off = (m3: number | null) => (((m3! - c.inflow!) / c.inflow!) * 100).toFixed(3).padStart(10)
      const cells = [c.storage, c.outflow, c.losses, c.inflow].map(million).join(' ')
      lines.push(
        `${toLocal(a, ZONE).slice(0, 10)} ${cells} ${(c.share! * 100).toFixed(4).padStart(11)} ${off(c.summed)} ${off(flowed).padStart(20)}`,
      )
      expect(Math.abs(c.residual!)).toBeLessThanOrEqual(CLOSES_WITHIN * Math.abs(c.inflow!))
      // By hand: storage at both midnights, and the means of what left over the instants between.
      const storage = data.get('general.total_capacity')!
      const dV = storage.v[indexAt(storage, b)] - storage.v[indexAt(storage, a)]
      expect(Math.abs(c.inflow! - dV - c.outflow! - c.losses)).toBeLessThanOrEqual(
        CLOSES_WITHIN * Math.abs(c.inflow!),
      )
      came += c.inflow!
      real += flowed
    }
    process.stdout.write(`${lines.join('\n')}\n`)
    // A month of it is the water that really came.
    expect(Math.abs(came / real - 1)).toBeLessThan(0.02)
    // Months and days are the same water.
    const month = closing(water, FROM, FROM + DAYS * DAY, STEP)
    expect(month.inflow! / came).toBeCloseTo(1, 9)
  })
})

test('days and months of the plant by a call', async () => {
  const h = await fixture(40 * HOUR)
  const span = { from: local(T - 40 * HOUR), to: local(T) }
  const days = await h.ask(getVolumes, { body: { ...span, step: 'day' } })
  expect(days.window_s).toBe(seed.parameters.window)
  const whole = days.periods.filter((p) => p.complete && p.residual !== null)
  expect(whole.length).toBeGreaterThan(0)
  for (const p of whole) {
    expect(p.inflow! - p.storage! - p.outflow! - p.losses! - p.residual!).toBeCloseTo(0, 4)
    expect(p.closes).toBe(true)
  }
  expect(days.periods.at(-1)!.complete).toBe(false)
  const month = await h.ask(getVolumes, { body: { ...span, step: 'month' } })
  expect(month.periods).toHaveLength(1)
  const refused = await h.refused(getVolumes, { body: { from: '2020-01-01', to: '2026-01-01', step: 'day' } })
  expect(refused.fields).toEqual([['to', 'volumes_too_long']])
  await h.server.close()
}, 120_000)
