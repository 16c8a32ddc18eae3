import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calculation from '#contract/calculation.ts'
import { addAct, setReview, undoAct } from '#contract/edits.ts'
import { explain, type Explanation } from '#contract/explain.ts'
import { addGateLog } from '#contract/gate-log.ts'
import { EDITED, ESTIMATED, grade } from '#core/quality/index.ts'
import { HOUR, HYDRO, MINUTE, T, fixture, local, type Fixture } from '../calculation/fixture.ts'
import { day } from '../api/bench.ts'

const admin = { account: 'admin' }
const LEVEL = 'general.lake_level'
const INFLOW = 'general.total_discharge_lake'
const AVERAGE = 'general.inflow_moving_average'
const TURBINE = 'general.total_discharge_turbine'
const SEEPAGE = 'general.seepage'
const SIGMA = 'general.inflow_sigma'
/** Long enough after the last result not to be the explained instant. */
const MANUAL = T + 90 * MINUTE
let h: Fixture
beforeAll(async () => (h = await fixture(8 * HOUR)), 120_000)
afterAll(() => h.server.close())

const ask = (series: string, t: number) => h.ask(explain, { query: { series, at: String(t) } }, admin)
const run = (id: string) => h.ask(calculation.getRun, { params: { id } }, admin)

/** What an older or other program would have stored. */
async function overwritten(series: string, t: number, v: number) {
  const { history } = h.server.app
  await history.write({ hydroCode: HYDRO, series: [series], t: [t], v: [v], q: [0] }, { source: 'computed' })
}

test('saved by hand: explained by the entered values, to the same digits, with author and the value by the sensors', async () => {
  const at = T - HOUR
  const sensors = new Map<string, Explanation>()
  for (const series of [LEVEL, INFLOW, AVERAGE, TURBINE]) sensors.set(series, await ask(series, at))
  const saved = await h.ask(calculation.calculateSave, {
    body: {
      at: local(at),
      from: local(at - 30 * MINUTE),
      levels: { start: 410, end: 410.05 },
      powers: [{ unit_id: 'unit.1', power: 20000 }],
      reason: 'đọc thước',
    },
  })
  const check = async () => {
    for (const [series, before] of sensors) {
      const explained = await ask(series, at)
      expect(explained.recomputed, series).toMatchObject({ same: true, why: null })
      expect(explained.value, series).not.toBe(before.value)
      expect(explained.quality & EDITED, series).toBe(EDITED)
      expect(explained.lines.at(-1)!.value, series).toBeCloseTo(explained.value!, 9)
      expect(explained.from_sensors, series).not.toBeNull()
      expect(explained.stored!.run).toMatchObject({ run_id: saved.run_id, kind: 'save', by_name: 'manager' })
      // An entered value is no series, and has no calibration.
      const given = explained.inputs.filter((i) => i.given)
      expect(given.every((i) => i.calibration === null)).toBe(true)
      const links = explained.lines.flatMap((line) => line.terms.map((term) => term.series ?? ''))
      expect(links.filter((code) => code.startsWith('what-if'))).toEqual([])
    }
  }
  await check()
  const explained = await ask(INFLOW, at)
  expect(explained.inputs.filter((i) => i.given).map((i) => i.used)).toEqual([410, 410.05])
  expect(explained.from_sensors!.value).toBe(sensors.get(INFLOW)!.value)
  expect((await ask(SEEPAGE, at)).from_sensors).toBeNull()
  // The band is the displayed one, and a level entered to the centimetre is not known better.
  const band = explained.lines.find((line) => line.id === 'band')!
  expect(band.value).toBeCloseTo(saved.result.inflow_sigma!, 5)
  const made = await ask(SIGMA, at)
  expect(made.lines.at(-1)).toMatchObject({ id: 'band', value: band.value })
  const termOf = (id: string, symbol: string) =>
    made.lines.find((line) => line.id === id)!.terms.find((term) => term.symbol === symbol)!.value!
  const [area, scatter] = ['A', 's_z'].map((symbol) => termOf('reading_storage', symbol))
  expect(scatter).toBeGreaterThanOrEqual(0.01 / Math.sqrt(12) - 1e-12)
  expect(band.value).toBeCloseTo((termOf('band', 'k') * Math.SQRT2 * area * scatter) / 1800, 9)
  const { history } = h.server.app
  const late = { hydroCode: HYDRO, series: ['level.reservoir.1'], t: [at - MINUTE], v: [4000], q: [0] }
  await history.write(late, { source: 'ingest' })
  await h.settle()
  await check()
  // A recalculation leaves it, so it was not stored by that.
  const again = await h.ask(calculation.recalculate, { body: { from: local(at - HOUR), to: local(at) } })
  await expect.poll(async () => (await run(again.run_id)).state).toBe('done')
  await check()
  await h.ask(calculation.rollbackData, { body: { run_id: saved.run_id! } })
  await h.settle()
  expect(await ask(LEVEL, at)).toMatchObject({ recomputed: { same: true, why: null }, from_sensors: null })
})

test('approved and pending: the stored value is shown with the one that would be computed, until that is accepted', async () => {
  const span = { from: T - 6 * HOUR, to: T - 5 * HOUR }
  await h.ask(setReview, { body: { state: 'approved', ...span } }, admin)
  const at = span.from + 30 * MINUTE
  const before = await ask(LEVEL, at)
  const act = { kind: 'offset', series: 'level.reservoir.1', from: span.from, to: span.to, b: 0.1 } as const
  await h.ask(addAct, { body: { act, reason: 'lệch mốc' } }, admin)
  await h.settle()
  const explained = await ask(LEVEL, at)
  expect(explained.value).toBe(before.value)
  expect(explained.recomputed).toMatchObject({ same: false, why: 'pending' })
  expect(explained.recomputed!.value).toBeGreaterThan(before.value! + 0.02)
  // The reading itself takes effect as edited at once.
  expect(explained.inputs.some((i) => i.acts.some((a) => a.reason === 'lệch mốc'))).toBe(true)
})

test('another release: the version that stored it is named; for the same one the reason is unknown', async () => {
  const at = T - 2 * HOUR
  const { db } = h.server.app.services
  await h.server.app.calculation.recompute(HYDRO, at, at, 'system')
  await overwritten(SEEPAGE, at, 7)
  expect((await ask(SEEPAGE, at)).recomputed).toMatchObject({ same: false, why: 'unknown' })
  await db.query("UPDATE run SET code_version = '0.0.1' WHERE from_t <= $1 AND to_t >= $1", [at])
  const explained = await ask(SEEPAGE, at)
  expect(explained.value).toBe(7)
  expect(explained.recomputed).toMatchObject({ same: false, why: 'code' })
  expect(explained.stored!.run!.code_version).toBe('0.0.1')
})

test('nothing is stored: in automatic operation that is stated, and that it waits where it does', async () => {
  const at = T - 2 * HOUR - 30 * MINUTE
  const { history } = h.server.app
  // The explained value is the last one of the hour before.
  const from = at - HOUR
  await history.erase(HYDRO, SEEPAGE, from, at, { source: 'computed', run: null })
  const explained = await ask(SEEPAGE, at)
  expect(explained.stored).toBeNull()
  expect(explained.recomputed).toMatchObject({ same: false, why: 'not_stored' })
  await history.markDirty(HYDRO, ['calc'], [{ series: '*instants', from, to: at }])
  expect((await ask(SEEPAGE, at)).recomputed).toMatchObject({ same: false, why: 'waiting' })
  await h.settle()
  expect((await ask(SEEPAGE, at)).recomputed).toMatchObject({ same: true, why: null })
})

test('manual operation: nothing is stored there; a save from edited readings is marked as edited', async () => {
  await h.ask(calculation.setOperation, { body: { method: 'manual', reason: 'thử' } }, admin)
  h.server.clock.set(MANUAL)
  await h.send(day(T, MANUAL))
  await h.settle()
  const none = await ask(LEVEL, MANUAL - 5 * MINUTE)
  expect(none).toMatchObject({ stored: null, recomputed: { same: false, why: 'manual' } })
  expect(none.recomputed!.value).not.toBeNull()

  const at = MANUAL
  const series = 'level.reservoir.1'
  const act = { kind: 'offset', series, from: at - HOUR, to: at, b: 0.05 } as const
  const made = await h.ask(addAct, { body: { act, reason: 'sóng' } }, admin)
  const saved = await h.ask(calculation.calculateSave, { body: { at: local(at) } }, admin)
  expect((await run(saved.run_id!)).given).toMatchObject({})
  expect((await ask(LEVEL, at)).recomputed).toMatchObject({ same: true })
  // Undone, the edit is only in what was saved: nothing computes that again in manual operation.
  await h.ask(undoAct, { body: { act_id: made.act.act_id, reason: 'hết sóng' } }, admin)
  expect((await ask(LEVEL, at)).recomputed).toMatchObject({ same: false, why: 'waiting' })
  await h.settle()
  expect((await ask(LEVEL, at)).recomputed).toMatchObject({ same: false, why: 'edited' })
  await h.ask(calculation.setOperation, { body: { method: 'automatic' } }, admin)
})

test('a silent sensor and a logged gate: the discharge follows the log', async () => {
  const from = h.server.clock.now()
  const to = from + 40 * MINUTE
  h.server.clock.set(to)
  await h.send(day(from, to).filter((r) => r.series !== 'gate.1.opening'))
  const at = Math.floor((from + 20 * MINUTE) / MINUTE) * MINUTE
  await h.ask(addGateLog, {
    body: { at: local(at), moves: [{ kind: 'leaf', object_id: 'spillway.1', to: 0.6 }], reason: 'theo lệnh' },
  })
  await h.settle()
  const explained = await h.ask(explain, { query: { series: 'leaf.spillway.1.q', at: String(to) } })
  const [input] = explained.inputs
  expect(input).toMatchObject({ role: 'opening', series: 'log.spillway.1', t: at, used: 0.6, unit: 'm' })
  expect(grade(explained.quality)).toBe(ESTIMATED)
  expect(explained.recomputed).toMatchObject({ same: true })
  // Before it was written the sensor's last value had to do.
  const before = await h.ask(explain, { query: { series: 'leaf.spillway.1.q', at: String(from) } })
  expect(before.inputs[0].series).toBe('gate.1.opening')
})
