import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calculation from '#contract/calculation.ts'
import { ITEMS } from '#contract/items.ts'
import type { Series } from '#core/series/index.ts'
import { DAY, HOUR, HYDRO, MINUTE, T, expectSame, fixture, local, seed, type Fixture } from './fixture.ts'

const FROM = T - 3 * DAY
const ALL = [FROM - HOUR, T] as const
let h: Fixture
let original: Map<string, Series>

beforeAll(async () => {
  h = await fixture(4 * DAY)
  original = await h.stored(...ALL)
})
afterAll(() => h.server.close())

const detail = (id: string) => h.ask(calculation.getRun, { params: { id } })
const recalculate = async (from: number, to: number) =>
  h.ask(calculation.recalculate, { body: { from: local(from), to: local(to) } })
/** Completes all pending work. */
const ended = () => h.server.app.runs.turn()

/** Changes the calibration of a level sensor; by default without notifying the loop, so that computed values stay. */
async function moved(by: number, result = false): Promise<void> {
  const positions = await h.ask(ITEMS.position.list)
  const { id, version, body } = positions.find((p) => p.body.series === 'level.reservoir.1')!
  await h.ask(ITEMS.position.change, {
    params: { id },
    body: { version, body: { ...body, offset: seed.positions.find((p) => p.id === id)!.body.offset + by } },
  })
  if (!result) await h.server.app.services.db.query("DELETE FROM dirty_span WHERE kind = 'calc'")
}

test('without a cause it changes nothing, and reports so', async () => {
  const run = await recalculate(FROM, T)
  expect(run).toMatchObject({ kind: 'recalculate', state: 'queued', waits_for: null })
  await ended()
  const done = await detail(run.run_id)
  expect(done).toMatchObject({ state: 'done', done: 3 * 288 + 1, entries: 0, standing: 0, pending: 0 })
  expect(done.differences.map((d) => d.changed)).toEqual([0, 0, 0, 0, 0, 0])
  expect(done.differences.map((d) => d.series)).toEqual([...calculation.MAIN_SERIES])
  const inflow = done.differences.find((d) => d.series === 'general.total_discharge_lake')!
  expect(inflow.volume_after).toBe(inflow.volume_before)
  // Some hundred m3/s over three days.
  expect(inflow.volume_after).toBeCloseTo(inflow.mean_after! * 3 * 86_400, -6)
  expectSame(await h.stored(...ALL), original)
})

test('differences are reported per series, stored, and rolled back as a whole to the last digit', async () => {
  await moved(0.1)
  const run = await recalculate(FROM, T - DAY)
  await ended()
  const done = await detail(run.run_id)
  expect(done.state).toBe('done')
  const of = (series: string) => done.differences.find((d) => d.series === series)!
  // One of two sensors whose mean is the level.
  expect(of('general.lake_level').largest!.by).toBeCloseTo(0.05, 5)
  expect(of('general.lake_level')).toMatchObject({
    changed: 577,
    instants: 577,
    unit: 'm',
    volume_after: null,
  })
  expect(of('general.total_capacity').mean_after).toBeGreaterThan(of('general.total_capacity').mean_before!)
  const now = await h.stored(...ALL)
  const level = now.get('general.lake_level')!
  const was = original.get('general.lake_level')!
  expect(level.v[level.t.indexOf(FROM)] - was.v[was.t.indexOf(FROM)]).toBeCloseTo(0.05, 5)
  expect(level.v[level.t.indexOf(FROM - 5 * MINUTE)]).toBe(was.v[was.t.indexOf(FROM - 5 * MINUTE)])

  // Another run covers another span; the first can still be rolled back.
  const other = await recalculate(T - 12 * HOUR, T - 6 * HOUR)
  await ended()
  const back = await h.ask(calculation.rollbackData, { body: { run_id: run.run_id } })
  await ended()
  expect(await detail(back.run_id)).toMatchObject({
    state: 'done',
    of: run.run_id,
    left: 0,
    entries: done.entries,
  })
  const after = await h.stored(...ALL)
  const level2 = after.get('general.lake_level')!
  expect(level2.v[level2.t.indexOf(FROM)]).toBe(was.v[was.t.indexOf(FROM)])
  expect(level2.v[level2.t.indexOf(T - 8 * HOUR)]).not.toBe(was.v[was.t.indexOf(T - 8 * HOUR)])
  await h.ask(calculation.rollbackData, { body: { run_id: other.run_id } })
  await ended()
  expectSame(await h.stored(...ALL), original)
  await moved(0)
})

test('instants changed by a later run are left; rolled back in the wrong order everything is as before', async () => {
  await moved(0.1)
  const one = await recalculate(FROM, T)
  await ended()
  await moved(0.12)
  const two = await recalculate(T - 2 * DAY, T - DAY)
  await ended()
  const between = await h.stored(T - 2 * DAY, T - DAY)
  const first = await h.ask(calculation.rollbackData, { body: { run_id: one.run_id } })
  await ended()
  const left = (await detail(first.run_id)).left!
  expect(left).toBeGreaterThan(289)
  expectSame(await h.stored(T - 2 * DAY, T - DAY), between)
  await h.ask(calculation.rollbackData, { body: { run_id: two.run_id } })
  await ended()
  expect((await detail(first.run_id)).left).toBe(0)
  expectSame(await h.stored(...ALL), original)
  await moved(0)
})

test('a reading that arrives after a recalculation is not rolled back with it', async () => {
  await moved(0.1)
  const run = await recalculate(T - 6 * HOUR, T)
  await ended()
  const at = T - 3 * HOUR
  const { history } = h.server.app
  const raw = await history.read(HYDRO, ['level.reservoir.1', 'level.reservoir.2'], at - 11 * MINUTE, at, {
    raw: true,
  })
  for (const [code, s] of raw)
    await history.write(
      { hydroCode: HYDRO, series: Array.from(s.t, () => code), t: s.t, v: s.v.map((v) => v + 0.02), q: s.q },
      { source: 'ingest' },
    )
  await h.settle()
  const settled = (await h.stored(at, at)).get('general.lake_level')!.v[0]
  const back = await h.ask(calculation.rollbackData, { body: { run_id: run.run_id } })
  await ended()
  expect((await detail(back.run_id)).left).toBeGreaterThan(0)
  expect((await h.stored(at, at)).get('general.lake_level')!.v[0]).toBe(settled)
  await moved(0, true)
  for (const [code, s] of raw)
    await history.write(
      { hydroCode: HYDRO, series: Array.from(s.t, () => code), t: s.t, v: s.v, q: s.q },
      { source: 'ingest' },
    )
  await h.settle()
  expectSame(await h.stored(...ALL), original)
})

test('active saved instants are left and counted', async () => {
  const at = T - 2 * HOUR
  await h.ask(calculation.calculateSave, { body: { at: local(at), levels: { start: 410, end: 410.05 } } })
  const run = await recalculate(T - 3 * HOUR, T)
  await ended()
  expect(await detail(run.run_id)).toMatchObject({ state: 'done', standing: 1, entries: 0 })
  expect((await h.stored(at, at)).get('general.lake_level')!.v[0]).toBe(410.05)
  // A recalculation without changes has nothing to roll back: the last effective run is the save.
  expect(await detail(run.run_id)).toMatchObject({ can_roll_back: false })
  await h.ask(calculation.rollbackData, { body: {} })
  await h.settle()
  expectSame(await h.stored(...ALL), original)
})

test('cancelled between parts: finished parts stay and can be rolled back; the next in the queue continues', async () => {
  await moved(0.1)
  let id = ''
  let parts = 0
  const worker = h.worker(100, async (after) => {
    if (after !== 'part stored' || ++parts !== 3) return
    await h.ask(calculation.cancelRun, { params: { id } })
    expect(await detail(id)).toMatchObject({ state: 'running', cancelling: true, done: 300 })
  })
  // Requested by the same statements, but only this worker takes it.
  h.server.app.services.config.role = 'api'
  const run = await recalculate(FROM, T)
  id = run.run_id
  const next = await recalculate(T - HOUR, T)
  expect(next).toMatchObject({ state: 'queued', waits_for: id })
  const third = await recalculate(FROM, T)
  expect(third.waits_for).toBe(next.run_id)
  // One that has not begun ends at once.
  expect(await h.ask(calculation.cancelRun, { params: { id: third.run_id } })).toMatchObject({
    state: 'cancelled',
  })
  await worker.turn()
  expect(await detail(id)).toMatchObject({
    state: 'cancelled',
    done: 300,
    cancelling: false,
    can_roll_back: true,
  })
  expect(await detail(next.run_id)).toMatchObject({ state: 'done', done: 13 })
  expect(await h.refused(calculation.cancelRun, { params: { id } })).toMatchObject({ code: 'run_ended' })
  for (const run_id of [id, next.run_id]) await h.ask(calculation.rollbackData, { body: { run_id } })
  await worker.turn()
  h.server.app.services.config.role = 'all'
  await moved(0)
  expectSame(await h.stored(...ALL), original)
})

test('it is refused with the field and the reason', async () => {
  const fields = async (from: number, to: number) =>
    (await h.refused(calculation.recalculate, { body: { from: local(from), to: local(to) } })).fields
  expect(await fields(T, T - HOUR)).toEqual([['from', 'from_after_to']])
  expect(await fields(T - HOUR, T + HOUR)).toEqual([['to', 'not_yet']])
  expect(await fields(T - 6 * DAY, T)).toEqual([['from', 'before_first_reading']])
  expect(await fields(T - 4000 * DAY, T)).toEqual([
    ['from', 'span_too_long'],
    ['from', 'before_first_reading'],
  ])
  const body = { from: local(FROM), to: local(T) }
  expect(await h.refused(calculation.recalculate, { body }, { account: 'viewer' })).toMatchObject({
    status: 403,
  })
  const bad = await h.refused(calculation.recalculate, { body: { from: 'gestern', to: body.to } })
  expect(bad.fields[0][0]).toBe('from')
})
