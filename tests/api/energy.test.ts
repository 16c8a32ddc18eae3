import { afterEach, describe, expect, test } from 'vitest'
import { GOOD, MISSING, PARTIAL, grade } from '#core/quality/index.ts'
import { DAY, MINUTE, toLocal } from '#core/time/index.ts'
import {
  getElectricalEnergy,
  getIndicators,
  type ElectricalEnergy,
  type Energy,
} from '#contract/dashboard.ts'
import { postReadings } from '#contract/readings.ts'
import { demoDescription, observe, simulate, type Reading } from '#plant/index.ts'
import { addReservoir, testServer, type TestServer } from '../server.ts'

const STEP = 5 * MINUTE
const ZONE = 'Asia/Ho_Chi_Minh'
const seed = demoDescription()
const HYDRO = seed.hydroCode
const at = (local: string) => Date.parse(`${local.replace(' ', 'T')}:00+07:00`)

let server: TestServer
afterEach(() => server.close())

/** A plant whose water and power are known from `from` until `now`, all sent and computed. */
async function plantAt(from: string, now: string, keep: (r: Reading) => boolean = () => true) {
  const [a, b] = [at(from), at(now)]
  const truth = simulate({ from: a, to: b, step: STEP })
  server = await testServer({ now: b })
  await addReservoir(server.app, seed)
  const token = await server.ingestToken(HYDRO)
  const list = observe(truth)
    .filter((r) => r.t <= b && keep(r))
    .map(({ series, t, v }) => ({ series, t, v }))
  for (let i = 0; i < list.length; i += 40_000) {
    const body = { readings: list.slice(i, i + 40_000) }
    const answer = await server.call(postReadings, { body } as never, { token })
    expect(answer.body.data).toMatchObject({ rejected: [] })
  }
  await server.app.calculation.settle(HYDRO)
  /** True production, kWh: of one unit, or of all. */
  const produced = (since: string, unit?: number, until = now) => {
    const own = truth.unitPower.filter((_, i) => unit === undefined || i === unit)
    let kwh = 0
    for (let i = 1; i < truth.t.length; i++)
      if (truth.t[i - 1] >= at(since) && truth.t[i] <= at(until))
        for (const p of own) kwh += (p[i - 1] + p[i]) / 2 / 12
    return kwh
  }
  /** True volume through the turbines, m3. */
  const passed = (since: string) => {
    let m3 = 0
    for (let i = 1; i < truth.t.length; i++)
      if (truth.t[i - 1] >= at(since) && truth.t[i] <= b)
        for (const q of truth.unitFlow) m3 += ((q[i - 1] + q[i]) / 2) * 300
    return m3
  }
  return { produced, passed, truth }
}

async function get(query?: { known_at: string }): Promise<ElectricalEnergy> {
  const a = await server.call(getElectricalEnergy, { query }, { account: 'viewer' })
  expect(a.status, JSON.stringify(a.body)).toBe(200)
  return a.body.data!
}
/** Equal within the accuracy of sensors and sampling. */
const near = (e: Energy, kwh: number) => {
  expect(e.value).not.toBeNull()
  expect(Math.abs(e.value! - kwh)).toBeLessThan(0.01 * kwh + 300)
  expect(e.known).toBe(e.value)
}

/** Day, month and year are the sums of the stored steps, to the last digit. */
async function agree(e: ElectricalEnergy) {
  const parts = [
    { code: 'energy.plant', ...e },
    ...e.units.map((u) => ({ code: `energy.${u.unit_id}`, ...u })),
  ]
  for (const { code, today, month, year } of parts) {
    const s = (await server.app.history.read(HYDRO, [code], year.from, e.t)).get(code)!
    for (const { from, known } of [today, month, year]) {
      let sum = 0
      s.t.forEach((t, i) => (sum += t > from && s.v[i] === s.v[i] ? s.v[i] : 0))
      expect(known).toBe(Math.round(sum * 10) / 10)
    }
  }
}

describe('day, month and year of the calendar at the plant', () => {
  test('a new year two days ago: earlier generation is not included', async () => {
    const { produced, passed } = await plantAt('2025-12-30 00:00', '2026-01-02 10:00')
    const e = await get()
    expect(e.t).toBe(at('2026-01-02 10:00'))
    expect(toLocal(e.today.from, ZONE)).toBe('2026-01-02 00:00:00')
    expect(toLocal(e.month.from, ZONE)).toBe('2026-01-01 00:00:00')
    expect(e.year.from).toBe(e.month.from)
    expect(e.today.date_string).toBe('2026-01-02 10:00:00')
    near(e.today, produced('2026-01-02 00:00'))
    near(e.month, produced('2026-01-01 00:00'))
    expect(e.year).toEqual(e.month)
    expect(e.month.value! - e.today.value!).toBeGreaterThan(1000)
    for (const span of [e.today, e.month]) expect([grade(span.quality), span.missing]).toEqual([GOOD, 0])

    expect(e.units.map((u) => u.unit_id)).toEqual(seed.units.map((u) => u.id))
    e.units.forEach((u, i) => {
      near(u.today, produced('2026-01-02 00:00', i))
      near(u.month, produced('2026-01-01 00:00', i))
    })
    const sum = (of: 'today' | 'month') => e.units.reduce((all, u) => all + u[of].value!, 0)
    expect(Math.abs(sum('today') / e.today.value! - 1)).toBeLessThan(0.01)
    expect(Math.abs(sum('month') / e.month.value! - 1)).toBeLessThan(0.01)

    const use = passed('2026-01-02 00:00') / produced('2026-01-02 00:00')
    expect(e.water_use).toMatchObject({ unit: 'm3/kWh', reason: null })
    expect(Math.abs(e.water_use.value! / use - 1)).toBeLessThan(0.03)
    // Over the same span the dashboard agrees.
    const figures = (await server.call(getIndicators, {}, { account: 'viewer' })).body.data!
    expect(figures.energy_today.value).toBeCloseTo(e.today.value! / 1000, 3)
    expect(figures.water_use).toEqual(e.water_use)
    expect(figures.power).toMatchObject({ value: e.power.value, unit: 'MW', t: e.power.t })
    expect(e.units.reduce((all, u) => all + (u.power.value ?? 0), 0)).toBeCloseTo(e.power.value!, 1)
  }, 120_000)

  test('a month two days ago: a mostly unknown year has no value, but its known part', async () => {
    const { produced } = await plantAt('2025-10-30 00:00', '2025-11-02 00:20')
    const e = await get()
    near(e.month, produced('2025-11-01 00:00', undefined, '2025-11-02 00:00'))
    // Twenty minutes old: no step of it is over.
    expect(toLocal(e.today.from, ZONE)).toBe('2025-11-02 00:00:00')
    expect(e.today).toMatchObject({ value: 0, missing: 0, to: e.today.from })
    await agree(e)
    expect(e.year).toMatchObject({ value: null, quality: MISSING })
    const until = '2025-11-02 00:00'
    expect(Math.abs(e.year.known - produced('2025-10-30 00:00', undefined, until))).toBeLessThan(
      0.01 * produced('2025-10-30 00:00', undefined, until) + 300,
    )
    const days = (at(until) - at('2025-01-01 00:00')) / DAY
    expect(e.year.missing).toBeCloseTo(1 - 3 / days, 3)
  }, 120_000)
})

test('hours in which a unit was silent are missing in its energy, and in that of the plant', async () => {
  const [unit] = seed.units
  const silent = (r: Reading) =>
    r.series !== unit.body.powerSeries || r.t <= at('2025-11-02 09:00') || r.t >= at('2025-11-02 11:00')
  const { produced } = await plantAt('2025-11-01 00:00', '2025-11-02 12:00', silent)
  const e = await get()
  const [own, other] = e.units
  expect(own.today.missing).toBeCloseTo(1 - 10 / 12, 3)
  await agree(e)
  expect(grade(own.today.quality)).toBe(PARTIAL)
  const lost = produced('2025-11-02 09:00', 0, '2025-11-02 11:00')
  expect(lost).toBeGreaterThan(50_000)
  near(own.today, produced('2025-11-02 00:00', 0) - lost)
  // Of the month it is less than a tenth.
  expect(own.month.missing).toBeLessThan(0.1)
  expect(grade(own.month.quality)).toBe(GOOD)
  expect(other.today.missing).toBe(0)
  near(other.today, produced('2025-11-02 00:00', 1))
  // A sum of units with an unknown one is unknown too.
  expect(e.today.missing).toBeGreaterThan(0.1)
  expect(grade(e.today.quality)).toBe(PARTIAL)
}, 120_000)

test('as of a past instant: generation until then', async () => {
  const { produced } = await plantAt('2025-10-31 00:00', '2025-11-02 10:00')
  const now = await get()
  server.clock.advance(10 * MINUTE)
  const then = await get({ known_at: toLocal(at('2025-11-02 10:00') + MINUTE, ZONE) })
  // The same steps.
  near(then.month, produced('2025-11-01 00:00'))
  expect(then.today.value).toBe(now.today.value)
  expect(then.year.known).toBeGreaterThan(0)
  expect([then.month, then.year]).toEqual([now.month, now.year])
}, 120_000)
