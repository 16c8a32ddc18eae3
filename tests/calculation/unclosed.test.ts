import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calculation from '#contract/calculation.ts'
import { ITEMS } from '#contract/items.ts'
import { listFired } from '#contract/quality.ts'
import { getVolumes } from '#contract/volumes.ts'
import { DAY, HOUR, HYDRO, MINUTE, fixture, local, seed, type Fixture } from './fixture.ts'

/** Midnight of the plant before and after the one whole day of the fixture. */
const MIDNIGHT = Date.UTC(2025, 9, 14, 17)
const NEXT = MIDNIGHT + DAY
let h: Fixture
beforeAll(async () => {
  h = await fixture(42 * HOUR)
}, 120_000)
afterAll(() => h.server.close())

const fired = async () => (await h.ask(listFired, { query: { kind: 'balance' } })).fired
const dayOf = async (from = MIDNIGHT) => {
  const span = { from: local(from), to: local(from + DAY) }
  return (await h.ask(getVolumes, { body: { ...span, step: 'day' } })).periods[0]
}
/** The balance of the day: its residual is stored, displayed and listed by the check. */
async function expectUnclosed(residual: number, begin = MIDNIGHT) {
  const day = await dayOf(begin)
  expect(day.closes).toBe(false)
  expect(day.residual!).toBeCloseTo(residual, 3)
  const own = (await fired()).filter((f) => f.from > begin && f.to <= begin + DAY)
  expect(own).toMatchObject([
    { from: begin + 5 * MINUTE, to: begin + DAY, measure: 'm3/s', cleared_at: null },
  ])
  // As a mean discharge of the day, more than half a per cent of the flow.
  expect(own[0].value!).toBeCloseTo((day.residual! * 1e6) / 86_400, 3)
  expect(Math.abs(own[0].value!)).toBeGreaterThan(Math.abs(own[0].limit!))
  const most = Math.max(Math.abs(day.inflow!), Math.abs(day.outflow!))
  expect(Math.abs(own[0].limit!)).toBeCloseTo((0.005 * most * 1e6) / 86_400, 3)
}
async function expectClosed() {
  expect(await dayOf()).toMatchObject({ closes: true, residual: 0 })
  expect(await fired()).toEqual([])
}

test('a storage table that is wrong from noon on leaves a residual, until it is reverted', async () => {
  await expectClosed()
  const zv = seed.tables.find((t) => t.body.group === 'ZV')!
  const { plants, services } = h.server.app
  const noon = MIDNIGHT + 12 * HOUR
  const change = async (body: typeof zv.body) => {
    const actor = { actor: 'test', address: null, hydro: HYDRO }
    const order = { hydroCode: HYDRO, noun: 'table' as const, itemId: zv.id, body, from: noon, to: null }
    await services.db.tx((c) => plants.change(c, actor, { ...order, reason: null }))
    plants.changed(HYDRO, noon, null)
    await h.settle()
  }
  // From one instant to the next everything is 5 million m3 more.
  await change({ ...zv.body, rows: zv.body.rows.map(([z, v]) => [z, v + 5]) })
  await expectUnclosed(-5)
  // The instant at which it began has it too, by the sum in its explanation.
  const stored = await h.stored(MIDNIGHT, NEXT)
  const rest = stored.get('general.balance_residual')!
  const parts = [...rest.t].flatMap((t, i) => (rest.v[i] === 0 ? [] : [[t, rest.v[i]]]))
  expect(parts).toEqual([[noon, expect.closeTo(-5e6, 0)]])
  await change(zv.body)
  await expectClosed()
})

/** Saves a level half a metre too high for an instant; returns the rollback, and the resulting storage. */
async function mistyped(at: number) {
  const was = await h.stored(at, at)
  const level = was.get('general.lake_level')!.v[0]
  const saved = await h.ask(calculation.calculateSave, {
    body: { at: local(at), levels: { start: level + 0.5, end: level + 0.5 }, reason: 'misread staff' },
  })
  await h.settle()
  const storage = (await h.stored(at, at)).get('general.total_capacity')!.v[0]
  const back = async () => {
    await h.ask(calculation.rollbackData, { body: { run_id: saved.run_id! } })
    await h.settle()
  }
  return { more: (storage - was.get('general.total_capacity')!.v[0]) / 1e6, back }
}

test('a level entered too high for midnight leaves one, until the save is rolled back', async () => {
  const { more, back } = await mistyped(NEXT)
  expect(more).toBeGreaterThan(1)
  await expectUnclosed(-more)
  await back()
  await expectClosed()
})

test('days of the check are those of the page: they begin at the day start of the plant', async () => {
  const [{ id, version, body }] = await h.ask(ITEMS.plant.list)
  await h.ask(ITEMS.plant.change, { params: { id }, body: { version, body: { ...body, dayStart: 360 } } })
  await h.settle()
  const { more, back } = await mistyped(NEXT + 6 * HOUR)
  await expectUnclosed(-more, MIDNIGHT + 6 * HOUR)
  await back()
  expect(await fired()).toEqual([])
})

test('a changed day start leaves the days before it as they were, on the page and for the check', async () => {
  const [{ id, version, body }] = await h.ask(ITEMS.plant.list)
  const change = { version, from: local(NEXT + HOUR), body: { ...body, dayStart: 720 } }
  await h.ask(ITEMS.plant.change, { params: { id }, body: change })
  await h.settle()
  const { more, back } = await mistyped(NEXT + 6 * HOUR)
  await expectUnclosed(-more, MIDNIGHT + 6 * HOUR)
  await back()
  expect(await fired()).toEqual([])
})
