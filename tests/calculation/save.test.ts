import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calculation from '#contract/calculation.ts'
import { getGeneralLast, getIndicators, getOutlets } from '#contract/dashboard.ts'
import { EDITED } from '#core/quality/index.ts'
import { DAY, HOUR, HYDRO, MINUTE, T, expectSame, fixture, local, seed, type Fixture } from './fixture.ts'

let h: Fixture
beforeAll(async () => {
  h = await fixture(12 * HOUR)
})
afterAll(() => h.server.close())

const level = async (t: number) => {
  const s = (await h.stored(t, t)).get('general.lake_level')!
  return s.t.length === 0 ? null : { v: s.v[0], q: s.q[0] }
}
const given = { levels: { start: 410, end: 410.05 } }

test('a save stores the answer of only-calculate, flagged as edited; a rollback restores the previous values', async () => {
  const before = await h.stored(T - DAY, T)
  const tried = await h.ask(calculation.onlyCalculate, { body: given })
  const saved = await h.ask(calculation.calculateSave, { body: { ...given, reason: 'staff read by hand' } })
  expect(saved).toMatchObject({ stands: true, result: tried })
  expect(saved.entries).toBeGreaterThan(10)
  const last = await h.ask(getGeneralLast)
  expect(last.lake_level).toBe(410.05)
  expect(last.total_discharge_lake).toBe(tried.total_discharge_lake.value)
  expect(last.inflow_moving_average).toBe(tried.inflow_moving_average.value)
  // Inflow minus outflow, by the same balance as the inflow.
  const { net } = await h.ask(getIndicators)
  expect(net.value).toBeCloseTo(tried.total_discharge_lake.value! - tried.total_discharge_out.value!, 6)
  expect((await level(T))!.q & EDITED).toBe(EDITED)
  const stored = await h.stored(T, T)
  // What does not depend on the level is as measured.
  expect(stored.get('general.power')!.q[0] & EDITED).toBe(0)
  expect(stored.get('general.total_discharge_lake')!.q[0] & EDITED).toBe(EDITED)

  const detail = await h.ask(calculation.getRun, { params: { id: saved.run_id! } })
  expect(detail).toMatchObject({
    kind: 'save',
    state: 'done',
    reason: 'staff read by hand',
    can_roll_back: true,
    rolled_back: null,
    result: tried,
  })
  expect(detail.given).toMatchObject({ ...given, parameters: tried.parameters })
  expect(detail.given!.tables).toContainEqual(tried.storage_table)

  const back = await h.ask(calculation.rollbackData, { body: { run_id: saved.run_id! } })
  expect(back).toMatchObject({ kind: 'rollback', state: 'done', of: saved.run_id, left: 0 })
  expect(back.entries).toBe(saved.entries)
  expectSame(await h.stored(T - DAY, T), before)
  const again = await h.refused(calculation.rollbackData, { body: { run_id: saved.run_id! } })
  expect(again).toMatchObject({ status: 409, code: 'rolled_back_already' })
  const { rolled_back } = await h.ask(calculation.getRun, { params: { id: saved.run_id! } })
  expect(rolled_back).toMatchObject({ run_id: back.run_id, state: 'done', at: T, actor_name: 'manager' })
  const acts = await h.server.app.services.db.query<{ act: string }>(
    "SELECT act FROM audit WHERE noun = 'calculation' ORDER BY audit_id",
  )
  expect(acts.map((a) => a.act)).toEqual(['save', 'roll back'])
  // The loop has nothing to add.
  await h.settle()
  expectSame(await h.stored(T - DAY, T), before)
})

test('a gate and a unit show the values entered in place of their sensors, while the save is active', async () => {
  const outlet = async (id: string) =>
    (await h.ask(getOutlets, { query: {} })).find((o) => o.outlet_id === id)!
  const [leaf] = seed.gates.find((g) => g.body.leaves[0].openingSeries)!.body.leaves
  const [, { id: unit }] = seed.units
  const before = await outlet(leaf.id)
  expect(before.given).toBeUndefined()
  const opening = (before.input_value ?? 0) + 0.5
  const saved = await h.ask(calculation.calculateSave, {
    body: { openings: [{ leaf_id: leaf.id, opening }], powers: [{ unit_id: unit, power: 20_500 }] },
  })
  const after = await outlet(leaf.id)
  // The sensor's opening is still shown, but the discharge comes from the other one.
  expect(after).toMatchObject({ given: opening, input_value: before.input_value })
  expect(after.output_value!).toBeGreaterThan(before.output_value!)
  expect(await outlet(unit)).toMatchObject({ given: 20.5 })
  const others = (await h.ask(getOutlets, { query: {} })).filter((o) => o.given !== undefined)
  expect(others.map((o) => o.outlet_id).sort()).toEqual([leaf.id, unit].sort())
  await h.ask(calculation.rollbackData, { body: { run_id: saved.run_id! } })
  await h.settle()
  expect(await outlet(leaf.id)).toEqual(before)
  // An entered level marks the discharges too, although they use the sensors' openings.
  const level = await h.ask(calculation.calculateSave, { body: given })
  const edited = await outlet(leaf.id)
  expect(edited.given).toBeUndefined()
  expect(edited.quality & EDITED).toBe(EDITED)
  await h.ask(calculation.rollbackData, { body: { run_id: level.run_id! } })
  await h.settle()
})

test('entered values are kept against the loop and late readings, until they are rolled back', async () => {
  const at = T - HOUR
  const saved = await h.ask(calculation.calculateSave, { body: { ...given, at: local(at) } })
  const late = { series: 'level.reservoir.1', t: at - MINUTE, v: 4000, at: T }
  const { services, history } = h.server.app
  await history.write(
    { hydroCode: HYDRO, series: [late.series], t: [late.t], v: [late.v], q: [0] },
    { source: 'ingest' },
  )
  const neighbour = await level(at - 5 * MINUTE)
  await h.settle()
  expect((await level(at))!.v).toBe(410.05)
  const rows = await services.db.query<{ passed_over: boolean }>(
    'SELECT passed_over FROM run WHERE run_id = $1',
    [saved.run_id],
  )
  expect(rows).toEqual([{ passed_over: true }])
  // Back in the loop, it follows from the present readings.
  await h.ask(calculation.rollbackData, { body: {} })
  await h.settle()
  expect((await level(at))!.v).not.toBe(410.05)
  expect(await level(at - 5 * MINUTE)).toEqual(neighbour)
  const tried = await h.ask(calculation.onlyCalculate, { body: { at: local(at) } })
  expect(tried.lake_level.value).toBeCloseTo((await level(at))!.v, 6)
})

test('two saves of one instant: rolling back the first keeps the values of the second', async () => {
  const at = T - 2 * HOUR
  const before = await h.stored(at, at)
  const one = await h.ask(calculation.calculateSave, { body: { ...given, at: local(at) } })
  const two = await h.ask(calculation.calculateSave, {
    body: { levels: { start: 411, end: 411 }, at: local(at) },
  })
  const back = await h.ask(calculation.rollbackData, { body: { run_id: one.run_id! } })
  expect(back.left).toBeGreaterThan(0)
  expect(back.entries + back.left!).toBe(one.entries)
  expect((await level(at))!.v).toBe(411)
  await h.settle()
  expect((await level(at))!.v).toBe(411)
  await h.ask(calculation.rollbackData, { body: { run_id: two.run_id! } })
  await h.settle()
  expectSame(await h.stored(at, at), before)
})

test('without entered values it equals the result of the loop, and is not kept against it', async () => {
  const saved = await h.ask(calculation.calculateSave, { body: {} })
  // It changed nothing, so there is no run and nothing to roll back.
  expect(saved).toMatchObject({ stands: false, entries: 0, run_id: null })
  expect(saved.result).toEqual(await h.ask(calculation.onlyCalculate, { body: {} }))
  expect(await h.refused(calculation.rollbackData, { body: {} })).toMatchObject({
    code: 'no_run_to_roll_back',
  })
  const at = T - 3 * HOUR
  const own = await h.ask(calculation.calculateSave, { body: { ...given, at: local(at) } })
  // A viewer can still read what was calculated.
  const seen = await h.ask(calculation.getRun, { params: { id: own.run_id! } }, { account: 'viewer' })
  expect(seen.result).toEqual(own.result)
  await h.ask(calculation.rollbackData, { body: {} })
})

test('saved twice with the same values, in succession or at once: one run, rolled back once', async () => {
  const at = T - 4 * HOUR
  const before = await h.stored(at, at)
  const save = () => h.ask(calculation.calculateSave, { body: { ...given, at: local(at) } })
  const both = [...(await Promise.all([save(), save()])), await save()]
  const made = both.filter((one) => one.run_id !== null)
  expect(made).toHaveLength(1)
  expect(made[0].entries).toBeGreaterThan(10)
  for (const one of both) expect(one).toMatchObject({ stands: true, result: made[0].result })
  expect(both.filter((one) => one.run_id === null).map((one) => one.entries)).toEqual([0, 0])
  const list = await h.ask(calculation.listRuns)
  expect(list.filter((r) => r.kind === 'save' && r.from === at)).toHaveLength(1)
  await h.ask(calculation.rollbackData, { body: { run_id: made[0].run_id! } })
  await h.settle()
  expectSame(await h.stored(at, at), before)
  // After the rollback it is no longer in force: the same is saved again.
  const anew = await save()
  expect(anew.run_id).not.toBeNull()
  await h.ask(calculation.rollbackData, { body: { run_id: anew.run_id! } })
})

test('refused: bad fields as in only-calculate, runs of others, callers without permission', async () => {
  const leaf = seed.gates[0].body.leaves[0].id
  expect(
    await h.refused(calculation.calculateSave, {
      body: { at: local(T + HOUR), openings: [{ leaf_id: leaf, opening: 99 }] },
    }),
  ).toEqual({
    status: 400,
    code: 'invalid_body',
    fields: [
      ['at', 'not_yet'],
      ['openings.0.opening', 'OUT_OF_RANGE'],
    ],
  })
  const runs = await h.ask(calculation.listRuns)
  const rollback = runs.find((r) => r.kind === 'rollback')!
  expect(await h.refused(calculation.rollbackData, { body: { run_id: rollback.run_id } })).toMatchObject({
    status: 409,
    code: 'run_not_rolled_back',
  })
  expect(await h.refused(calculation.rollbackData, { body: { run_id: 'ru_none' } })).toMatchObject({
    status: 404,
  })
  expect(await h.refused(calculation.rollbackData, { body: {} })).toMatchObject({
    code: 'no_run_to_roll_back',
  })
  for (const endpoint of [calculation.calculateSave, calculation.rollbackData])
    expect(await h.refused(endpoint, { body: {} }, { account: 'viewer' })).toMatchObject({ status: 403 })
})

test('a mistyped year, before anything was measured, is refused', async () => {
  const body = { ...given, at: '1926-10-16 10:00' }
  const refusal = await h.refused(calculation.calculateSave, { body })
  expect(refusal).toMatchObject({ status: 400, fields: [['at', 'before_first_reading']] })
})
