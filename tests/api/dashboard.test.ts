import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ESTIMATED, GOOD, grade, MISSING, PARTIAL, STALE } from '#core/quality/index.ts'
import { HOUR, MINUTE, toLocal } from '#core/time/index.ts'
import * as contract from '#contract/dashboard.ts'
import { GENERAL_FIELDS, type General } from '#contract/dashboard.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Column } from '#contract/fields.ts'
import { postReadings } from '#contract/readings.ts'
import { setSettingInterface } from '#contract/settings.ts'
import { demoDescription, observe, simulate, type Reading } from '#plant/index.ts'
import { addReservoir, testServer, type TestServer } from '../server.ts'
import { changeParameters } from '../settings/reservoir.ts'

const seed = demoDescription()
const HYDRO = seed.hydroCode
const ZONE = 'Asia/Ho_Chi_Minh'
// 13:00 at the plant, in a flood: units run and gates are open.
const T = Date.UTC(2025, 9, 16, 6)
const MIDNIGHT = T - 13 * HOUR
const truth = simulate({ from: T - 36 * HOUR, to: T + 2 * HOUR, step: 5 * MINUTE })
const readings = observe(truth)
const row = (t: number) => truth.t.indexOf(t)
const local = (t: number) => toLocal(t, ZONE)

let server: TestServer

async function plantServer() {
  const s = await testServer({ now: T })
  signedIn = { at: -Infinity, token: '' }
  await addReservoir(s.app, seed)
  return s
}
/** Sends readings as a logger does, and computes what they affect. */
async function send(list: readonly Reading[]) {
  const token = await server.ingestToken(HYDRO)
  const body = { readings: list.map(({ series, t, v }) => ({ series, t, v })) }
  const a = await server.call(postReadings, { body } as never, { token })
  expect(a.body.data).toMatchObject({ rejected: [] })
  await server.app.calculation.settle(HYDRO)
}
async function get<E extends Parameters<TestServer['call']>[0]>(
  endpoint: E,
  body?: object,
  language: 'vi' | 'en' = 'en',
): Promise<Output<E>> {
  const a = await server.call(endpoint, { body } as never, { token: await token(), language })
  expect(a.status, JSON.stringify(a.body)).toBe(200)
  return a.body.data as Output<E>
}
let signedIn = { at: -Infinity, token: '' }
/** Signs in again, as these tests move the clock: tokens expire after a quarter of an hour. */
async function token(): Promise<string> {
  const now = server.clock.now()
  if (now - signedIn.at > 5 * MINUTE) {
    const a = await server.raw({
      method: 'POST',
      url: '/api/renew/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ username: 'operator', password: 'Forebay2026' }),
      remoteAddress: `10.3.0.${++address}`,
    })
    signedIn = { at: now, token: (a.body.data as { token: { access: string } }).token.access }
  }
  return signedIn.token
}
let address = 0
const records = (from: number, to: number, more: object = {}) =>
  get(contract.getDataFromTo, { from: local(from), to: local(to), ...more })
const columns = async (from: number, to: number, px = 1500) =>
  (await records(from, to, { layout: 'columns', px })).columns
/** A column as [t, v, q] entries. */
function decode(c: Column): [number, number | null, number][] {
  let t = 0
  return c.t.map((d, i) => {
    t = i === 0 ? d : t + d
    return [t, c.v[i], c.q?.[i] ?? 0]
  })
}
const at = (rows: readonly General[], t: number) => rows.find((r) => r.date_string === local(t))!

describe('a day of readings', () => {
  beforeAll(async () => {
    server = await plantServer()
    await send(readings.filter((r) => r.t <= T))
  }, 120_000)
  afterAll(() => server.close())

  test('general/last is the last record, close to the simulated truth', async () => {
    const g = await get(contract.getGeneralLast)
    const i = row(T)
    expect(g.date_string).toBe('2025-10-16 13:00:00')
    expect(Math.abs(g.lake_level - truth.level[i])).toBeLessThan(0.02)
    expect(Math.abs(g.upstream_water_level - truth.forebay[i])).toBeLessThan(0.1)
    expect(Math.abs(g.downstream_water_level - truth.tailwater[i])).toBeLessThan(0.1)
    // Million m3.
    expect(Math.abs(g.total_capacity / (truth.storage[i] / 1e6) - 1)).toBeLessThan(0.002)
    expect(Math.abs(g.total_discharge_out - truth.outflow[i])).toBeLessThan(0.03 * truth.outflow[i] + 0.5)
    const units = truth.unitFlow.reduce((sum, u) => sum + u[i], 0)
    expect(Math.abs(g.total_discharge_turbine - units)).toBeLessThan(0.03 * units + 0.5)
    expect(g.total_discharge_out).toBeCloseTo(g.total_discharge_dam + g.total_discharge_turbine + 0.08, 4)
    expect(Object.keys(g.quality).sort()).toEqual([...GENERAL_FIELDS].sort())
    expect(Object.values(g.quality).map(grade)).toEqual(GENERAL_FIELDS.map(() => GOOD))
  })

  test('data/fromto gives every instant of the day at local times, close to the truth', async () => {
    const d = await records(T - 24 * HOUR, T)
    expect(d.step_s).toBe(300)
    expect([d.from, d.to]).toEqual(['2025-10-15 13:00:00', '2025-10-16 13:00:00'])
    expect(d.general_datas).toHaveLength(289)
    expect(d.general_datas.map((r) => r.date_string)).toEqual(
      Array.from({ length: 289 }, (_, i) => local(T - 24 * HOUR + i * 5 * MINUTE)),
    )
    let [inflow, known] = [0, 0]
    for (const r of d.general_datas) {
      const i = row(Date.parse(`${r.date_string!.replace(' ', 'T')}+07:00`))
      expect(Math.abs(r.lake_level - truth.level[i])).toBeLessThan(0.03)
      inflow += r.inflow_moving_average
      known += truth.inflow[i]
    }
    expect(Math.abs(inflow / known - 1)).toBeLessThan(0.1)
    expect(d.rain_forecast_datas).toEqual([])
    expect(d.flow_forecast_datas).toEqual([])
    expect(d.columns).toEqual({})
  })

  test.each([
    [289, 300, 289],
    [288, 600, 145],
    [100, 900, 97],
    [30, 3600, 25],
    [5, 6 * 3600, 4],
  ])('at most %i rows: every %i s, at round times, %i of them', async (max_rows, step, n) => {
    const raw = (await records(T - 24 * HOUR, T)).general_datas
    const d = await records(T - 24 * HOUR, T, { max_rows })
    expect(d.step_s).toBe(step)
    expect(d.general_datas).toHaveLength(n)
    for (const r of d.general_datas) {
      const [h, m] = r.date_string!.slice(11).split(':').map(Number)
      expect((h * 3600 + m * 60) % step).toBe(0)
      expect(r).toEqual(raw.find((x) => x.date_string === r.date_string))
    }
  })

  test('the sum of rain is the same at any spacing, and equals what fell', async () => {
    const [from, to] = [T - 24 * HOUR - 7 * MINUTE, T - 2 * MINUTE]
    const sums = []
    for (const max_rows of [5000, 100, 30, 3]) {
      const { rain_datas: rain } = await records(from, to, { max_rows })
      expect(rain.length).toBeLessThanOrEqual(max_rows)
      expect(rain.at(-1)!.date_string! <= local(to)).toBe(true)
      expect(rain.every((r) => r.value >= 0 && grade(r.quality.value) === GOOD)).toBe(true)
      sums.push(rain.reduce((sum, r) => sum + r.value, 0))
    }
    for (const sum of sums) expect(sum).toBeCloseTo(sums[0], 1)
    const i = row(T - 5 * MINUTE)
    const fell = truth.basinRainTotal[i] - truth.basinRainTotal[row(T - 24 * HOUR - 10 * MINUTE)]
    expect(Math.abs(sums[0] - fell)).toBeLessThan(0.15 * fell + 0.5)
  })

  test('columns that are not thinned equal the records', async () => {
    const { general_datas, rain_datas } = await records(T - 6 * HOUR, T)
    const c = await columns(T - 6 * HOUR, T)
    for (const field of GENERAL_FIELDS) {
      expect(c[field].raw, field).toBe(true)
      expect(c[field].unit).toBe(/level/.test(field) ? 'm' : field === 'total_capacity' ? '10^6 m3' : 'm3/s')
      const list = decode(c[field])
      expect(list).toHaveLength(general_datas.length)
      for (const [t, v, q] of list) {
        const r = at(general_datas, t)
        expect(Math.abs(v! - r[field])).toBeLessThan(0.6e-4)
        expect(q).toBe(r.quality[field])
      }
    }
    expect(c.rain).toMatchObject({ unit: 'mm', kind: 'total' })
    expect(decode(c.rain).map(([t]) => local(t))).toEqual(rain_datas.map((r) => r.date_string))
  })

  test('thinned columns keep every extreme, in order, in few entries', async () => {
    const all = decode((await columns(T - 24 * HOUR, T)).total_discharge_lake)
    const c = (await columns(T - 24 * HOUR, T, 50)).total_discharge_lake
    expect(c.raw).toBe(false)
    const few = decode(c)
    expect(few.length).toBeLessThanOrEqual(200)
    const values = (list: typeof all) => list.flatMap(([, v]) => (v === null ? [] : [v]))
    expect(Math.max(...values(few))).toBe(Math.max(...values(all)))
    expect(Math.min(...values(few))).toBe(Math.min(...values(all)))
    expect(few.map(([t]) => t)).toEqual(few.map(([t]) => t).sort((a, b) => a - b))
    for (const entry of few) expect(all).toContainEqual(entry)
  })

  test('outlet/getall: every unit and every gate as operated, with three decimals', async () => {
    const list = await get(contract.getOutlets)
    const i = row(T)
    expect(list.map((o) => [o.outlet_id, o.category, o.gate_type])).toEqual([
      ...seed.units.map((u) => [u.id, 1, u.body.type]),
      ...seed.gates.flatMap((g) => g.body.leaves.map((l) => [l.id, 2, g.body.type])),
    ])
    const of = (id: string) => list.find((o) => o.outlet_id === id)!
    truth.unitFlow.forEach((flow, k) => {
      const o = of(`unit.${k + 1}`)
      expect(o.input_unit).toBe('MW')
      expect(Math.abs(o.input_value! - truth.unitPower[k][i] / 1000)).toBeLessThan(0.1)
      expect(Math.abs(o.output_value! - flow[i])).toBeLessThan(0.03 * flow[i] + 0.3)
      expect(o.input_max).toBe(seed.units[k].body.ratedPower / 1000)
    })
    truth.gateFlow.forEach((flow, k) => {
      const o = of(`spillway.${k + 1}`)
      expect(Math.abs(o.input_value! - truth.opening[k][i])).toBeLessThan(0.02)
      expect(Math.abs(o.output_value! - flow[i])).toBeLessThan(0.03 * flow[i] + 0.3)
      expect(o.input_unit).toBe('m')
    })
    expect(of('overflow.1')).toMatchObject({ input_value: null, input_unit: '-', input_quality: 0 })
    for (const o of list) {
      expect(o.date_string).toBe(local(T))
      expect([grade(o.quality), grade(o.input_quality)]).toEqual([GOOD, GOOD])
      expect([1, 2, 3, 4]).toContain(o.method)
      for (const v of [o.input_value, o.output_value])
        expect(v === null || Math.abs(v * 1000 - Math.round(v * 1000)) < 1e-6).toBe(true)
    }
  })

  test('waterdepth/getall: every position by its calibration', async () => {
    const list = await get(contract.getWaterdepths)
    expect(list.map((w) => [w.waterdepth_id, w.type])).toEqual(seed.positions.map((p) => [p.id, p.body.type]))
    const i = row(T)
    const known = [truth.level[i], truth.level[i], truth.forebay[i], truth.tailwater[i]]
    list.forEach((w, k) => {
      expect(Math.abs(w.current_data! - known[k]), w.name).toBeLessThan(0.1)
      expect(w).toMatchObject({
        unit: 'm',
        quality: 0,
        date_string: local(T),
        series: seed.positions[k].body.series,
      })
    })
  })

  test('data/indicator: the figures with unit, time, quality and trend', async () => {
    const d = await get(contract.getIndicators)
    const i = row(T)
    const near = (value: number | null, known: number, share: number, least = 0) =>
      expect(Math.abs(value! - known)).toBeLessThan(share * Math.abs(known) + least)
    near(d.lake_level.value, truth.level[i], 0, 0.03)
    near(d.lake_level.trend, truth.level[i] - truth.level[row(T - HOUR)], 0, 0.04)
    near(d.total_capacity.value, truth.storage[i] / 1e6, 0.003)
    const [plant] = await get(contract.getHydros)
    expect(d.capacity_percent.value).toBeCloseTo((100 * d.total_capacity.value!) / plant.normal_capacity!, 3)
    expect(d.free_capacity.value).toBeCloseTo(plant.normal_capacity! - d.total_capacity.value!, 3)
    near(d.outflow.value, truth.outflow[i], 0.03, 0.5)
    // Both over one window: inflow minus outflow is what the lake gained.
    const window = d.net_window * 1000
    const stored = (truth.storage[i] - truth.storage[row(T - window)]) / d.net_window
    near(d.net.value, stored, 0.1, 20)
    expect(Math.abs(d.net.value! - stored)).toBeLessThan(
      Math.abs(d.inflow.value! - d.outflow.value! - stored) + 1e-9,
    )
    const units = truth.unitFlow.reduce((sum, u) => sum + u[i], 0)
    near(d.turbine.value, units, 0.03, 0.5)
    near(d.environmental.value, truth.bottomFlow[i], 0.05, 0.1)
    const spilled = truth.overflow[i] + truth.gateFlow.reduce((sum, g) => sum + g[i], 0)
    near(d.spill.value, spilled, 0.03, 0.5)
    const power = (t: number) => truth.unitPower.reduce((sum, u) => sum + u[row(t)], 0)
    near(d.power.value, power(T) / 1000, 0.01, 0.1)
    let energy = 0
    for (let t = MIDNIGHT; t < T; t += 5 * MINUTE)
      energy += (power(t) + power(t + 5 * MINUTE)) / 2 / 12 / 1000
    near(d.energy_today.value, energy, 0.01, 0.5)
    const rain = (from: number) => truth.basinRainTotal[i] - truth.basinRainTotal[row(from)]
    near(d.rain_24h.value, rain(T - 24 * HOUR), 0.15, 0.5)
    near(d.rain_1h.value, rain(T - HOUR), 0.15, 0.3)
    for (const [name, f] of Object.entries(d)) {
      if (f === null || typeof f !== 'object' || !('trend' in f)) continue
      expect(f.t, name).toBe(T)
      expect(f.date_string, name).toBe(local(T))
      const none = 'reason' in f && f.reason !== null
      expect(none, name).toBe(f.value === null)
      const predicted = 'ahead' in f && f.ahead?.basis === 'forecast'
      expect(grade(f.quality), name).toBe(none ? MISSING : predicted ? ESTIMATED : GOOD)
    }
    // The mean over the window; the parts below it are of one instant.
    expect(d.outflow_mean.value).toBeCloseTo(d.inflow.value! - d.net.value!, 5)
    // A lake that rises or falls reaches one limit, not the other, unless the forecast says otherwise.
    const [rising, above] = [d.lake_level.trend! > 0, d.lake_level.value! >= seed.plant.levels.normal]
    const predicted = d.to_normal.ahead?.by_forecast ?? null
    expect(d.to_normal.reason).toBe(above ? 'passed' : rising || predicted !== null ? null : 'falling')
    if (d.limit === 'normal' && !above) expect(d.to_normal.value).toBeCloseTo(d.hours_to_limit!, 1)
    const hours =
      (seed.plant.levels.designedFlood - d.lake_level.value!) / (d.lake_level.trend! || Number.NaN)
    if (rising) expect(Math.abs(d.to_flood.ahead!.by_rate! / hours - 1)).toBeLessThan(0.01)
    else expect(d.to_flood.ahead?.by_rate ?? null).toBe(null)
    expect(d.usable_capacity.value).toBeCloseTo(d.total_capacity.value! - plant.dead_capacity!, 3)
    // By the same rate of the level as the limits: the lake must not rise in one line and fall in the next.
    expect(d.water_left.reason).toBe(rising ? 'rising' : null)
    expect(d.total_capacity.unit).toBe('10^6 m3')
    expect(d.last_reading).toBe(T)
    expect(d.last_calculation).toBe(T)
    expect(d.operation).toEqual({ method: 'automatic', since: null, by_name: null, overdue: false })
  })

  test('hydro/getall and catchment/getall: the plant as it is described', async () => {
    const [plant, ...others] = await get(contract.getHydros)
    expect(others).toEqual([])
    expect(plant).toMatchObject({
      hydro_code: HYDRO,
      hydro_name: seed.plant.name,
      time_zone: ZONE,
      dead_water_level: seed.plant.levels.dead,
      normal_water_level: seed.plant.levels.normal,
      interval: 300,
      moving_points: 5,
    })
    expect(plant.dead_capacity!).toBeLessThan(plant.normal_capacity!)
    expect(plant.normal_capacity!).toBeLessThan(plant.flood_capacity!)
    // Million m3, as the storage of the simulated plant.
    expect(plant.normal_capacity!).toBeGreaterThan(10)
    expect(plant.normal_capacity!).toBeLessThan(1000)
    // At every level within the table, and only there.
    const { from, to } = plant.storage_table!
    for (const [z, capacity] of [
      [plant.min_possible_water_level, plant.min_possible_capacity],
      [plant.check_flood_water_level!, plant.check_flood_capacity],
      [plant.crest_level!, plant.crest_capacity],
      [plant.max_possible_water_level, plant.max_possible_capacity],
    ] as const)
      expect(capacity !== null, String(z)).toBe(z >= from && z <= to)
    expect(plant.check_flood_capacity!).toBeGreaterThan(plant.flood_capacity!)
    const catchments = await get(contract.getCatchments)
    expect(catchments).toEqual(
      seed.plant.catchments.map((c) => ({ catchment_code: c.code, catchment_name: c.name, area: c.area })),
    )
  })

  test('option/getall: all lists, in the language of the caller', async () => {
    const vi = await get(contract.getOptions, undefined, 'vi')
    const en = await get(contract.getOptions, undefined, 'en')
    const lists = Object.keys(en).filter((k) => !['catchments', 'provinces'].includes(k)) as 'gate_types'[]
    expect(lists.length).toBe(9)
    for (const name of lists) {
      expect(en[name].map((o) => o.id)).toEqual(en[name].map((_, i) => i + 1))
      expect(vi[name].map((o) => o.id)).toEqual(en[name].map((o) => o.id))
      for (let i = 0; i < en[name].length; i++) {
        expect(en[name][i].name).not.toBe('')
        expect(vi[name][i].name).not.toBe(en[name][i].name)
      }
    }
    expect(en.gate_types.map((g) => g.category)).toEqual([2, 2, 2, 2, 2, 1, 1])
    expect(en.catchments).toHaveLength(seed.plant.catchments.length)
    expect(en.provinces.filter((p) => p.valid)).toHaveLength(34)
    expect(en.provinces.filter((p) => !p.valid)).toHaveLength(63)
  })

  test('an impossible span is refused in the language of the caller', async () => {
    const ask = async (body: object, language: 'vi' | 'en') =>
      (await server.call(contract.getDataFromTo, { body } as never, { token: await token(), language })).body
    const body = { from: '2025-10-14', to: '2025-10-13' }
    expect((await ask(body, 'vi')).message).toMatch(/thời điểm đầu phải trước thời điểm cuối/)
    expect((await ask(body, 'en')).errors).toEqual([
      { path: 'from', code: 'from_after_to', message: 'the start must be before the end' },
    ])
    expect((await ask({ from: '1990-01-01', to: '2025-10-13' }, 'en')).errors![0].code).toBe('too_long')
    expect((await ask({ from: '2025-02-29', to: '2025-10-13' }, 'en')).errors![0]).toMatchObject({
      path: 'from',
      code: 'invalid_time',
    })
  })
})

describe('missing or odd values', () => {
  beforeAll(async () => {
    server = await plantServer()
    await send(readings.filter((r) => r.t <= T && r.t > T - 3 * HOUR))
  }, 120_000)
  afterAll(() => server.close())

  /** Computed values written over earlier ones, as a calculation with other readings would. */
  async function computed(values: Record<string, number>, q = 0) {
    const codes = Object.keys(values)
    const t = server.clock.now()
    const series = codes.map((c) => `general.${c}`)
    await server.app.history.write(
      { hydroCode: HYDRO, series, t: codes.map(() => t), v: Object.values(values), q: codes.map(() => q) },
      { source: 'computed' },
    )
  }

  test('a negative inflow is negative and not missing, even -1', async () => {
    await computed({ total_discharge_lake: -12.3456789, inflow_moving_average: -1 })
    const g = await get(contract.getGeneralLast)
    expect(g.total_discharge_lake).toBe(-12.345679)
    expect(g.inflow_moving_average).toBe(-1)
    expect([g.quality.total_discharge_lake, g.quality.inflow_moving_average]).toEqual([0, 0])
    const { general_datas } = await records(T - HOUR, T)
    expect(general_datas.at(-1)).toEqual(g)
    const c = await columns(T - HOUR, T)
    expect(decode(c.total_discharge_lake).at(-1)).toEqual([T, -12.3457, 0])
    expect(decode(c.inflow_moving_average).at(-1)).toEqual([T, -1, 0])
    server.clock.advance(MINUTE)
    const d = await get(contract.getIndicators)
    expect(d.inflow).toMatchObject({ value: -12.345679, quality: 0 })
  })

  test('rain and energy of a mostly unknown day are missing', async () => {
    const d = await get(contract.getIndicators)
    expect(d.rain_24h).toMatchObject({ value: null, quality: MISSING })
    expect(d.energy_today).toMatchObject({ value: null, quality: MISSING })
    expect(d.rain_1h.value).not.toBeNull()
    const { rain_datas } = await records(T - 24 * HOUR, T, { max_rows: 3 })
    // Nothing before midnight, then two hours of the first half of the day, and the hour after it.
    expect(rain_datas).toMatchObject([
      { date_string: local(T - HOUR), value: -1, quality: { value: MISSING } },
      { date_string: local(T), quality: { value: GOOD } },
    ])
    expect(rain_datas[1].value).toBeCloseTo(d.rain_1h.value!, 2)
  })

  test('a total with missing parts is PARTIAL', async () => {
    const t = server.clock.now()
    const stamps = Array.from({ length: 12 }, (_, i) => T - i * 5 * MINUTE)
    await server.app.history.write(
      {
        hydroCode: HYDRO,
        series: stamps.map(() => 'basin.rain'),
        t: stamps,
        v: stamps.map((_, i) => (i < 3 ? NaN : 0.5)),
        q: stamps.map((_, i) => (i < 3 ? MISSING : 0)),
      },
      { source: 'computed' },
    )
    server.clock.set(t + 1000)
    const d = await get(contract.getIndicators)
    expect(d.rain_1h.value).toBeCloseTo(4.5, 6)
    expect(d.rain_1h.quality).toBe(PARTIAL)
    const { rain_datas } = await records(T - HOUR, T, { max_rows: 2 })
    expect(rain_datas).toEqual([
      {
        date_string: local(T),
        value: 4.5,
        rada_value: expect.any(Number),
        quality: { value: PARTIAL, rada_value: 0 },
      },
    ])
  })

  test('spill is missing when the environmental release is unknown', async () => {
    await computed({ total_discharge_dam: 50, env_discharge: NaN }, 0)
    server.clock.advance(MINUTE)
    await computed({ total_discharge_dam: 50, env_discharge: NaN }, 0)
    server.clock.advance(1000)
    const d = await get(contract.getIndicators)
    expect(d.spill).toMatchObject({ value: null, quality: MISSING })
  })

  test('with silent sensors, last readings are STALE, and values based on them are missing', async () => {
    server.clock.set(T + 2 * HOUR)
    await server.app.calculation.settle(HYDRO)
    const g = await get(contract.getGeneralLast)
    expect(g.date_string).toBe(local(T + 2 * HOUR))
    for (const field of GENERAL_FIELDS) {
      expect(g[field], field).toBe(-1)
      expect(g.quality[field], field).toBe(MISSING)
    }
    for (const w of await get(contract.getWaterdepths)) {
      expect(w.current_data).not.toBeNull()
      expect(w.quality).toBe(STALE)
      expect(w.date_string).toBe(local(T))
    }
    for (const o of await get(contract.getOutlets)) {
      expect(o.output_value).toBeNull()
      expect(grade(o.quality)).toBe(MISSING)
      if (!o.series.input) continue
      // The last opening or power is held for two hours, as an estimate.
      expect(o).toMatchObject({ input_quality: ESTIMATED, held_since: expect.any(String) as string })
    }
    const d = await get(contract.getIndicators)
    // The last values stay, with their own time: they are outdated, and nothing is predicted from them.
    expect(d.lake_level).toMatchObject({ date_string: local(T), quality: STALE, trend: null })
    expect(Math.abs(d.lake_level.value! - truth.level[row(T)])).toBeLessThan(0.03)
    expect(grade(d.total_capacity.quality)).toBe(STALE)
    expect(d.total_capacity.value).not.toBeNull()
    for (const figure of [d.inflow, d.outflow, d.power]) {
      expect(figure.value).not.toBeNull()
      expect(figure.t!).toBeLessThan(T + HOUR)
      expect(grade(figure.quality)).toBe(STALE)
      expect(figure.trend).toBeNull()
    }
    expect([d.to_normal.reason, d.water_left.reason]).toEqual(['unknown', 'unknown'])
    expect(d.last_reading).toBe(T)
    expect(d.last_calculation).toBe(T + 2 * HOUR)
    expect([d.hours_to_limit, d.limit]).toEqual([null, null])
  })

  test('a late value is shown for as long as the setting says, and then is absent', async () => {
    const admin = { token: await server.signIn('admin') }
    const show = async (late_value_hours: number) => {
      const { status } = await server.call(setSettingInterface, { body: { late_value_hours } }, admin)
      expect(status).toBe(200)
      server.clock.advance(MINUTE)
      return get(contract.getIndicators)
    }
    // The last values are a little more than two hours old.
    const figuresOf = (d: Output<typeof contract.getIndicators>) => [d.lake_level, d.inflow, d.outflow]
    for (const figure of figuresOf(await show(1)))
      expect(figure).toMatchObject({ value: null, quality: MISSING, trend: null })
    for (const figure of figuresOf(await show(24))) expect(figure.value).not.toBeNull()
    server.clock.set(T + 2 * HOUR)
  })

  test('when nothing is computed any more, results become STALE', async () => {
    await send(readings.filter((r) => r.t > T && r.t <= T + 2 * HOUR))
    server.clock.set(T + 2 * HOUR + 16 * MINUTE)
    const d = await get(contract.getIndicators)
    expect(d.outflow.value).not.toBeNull()
    expect(d.outflow).toMatchObject({ t: T + 2 * HOUR, quality: STALE })
    for (const o of await get(contract.getOutlets)) expect(o.quality).toBe(STALE)
  })

  test('an impossible level is SUSPECT, one before a calibration uses the earlier one', async () => {
    const [first, second] = seed.positions
    const t = server.clock.now()
    const db = server.app.services.db
    await db.tx((c) =>
      server.app.plants.change(
        c,
        { actor: 'test', address: null, hydro: HYDRO },
        {
          hydroCode: HYDRO,
          noun: 'position',
          itemId: second.id,
          body: { ...second.body, offset: second.body.offset + 100 },
          from: t + MINUTE,
          to: null,
          reason: null,
        },
      ),
    )
    server.app.plants.changed(HYDRO, t + MINUTE, null)
    await server.app.history.write(
      { hydroCode: HYDRO, series: [first.body.series], t: [t], v: [9999], q: [0] },
      { source: 'ingest' },
    )
    const before = (await get(contract.getWaterdepths))[1]
    server.clock.advance(2 * MINUTE)
    const [wild, moved] = await get(contract.getWaterdepths)
    expect(grade(wild.quality)).toBe(4)
    expect(moved.current_data).toBe(before.current_data)
  })
})

describe('a plant that never sent anything', () => {
  beforeAll(async () => {
    server = await plantServer()
  })
  afterAll(() => server.close())

  const absent = () => {
    const quality = Object.fromEntries(GENERAL_FIELDS.map((f) => [f, MISSING]))
    return { ...Object.fromEntries(GENERAL_FIELDS.map((f) => [f, -1])), quality }
  }

  test.each([
    ['before anything was computed', false],
    ['after calculation ran', true],
  ])('answers every call, %s', async (_, computed) => {
    if (computed) {
      await server.app.calculation.settle(HYDRO)
      server.clock.advance(1000)
    }
    expect(await get(contract.getGeneralLast)).toEqual({
      date_string: computed ? local(T) : null,
      ...absent(),
    })
    const d = await records(T - 24 * HOUR, T)
    expect(d.general_datas).toEqual(computed ? [{ date_string: local(T), ...absent() }] : [])
    for (const r of d.rain_datas) expect([r.value, r.quality.value]).toEqual([-1, MISSING])
    for (const c of Object.values(await columns(T - 24 * HOUR, T)))
      expect(c.v.every((v) => v === null)).toBe(true)
    for (const w of await get(contract.getWaterdepths))
      expect(w).toMatchObject({ current_data: null, quality: MISSING, date_string: null })
    for (const o of await get(contract.getOutlets))
      expect([o.output_value, o.quality]).toEqual([null, MISSING])
    const figures = await get(contract.getIndicators)
    for (const f of Object.values(figures)) {
      if (f !== null && typeof f === 'object' && 'trend' in f)
        expect(f).toMatchObject({ value: null, quality: MISSING, trend: null })
    }
    expect(figures.last_reading).toBeNull()
    expect((await get(contract.getHydros))[0].normal_capacity).toBeGreaterThan(0)
    expect((await get(contract.getOptions)).catchments.length).toBeGreaterThan(0)
  })
})

describe('after a change of the calculation interval', () => {
  beforeAll(async () => {
    server = await plantServer()
    await send(readings.filter((r) => r.t > T - 3 * HOUR && r.t <= T))
  })
  afterAll(() => server.close())

  test('rows are the stored ones, at the spacing of their time, and the rain of the whole span is complete', async () => {
    const change = (interval: number, from: number) =>
      changeParameters(server, { interval }, { from: local(from) }, { account: 'manager' })
    const next = async (to: number) => {
      const from = server.clock.now()
      server.clock.set(to)
      await send(readings.filter((r) => r.t > from && r.t <= to))
    }
    await change(900, T)
    await change(300, T + HOUR)
    await next(T + HOUR)
    await next(T + 2 * HOUR)
    const stamps = (from: number, to: number, step: number) =>
      Array.from({ length: (to - from) / step }, (_, i) => local(from + (i + 1) * step))
    const expected = [
      ...stamps(T - HOUR, T, 5 * MINUTE),
      ...stamps(T, T + HOUR, 15 * MINUTE),
      ...stamps(T + HOUR, T + 2 * HOUR, 5 * MINUTE),
    ]
    const all = await records(T - HOUR + MINUTE, T + 2 * HOUR)
    expect(all.general_datas.map((r) => r.date_string)).toEqual(expected)
    expect(all.rain_datas.map((r) => r.date_string)).toEqual(expected)
    expect(all.step_s).toBe(300)
    // While the longer interval was in force, the earlier rows stay too.
    const then = await records(T - HOUR + MINUTE, T + HOUR - MINUTE)
    expect(then.general_datas.map((r) => r.date_string)).toEqual(expected.slice(0, 12 + 3))
    const drawn = decode((await columns(T - HOUR + MINUTE, T + 2 * HOUR)).total_discharge_out)
    expect(drawn.filter(([, v]) => v === null)).toEqual([])
    expect(drawn).toHaveLength(expected.length)
    const few = await records(T - HOUR + MINUTE, T + 2 * HOUR, { max_rows: 3 })
    expect(few.general_datas.length).toBeLessThanOrEqual(3)
    for (const r of few.general_datas) expect(all.general_datas).toContainEqual(r)
    const sum = (rows: { value: number }[]) => rows.reduce((mm, r) => mm + r.value, 0)
    expect(sum(few.rain_datas)).toBeCloseTo(sum(all.rain_datas), 1)
    expect(few.rain_datas.map((r) => grade(r.quality.value))).toEqual(few.rain_datas.map(() => GOOD))
  })
})
