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

  test('close every day: inflow is storage plus outflow plus losses', () => {
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
      // By hand: storage at both midnights, and the mean releases of the instants between.
      const storage = data.get('general.total_capacity')!
      const dV = storage.v[indexAt(storage, b)] - storage.v[indexAt(storage, a)]
      expect(Math.abs(c.inflow! - dV - c.outflow! - c.losses)).toBeLessThanOrEqual(
        CLOSES_WITHIN * Math.abs(c.inflow!),
      )
      came += c.inflow!
      real += flowed
    }
    process.stdout.write(`${lines.join('\n')}\n`)
    // A month of it equals the true inflow.
    expect(Math.abs(came / real - 1)).toBeLessThan(0.02)
    // Months and days are the same water.
    const month = closing(water, FROM, FROM + DAYS * DAY, STEP)
    expect(month.inflow! / came).toBeCloseTo(1, 9)
  })
})

test('the balance of a span, as the chart shows it, is that between the instants at its ends', async () => {
  const h = await fixture(8 * HOUR)
  // Off the grid at both ends: the balance is between the instants at or before them.
  const [from, to] = [T - 5 * HOUR, T - 2 * HOUR]
  const spanOf = async (a: number, b: number) =>
    (await h.ask(getVolumes, { body: { from: local(a), to: local(b), step: 'span' } })).periods
  const [water, ...none] = await spanOf(from + 2 * MINUTE, to + 4 * MINUTE)
  expect(none).toEqual([])
  expect([water.from, water.to, water.complete]).toEqual([from, to, true])
  const stored = await h.stored(from - HOUR, T)
  const volumes = stored.get('general.inflow_volume')!
  let sum = 0
  for (let i = 0; i < volumes.t.length; i++)
    if (volumes.t[i] > from && volumes.t[i] <= to) sum += volumes.v[i]
  expect(water.inflow).toBeCloseTo(sum / 1e6, 5)
  expect(water.inflow! - water.storage! - water.outflow! - water.losses!).toBeCloseTo(water.residual!, 5)
  // Two halves make the whole, unlike sums of windowed means before each instant.
  const middle = from + HOUR
  const halves = [...(await spanOf(from, middle)), ...(await spanOf(middle, to))]
  expect(halves.reduce((all, p) => all + p.inflow!, 0)).toBeCloseTo(water.inflow!, 5)
  expect(Math.abs(water.summed! / water.inflow! - 1)).toBeGreaterThan(0.002)
  // A span into the future covers what is computed; without an interval there is no volume.
  const [live] = await spanOf(T - HOUR, T + HOUR)
  expect([live.from, live.to]).toEqual([T - HOUR, T])
  expect(await spanOf(from + MINUTE, from + 2 * MINUTE)).toEqual([])
  const long = { from: '2024-01-01', to: local(T), step: 'span' as const }
  expect((await h.refused(getVolumes, { body: long })).fields).toEqual([['to', 'observe_too_long']])
  await h.server.close()
}, 120_000)

test('a span over which the interval of the calculation changed has no gap', () => {
  const [a, b] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1, 6)]
  // An interval of five minutes for an hour, then of an hour.
  const t = [
    ...Array.from({ length: 12 }, (_, i) => a + (i + 1) * 5 * MINUTE),
    ...[2, 3, 4, 5, 6].map((k) => a + k * HOUR),
  ]
  const of = (v: (i: number) => number) => fromEntries(t.map((at, i): Entry => [at, v(i)]))
  const volumes = of((i) => (i < 12 ? 300 : 3600))
  const storage = fromEntries([[a, 1000] as Entry, ...t.map((at): Entry => [at, 1000])])
  const water = { storage, inflowVolume: volumes, outflowVolume: volumes, losses: [] }
  expect(closing(water, a, b, HOUR, t.length)).toMatchObject({ inflow: 21_600, residual: 0, q: 0 })
  expect(closing(water, a, b, 5 * MINUTE)).toMatchObject({ inflow: null })
})

test('days and months of the plant are returned by a call', async () => {
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
  // Before the first reading everything is unknown, even losses.
  const [before] = (
    await h.ask(getVolumes, { body: { from: local(T - 200 * HOUR), to: local(T - 190 * HOUR) } })
  ).periods
  expect([before.inflow, before.outflow, before.losses]).toEqual([null, null, null])
  const month = await h.ask(getVolumes, { body: { ...span, step: 'month' } })
  expect(month.periods).toHaveLength(1)
  const refused = await h.refused(getVolumes, { body: { from: '2020-01-01', to: '2026-01-01', step: 'day' } })
  expect(refused.fields).toEqual([['to', 'volumes_too_long']])
  await h.server.close()
}, 120_000)
