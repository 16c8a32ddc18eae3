import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setReview } from '#contract/edits.ts'
import { ITEMS } from '#contract/items.ts'
import { countFired, listFired } from '#contract/quality.ts'
import { getHistory, putSeries } from '#contract/readings.ts'
import { fromColumn } from '#client/ui/chart/column.ts'
import { unitCodes } from '#core/calculation/index.ts'
import { ESTIMATED, GOOD, grade } from '#core/quality/index.ts'
import { observe, parseFaults, simulate, type Reading } from '#plant/index.ts'
import { DAY, HOUR, fixture, HYDRO, local, MINUTE, type Fixture } from './fixture.ts'

// The dry season: little inflow, units run in the peak hours.
const FROM = Date.UTC(2026, 1, 10)
const TO = FROM + DAY
const STEP = 5 * MINUTE
const GATE = { from: FROM + 2 * HOUR, to: FROM + 3 * HOUR }
const SINKS = { from: FROM + 5 * HOUR, to: FROM + 9.5 * HOUR }
const INFLOW = 'general.total_discharge_lake'
const FLOW = 'unit.1.flow'

let h: Fixture
/** When unit 1 runs. */
let runs: { from: number; to: number }

beforeAll(async () => {
  h = await fixture(TO, TO, '', () => false)
  const token = await h.server.ingestToken(HYDRO)
  const flow = { name: 'Discharge of unit 1', unit: 'm3/s', kind: 'instant', step_s: 300 }
  const put = await h.server.call(putSeries, { params: { code: FLOW }, body: flow } as never, { token })
  expect(put.status, JSON.stringify(put.body)).toBe(200)
  const truth = simulate({ from: FROM - DAY, to: TO, step: STEP })
  const faults = parseFaults('lie(1.5):gate.1.opening@+2h/+3h', FROM)
  const power = observe(truth).filter((r) => r.series === 'unit.1.power' && r.t > FROM && (r.v ?? 0) > 20)
  // The longest run without a stop.
  let best = { from: 0, to: 0 }
  let run = { from: 0, to: 0 }
  for (const { t } of power) {
    run = t - run.to <= 2 * STEP ? { from: run.from, to: t } : { from: t, to: t }
    if (run.to - run.from > best.to - best.from) best = run
  }
  runs = best
  const meter: Reading[] = []
  for (let i = 0; i < truth.length; i++) {
    const t = truth.t[i]
    const half = (runs.from + runs.to) / 2
    // In the second half of the run its meter shows half the flow; twice would exceed the unit's capacity.
    const factor = t > half && t <= runs.to ? 0.5 : 1
    meter.push({ series: FLOW, t, v: truth.unitFlow[0][i] * factor, at: t })
  }
  // Both gauges sink by 5 mm in five minutes more than the lake does, and stay there.
  const sunk = (t: number) => (0.005 * Math.max(0, Math.min(t, SINKS.to) - SINKS.from)) / STEP
  const readings = observe(truth, faults).map((r) =>
    r.series.startsWith('level.reservoir.') && r.v !== null ? { ...r, v: r.v - sunk(r.t) } : r,
  )
  await h.send([...readings, ...meter].filter((r) => r.t <= TO))
  await h.settle()
}, 300_000)
afterAll(() => h.close())

const fired = async (kind: string) => (await h.ask(listFired, { query: { kind } } as never)).fired
/** Effective grades of a computed series over a span. */
async function grades(series: string, from: number, to: number) {
  const body = { series: [series], from, to, px: 10_000 }
  const line = fromColumn((await h.ask(getHistory, { body })).series[series])
  return [...new Set(Array.from(line.t, (_, i) => grade(line.q?.[i] ?? 0)))].sort()
}
const changeOf = async (noun: 'unit' | 'parameters', id: string, more: object) => {
  const list = (await h.ask(ITEMS[noun].list)) as unknown as { id: string; version: string; body: object }[]
  const { version, body } = list.find((x) => x.id === id)!
  const change = { version, from: null, body: { ...body, ...more } }
  await h.ask(ITEMS[noun].change, { params: { id }, body: change } as never)
  await h.settle()
}

describe('checks of computed series, through the endpoints', () => {
  test('water balance: negative inflow while the level sensors sink by themselves', async () => {
    const [row, ...more] = await fired('balance')
    expect(more).toEqual([])
    expect(row).toMatchObject({
      series: null,
      object: null,
      grade: 'ESTIMATED',
      open: false,
      measure: 'm3/s',
    })
    expect(row.value).toBeLessThan(row.limit!)
    expect(row.limit).toBeLessThan(0)
    expect(row.from - SINKS.from).toBeLessThan(1.5 * HOUR)
    expect(Math.abs(row.to - SINKS.to)).toBeLessThan(1.5 * HOUR)
    expect(await grades(INFLOW, row.from, row.to)).toEqual([ESTIMATED])
    expect(await grades(INFLOW, row.to + HOUR, row.to + 2 * HOUR)).toEqual([GOOD])
  })

  test('gates against the tailwater: a gate is reported to open, and the river below does not rise', async () => {
    const rows = await fired('tailwater')
    // The newest first: it is reported as closing again.
    const [, row] = rows.filter((r) => r.from >= GATE.from && r.to <= GATE.to + HOUR)
    expect(row, JSON.stringify(rows)).toMatchObject({ grade: null, measure: 'm', series: null })
    expect(row.from - GATE.from).toBeLessThanOrEqual(30 * MINUTE)
    expect(Math.abs(row.limit!)).toBeGreaterThan(0.5)
    expect(Math.abs(row.value!)).toBeLessThan(0.25 * Math.abs(row.limit!))
  })

  test('power against flow: K leaves its range with a meter that reads half', async () => {
    expect(await fired('efficiency')).toEqual([])
    await changeOf('unit', 'unit.1', { method: 'measured', dischargeSeries: FLOW })
    const [row, ...more] = await fired('efficiency')
    expect(more).toEqual([])
    expect(row).toMatchObject({ object: 'unit.1', grade: 'ESTIMATED', measure: 'kW/(m3/s m)', limit: 9.5 })
    expect(row.value).toBeGreaterThan(9.5)
    expect(row.from).toBeGreaterThan((runs.from + runs.to) / 2)
    expect(row.to).toBeLessThanOrEqual(runs.to + STEP)
    expect(await grades(unitCodes('unit.1').q, row.from, row.to)).toEqual([ESTIMATED])
    await changeOf('unit', 'unit.1', { method: 'auto' })
    expect(await fired('efficiency')).toEqual([])
  })

  test('counts of them are those of the list', async () => {
    const query = { from: local(FROM), to: local(TO + DAY) }
    const { rows } = await h.ask(countFired, { query } as never)
    const total = (kind: string) => rows.filter((r) => r.kind === kind).reduce((n, r) => n + r.total, 0)
    for (const kind of ['balance', 'tailwater']) expect(total(kind)).toBe((await fired(kind)).length)
  })
})

describe('another threshold also counts for stored values', () => {
  const check = (more: object) => ({
    name: 'Water balance',
    kind: 'balance',
    series: [],
    object: null,
    season: null,
    enabled: true,
    grade: 'ESTIMATED',
    limits: { windows: 3, sigmas: 1 },
    ...more,
  })

  /** Asserts that the list matches the grades of the values in force: before, with the check, and after it. */
  async function listedAsGraded(more: object) {
    const [row] = await fired('balance')
    expect(await grades(INFLOW, row.from, row.to)).toEqual([ESTIMATED])
    const { id, version } = await h.ask(ITEMS.check.add, { body: { body: check(more), from: null } } as never)
    await h.settle()
    expect(await fired('balance')).toEqual([])
    expect(await grades(INFLOW, row.from, row.to)).toEqual([GOOD])
    await h.ask(ITEMS.check.retire, { params: { id }, body: { version, from: null } } as never)
    await h.settle()
    expect(await fired('balance')).toMatchObject([{ from: row.from, to: row.to }])
    expect(await grades(INFLOW, row.from, row.to)).toEqual([ESTIMATED])
  }
  const loose = { limits: { windows: 3, sigmas: 10_000 } }
  const off = { enabled: false }

  test('in automatic operation', async () => {
    await listedAsGraded(loose)
    await listedAsGraded(off)
  })

  test('in approved time', async () => {
    const span = { from: FROM - HOUR, to: TO - HOUR }
    await h.ask(setReview, { body: { state: 'approved', ...span } })
    await listedAsGraded(loose)
    await listedAsGraded(off)
    await h.ask(setReview, { body: { state: 'working', ...span } })
    await h.settle()
  })

  test('in manual operation', async () => {
    await changeOf('parameters', 'parameters', { operation: 'manual' })
    await listedAsGraded(loose)
    await listedAsGraded(off)
    await changeOf('parameters', 'parameters', { operation: 'automatic' })
  })
})

test('measured inflow: the residual of the balance fires', async () => {
  // The river gauge measures only a part of the inflow; the lake sinks as if there was almost none.
  await changeOf('parameters', 'parameters', { inflowMethod: 4, inflowSeries: 'discharge.bavan' })
  const rows = await fired('balance')
  const [row] = rows.filter((r) => r.from < SINKS.to && r.to > SINKS.from)
  expect(row, JSON.stringify(rows)).toMatchObject({ grade: 'ESTIMATED', measure: 'm3/s' })
  expect(Math.abs(row.value!)).toBeGreaterThan(Math.abs(row.limit!))
  expect(row.to - row.from).toBeGreaterThanOrEqual(3 * HOUR)
})
