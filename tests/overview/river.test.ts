import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EDITED, GOOD, MISSING, PARTIAL, STALE, grade } from '#core/quality/index.ts'
import { DAY, HOUR, MINUTE, toLocal } from '#core/time/index.ts'
import { calculateSave } from '#contract/calculation.ts'
import { getHydros } from '#contract/dashboard.ts'
import type { DescriptionSeed } from '#contract/description.ts'
import { getLateralInflow, getOverview, getOverviewSums, type OverviewRow } from '#contract/overview.ts'
import { fixture, seed, type Fixture, type Person } from '../people/fixture.ts'

/** The lower reservoir, one above it on its river, one on a tributary, and one further up. */
const LOWER = 'LOWER'
const MAIN = 'MAIN'
const SIDE = 'SIDE'
const TOP = 'TOP'
/** Calculates once an hour. */
const SLOW = 'SLOW'

const { levels, zone } = seed.plant
const LEVEL = 'general.lake_level'
const INFLOW = 'general.total_discharge_lake'
const OUTFLOW = 'general.total_discharge_out'
const ALL = [LOWER, MAIN, SIDE, TOP, SLOW]

let h: Fixture
let all: Person
let some: Person
const now = () => h.server.clock.now()
const local = (t: number) => toLocal(t, zone)

beforeAll(async () => {
  h = await fixture({ env: { EDITION: 'SERVER' } })
  const create = (hydroCode: string, plant: Partial<DescriptionSeed['plant']>, interval = 300) =>
    h.server.app.plants.create(
      { actor: 'test', address: null, hydro: hydroCode },
      {
        ...seed,
        hydroCode,
        plant: { ...seed.plant, name: `Hồ ${hydroCode}`, ...plant },
        parameters: { ...seed.parameters, interval },
      },
    )
  await create(LOWER, { river: 'Cái', riverKm: 10 })
  await create(MAIN, { river: 'Cái', riverKm: 60, travelTime: 120 })
  await create(SIDE, { river: 'Con', riverKm: 5, joins: { river: 'Cái', km: 40 }, travelTime: 60 })
  await create(TOP, { river: 'Cái', riverKm: 90, travelTime: 90 })
  await create(
    SLOW,
    {
      river: 'Chậm',
      seasonLimits: [{ from: '01-01', to: '12-31', level: levels.normal - 2 }],
    },
    3600,
  )
  const viewer = await h.role(4, ['dashboard.view'])
  all = await h.account(Object.fromEntries(ALL.map((code) => [code, viewer])))
  some = await h.account({ [LOWER]: viewer, [MAIN]: viewer })
})
afterAll(() => h.close())

/** Computed values of one series; null: missing. */
const write = (hydroCode: string, series: string, entries: [t: number, v: number | null, q?: number][]) =>
  h.server.app.history.write(
    {
      hydroCode,
      series: entries.map(() => series),
      t: entries.map(([t]) => t),
      v: entries.map(([, v]) => v ?? NaN),
      q: entries.map(([, v, q]) => q ?? (v === null ? MISSING : GOOD)),
    },
    { source: 'computed' },
  )
const rowOf = async (code: string): Promise<OverviewRow> => {
  const a = await h.server.call(getOverview, {}, { account: all.username, hydro: LOWER })
  return a.body.data!.rows.find((r) => r.hydro_code === code)!
}
const sums = async () =>
  (await h.server.call(getOverviewSums, {}, { account: all.username, hydro: LOWER })).body.data!

describe('a row', () => {
  test('excludes late figures from sums, although the level is present', async () => {
    const t = now() - MINUTE
    await write(TOP, LEVEL, [[t, levels.normal - 1]])
    await write(TOP, 'general.total_capacity', [[t, 200e6, PARTIAL]])
    await write(TOP, 'general.power', [
      [t - 20 * HOUR, 120_000],
      [t, null],
    ])
    expect(await rowOf(TOP)).toMatchObject({
      state: 'ok',
      power: { value: 120, t: t - 20 * HOUR, quality: STALE },
    })
    expect((await sums()).all).toMatchObject({
      stored: 200,
      power: null,
      known: { stored: 1, power: 0 },
      quality: { stored: PARTIAL, power: MISSING },
    })
  })

  test('has inflow and outflow of one window', async () => {
    const t = now() - MINUTE
    await write(
      TOP,
      OUTFLOW,
      Array.from({ length: 25 }, (_, i) => [t - (24 - i) * 5 * MINUTE, i < 12 ? 500 : (i - 12) * 10]),
    )
    await write(TOP, INFLOW, [[t, 90]])
    await write(TOP, 'general.inflow_window', [[t, 3600]])
    expect(await rowOf(TOP)).toMatchObject({
      inflow: { value: 90, t },
      outflow: { value: 120, t },
      outflow_mean: { value: 60, quality: GOOD, t },
      inflow_window: 3600,
    })
    // As stored with the inflow, which may be of another window than now.
    await write(TOP, 'general.inflow_window', [[t, 1800]])
    expect(await rowOf(TOP)).toMatchObject({ outflow_mean: { value: 90 }, inflow_window: 1800 })
  })

  test('has the change of its level since an hour before', async () => {
    const t = now() - MINUTE
    const z = levels.normal - 3
    await write(MAIN, LEVEL, [
      [t - 75 * MINUTE, z],
      [t - HOUR, z + 1],
      [t - 59 * MINUTE, z + 2],
      [t, z + 1.5],
    ])
    expect((await rowOf(MAIN)).level_trend).toBe(0.5)
  })

  test('notes that its last level was above the flood level long after that level is no longer shown', async () => {
    const t = now() - MINUTE
    await write(SIDE, LEVEL, [
      [t - 100 * HOUR, levels.designedFlood + 0.4],
      [t, null],
    ])
    expect(await rowOf(SIDE)).toMatchObject({
      state: 'silent',
      reason: 'level_late_above_flood',
      level: { value: null },
      level_known: { value: expect.closeTo(levels.designedFlood + 0.4, 6), t: t - 100 * HOUR },
    })
  })

  test('has an hourly sparkline where it is calculated hourly', async () => {
    const t = Math.floor(now() / HOUR) * HOUR
    await write(
      SLOW,
      LEVEL,
      Array.from({ length: 30 }, (_, i) => [t - i * HOUR, levels.normal - 3 + i / 100]),
    )
    const { spark, normal_volume } = await rowOf(SLOW)
    expect(spark.step).toBe(HOUR)
    expect(spark.values).toHaveLength(24)
    expect(spark.values.slice(0, 23)).not.toContain(null)
    expect(normal_volume).toBeGreaterThan(0)
  })

  test('is not silent where a person entered the level that the failed sensors do not give', async () => {
    const at = Math.floor(now() / (5 * MINUTE)) * 5 * MINUTE
    const sensor = seed.positions[0].body.series
    await h.server.app.history.write(
      { hydroCode: LOWER, series: [sensor], t: [at - DAY], v: [levels.normal - 1], q: [GOOD] },
      { source: 'ingest' },
    )
    const z = levels.normal - 1.5
    const saved = await h.server.call(
      calculateSave,
      { body: { at: local(at), levels: { start: z, end: z } } },
      { account: 'admin', hydro: LOWER },
    )
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    const row = await rowOf(LOWER)
    expect(row).toMatchObject({
      level: { value: expect.closeTo(z, 6), t: at },
      level_since: at,
      last_reading: at - DAY,
      state: 'ok',
    })
    expect(row.level.quality & EDITED).toBe(EDITED)
    // The same level, held by the calculation, is as old as the reading.
    h.server.clock.advance(5 * MINUTE)
    await write(LOWER, LEVEL, [[at + 5 * MINUTE, z, EDITED]])
    expect(await rowOf(LOWER)).toMatchObject({ level_since: at - DAY, state: 'silent', reason: 'level_late' })
  })

  test('has the same seasonal limit as the dashboard', async () => {
    expect((await rowOf(SLOW)).levels.season).toBe(levels.normal - 2)
    const a = await h.server.call(getHydros, {}, { account: all.username, hydro: SLOW })
    const limits = new Map(a.body.data!.map((x) => [x.hydro_code, x.season_water_level]))
    expect([limits.get(SLOW), limits.get(LOWER)]).toEqual([levels.normal - 2, null])
  })
})

describe('lateral inflow', () => {
  const ask = (person: Person, body: object = {}) =>
    h.server.call(
      getLateralInflow,
      { body: { from: local(start + 6 * HOUR), to: local(start + 10 * HOUR), ...body } },
      { account: person.username, hydro: LOWER },
    )
  let start: number

  beforeAll(async () => {
    start = Math.floor(now() / HOUR) * HOUR - 3 * DAY
    const times = Array.from({ length: 12 * 12 }, (_, i) => start + i * 5 * MINUTE)
    /** What is let go rises by the hour. */
    const rising = (base: number, by: number) =>
      times.map((t): [number, number] => [t, base + (by * (t - start)) / HOUR])
    await write(MAIN, OUTFLOW, rising(100, 10))
    await write(SIDE, OUTFLOW, rising(40, 2))
    await write(TOP, OUTFLOW, rising(900, 50))
    await write(LOWER, INFLOW, rising(300, 12))
    await write(
      LOWER,
      'general.inflow_window',
      times.map((t) => [t, 300]),
    )
  })

  test('is the inflow minus all releases directly upstream', async () => {
    const a = await ask(all)
    expect(a.status, JSON.stringify(a.body)).toBe(200)
    const d = a.body.data!
    expect(d.upstreams).toEqual([
      { hydro_code: SIDE, hydro_name: 'Hồ SIDE', travel_time: 60 },
      { hydro_code: MAIN, hydro_name: 'Hồ MAIN', travel_time: 120 },
    ])
    expect([d.upstream, d.hidden_upstream]).toEqual([SIDE, false])
    const k = d.t.indexOf(start + 8 * HOUR)
    // Means of five minutes: earlier by half of that.
    const at = (base: number, by: number, hours: number) => base + by * (hours - 2.5 / 60)
    expect(d.inflow[k]).toBe(300 + 12 * 8)
    expect(d.arriving[k]).toBeCloseTo(at(100, 10, 6) + at(40, 2, 7), 6)
    expect(d.lateral[k]).toBeCloseTo(d.inflow[k]! - d.arriving[k]!, 6)
    expect([d.quality[k], d.inflow_quality[k], d.arriving_quality[k]]).toEqual([GOOD, GOOD, GOOD])
    expect(d.window).toHaveLength(d.t.length)
    expect(new Set(d.window)).toEqual(new Set([300]))
    // Named or not, it is the same.
    const named = (await ask(all, { upstream: MAIN })).body.data!
    expect([named.upstream, named.travel_time, named.lateral[k]]).toEqual([MAIN, 120, d.lateral[k]])
  })

  test('is partial, and names no reservoir, where the caller may not see one of them', async () => {
    const a = await ask(some)
    const d = a.body.data!
    expect(d).toMatchObject({ upstream: MAIN, hidden_upstream: true, upstreams: [{ hydro_code: MAIN }] })
    expect(new Set(d.quality.map(grade))).toEqual(new Set([PARTIAL]))
    expect(JSON.stringify(a.body)).not.toContain(SIDE)
    expect((await ask(some, { upstream: SIDE })).status).toBe(404)
  })

  test('is refused for one that is not directly upstream', async () => {
    for (const upstream of [TOP, SLOW, LOWER]) {
      const a = await ask(all, { upstream })
      expect(a.status).toBe(400)
      expect(a.body.errors).toMatchObject([{ path: 'upstream', code: 'not_upstream' }])
    }
  })

  test('is refused where it would read too many readings at once', async () => {
    const [from, n] = [start - 31 * DAY, 170_000]
    await write(
      LOWER,
      INFLOW,
      Array.from({ length: n }, (_, i) => [from + i * 15_000, 1]),
    )
    const span = { from: local(from), to: local(from + 30 * DAY) }
    const a = await ask(all, span)
    expect([a.status, a.body.code]).toEqual([400, 'too_much_to_read'])
    expect((await ask(all, { ...span, to: local(from + HOUR) })).body.data!.t).toHaveLength(241)
  })
})
