import { afterAll, beforeAll, expect, test } from 'vitest'
import { getIndicators, getOutlets } from '#contract/dashboard.ts'
import { explain } from '#contract/explain.ts'
import { ITEMS } from '#contract/items.ts'
import { ESTIMATED, GOOD, STALE, grade } from '#core/quality/index.ts'
import { day } from '../api/bench.ts'
import { HOUR, MINUTE, T, fixture, local, seed, type Fixture } from './fixture.ts'

const INFLOW = 'general.total_discharge_lake'
let h: Fixture
/** A gate that is silent for an hour while the flood goes on. */
const gate = seed.gates.find((g) => g.body.leaves[0].openingSeries && g.body.every > 0)!
const leaf = gate.body.leaves[0]
const sensor = leaf.openingSeries!
const own = `leaf.${leaf.id}.q`
/** Its missing readings, one in five minutes. */
const opening = 1.2
const heartbeats = (from: number, to: number, v = opening) => {
  const list = []
  for (let t = from; t <= to; t += 5 * MINUTE) list.push({ series: sensor, t, v, at: t })
  return list
}

beforeAll(async () => {
  h = await fixture(6 * HOUR)
  await h.send(heartbeats(T, T + 10 * MINUTE))
  h.server.clock.set(T + HOUR)
  await h.send(day(T, T + HOUR).filter((r) => r.series !== sensor))
  await h.settle()
})
afterAll(() => h.server.close())

const at = async (code: string, t: number) => {
  const s = (await h.stored(t, t)).get(code)!
  return { v: s.v[0], q: s.q[0] }
}
const outlet = async () => (await h.ask(getOutlets)).find((o) => o.outlet_id === leaf.id)!

test('the inflow of a flood is kept while a gate is silent, as an estimate', async () => {
  const [before, during] = [await at(own, T + 10 * MINUTE), await at(own, T + HOUR)]
  expect(before.v).toBeGreaterThan(0)
  expect(grade(during.q)).toBe(ESTIMATED)
  expect(Math.abs(during.v / before.v - 1)).toBeLessThan(0.05)
  const inflow = await at(INFLOW, T + HOUR)
  expect(inflow.v).toBeGreaterThan(0)
  expect(grade(inflow.q)).toBe(ESTIMATED)
  const { inflow: shown, outflow } = await h.ask(getIndicators)
  expect([shown.value, grade(shown.quality)]).toEqual([expect.closeTo(inflow.v, 3), ESTIMATED])
  expect([outflow.t, grade(outflow.quality)]).toEqual([T + HOUR, ESTIMATED])
})

test('figures and explanation name the reading that is held', async () => {
  expect(await outlet()).toMatchObject({
    input_value: opening,
    input_quality: ESTIMATED,
    held_since: local(T + 10 * MINUTE),
  })
  const others = (await h.ask(getOutlets)).filter((o) => o.held_since !== undefined)
  expect(others.map((o) => o.outlet_id)).toEqual([leaf.id])
  const why = await h.ask(explain, { query: { series: own, at: String(T + HOUR) } })
  expect(why.inputs).toMatchObject([{ t: T + 10 * MINUTE, used: opening, held: true, age_s: 3000 }])
  expect(why.parameters!.values).toContainEqual({ name: 'holdSilent', value: 7200, unit: 's' })
  expect(why.recomputed).toMatchObject({ same: true })
  // A sensor that sends nulls counts as silent.
  const t = T + 50 * MINUTE
  await h.send([{ series: sensor, t, v: null, at: t }])
  await h.settle()
  expect(await outlet()).toMatchObject({ input_value: opening, held_since: local(T + 10 * MINUTE) })
  expect(grade((await at(own, T + HOUR)).q)).toBe(ESTIMATED)
})

test('the parameter sets for how long; 0 disables it', async () => {
  const set = async (holdSilent: number) => {
    const [{ id, version, body }] = await h.ask(ITEMS.parameters.list)
    const change = { version, body: { ...body, holdSilent }, reason: 'how long' }
    await h.ask(ITEMS.parameters.change, { params: { id }, body: change } as never)
  }
  await set(1800)
  await h.settle()
  expect(grade((await at(own, T + 40 * MINUTE)).q)).toBe(ESTIMATED)
  expect((await at(own, T + 45 * MINUTE)).v).toBeNaN()
  expect((await at(INFLOW, T + 45 * MINUTE)).v).toBeNaN()
  expect(grade((await outlet()).input_quality)).toBeGreaterThanOrEqual(STALE)
  expect((await outlet()).held_since).toBeUndefined()
  await set(0)
  await h.settle()
  expect(grade((await at(own, T + 25 * MINUTE)).q)).toBe(GOOD)
  expect((await at(INFLOW, T + 35 * MINUTE)).v).toBeNaN()
  await set(7200)
  await h.settle()
  expect((await at(INFLOW, T + 35 * MINUTE)).v).toBeGreaterThan(0)
})

test('late readings replace held ones', async () => {
  const held = await at(own, T + HOUR)
  await h.send(heartbeats(T + 15 * MINUTE, T + HOUR, 2 * opening))
  await h.settle()
  const known = await at(own, T + HOUR)
  expect(grade(known.q)).toBe(GOOD)
  expect(known.v).toBeGreaterThan(1.5 * held.v)
  expect((await outlet()).held_since).toBeUndefined()
  expect(grade((await at(INFLOW, T + HOUR)).q)).toBeLessThanOrEqual(ESTIMATED)
})
