import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as calculation from '#contract/calculation.ts'
import { utcDay, utcDayStart } from '#core/time/index.ts'
import { ITEMS } from '#contract/items.ts'
import { HEAD } from '#server/features/calculation/publish.ts'
import { DAY, HOUR, HYDRO, MINUTE, T, expectSame, fixture, local, type Fixture } from './fixture.ts'
import { day } from '../api/bench.ts'

let h: Fixture
beforeAll(async () => {
  h = await fixture(12 * HOUR)
})
afterAll(() => h.server.close())

const state = () => h.ask(calculation.getOperation)
const published = async () => {
  const at = (await h.stored(T - DAY, h.server.clock.now())).get('general.total_discharge_out')!.t
  return at.at(-1)
}

test('manual: readings arrive, nothing is published; a proposal is shown, and saved results are published', async () => {
  expect(await state()).toMatchObject({ method: 'automatic', since: null, overdue: false, last_instant: T })
  const manual = await h.ask(calculation.setOperation, {
    body: { method: 'manual', seen: 'automatic', reason: 'sensor work' },
  })
  expect(manual).toMatchObject({ method: 'manual', since: T, by_name: 'manager', reason: 'sensor work' })
  // Somebody else changes another parameter: the author of the switch is still known.
  const [p] = await h.ask(ITEMS.parameters.list, {}, { account: 'admin' })
  await h.ask(
    ITEMS.parameters.change,
    { params: { id: p.id }, body: { version: p.version, body: { ...p.body, movingPoints: 4 } } },
    { account: 'admin' },
  )
  expect(await state()).toMatchObject({ method: 'manual', since: T, by_name: 'manager' })

  h.server.clock.set(T + 20 * MINUTE)
  await h.send(day(T, T + 20 * MINUTE))
  await h.settle()
  expect(await published()).toBe(T)
  expect(await state()).toMatchObject({ overdue: true, last_instant: T })
  const proposal = await h.ask(calculation.getProposal)
  expect(proposal).toEqual(await h.ask(calculation.onlyCalculate, { body: {} }))
  expect(proposal.at).toBe(T + 20 * MINUTE)
  expect(proposal.lake_level.value).not.toBeNull()

  const empty = {
    from: T + 5 * MINUTE,
    to: T + 20 * MINUTE,
    instants: 4,
    method: 'manual',
    ended: false,
  }
  expect((await state()).uncomputed).toEqual([empty])

  const saved = await h.ask(calculation.calculateSave, { body: {} })
  expect(saved.result).toEqual(proposal)
  // The saved instant has its result.
  expect((await state()).uncomputed).toEqual([{ ...empty, to: T + 15 * MINUTE, instants: 3 }])
  expect(await published()).toBe(T + 20 * MINUTE)
  expect(await state()).toMatchObject({
    overdue: false,
    last_instant: T + 20 * MINUTE,
    last_run: { run_id: saved.run_id, kind: 'save', actor_name: 'manager' },
  })
  // After the rollback there is nothing again.
  await h.ask(calculation.rollbackData, { body: {} })
  await h.settle()
  expect(await published()).toBe(T)
})

test('back to automatic: from then on; the gap is filled only by a recalculation', async () => {
  h.server.clock.set(T + 30 * MINUTE)
  await h.send(day(T + 20 * MINUTE, T + 30 * MINUTE))
  await h.settle()
  await h.ask(calculation.setOperation, { body: { method: 'automatic' } })
  h.server.clock.set(T + 40 * MINUTE)
  await h.send(day(T + 30 * MINUTE, T + 40 * MINUTE))
  await h.settle()
  const instants = async () =>
    [...(await h.stored(T, T + 40 * MINUTE)).get('general.lake_level')!.t].map((t) => (t - T) / MINUTE)
  const automatic = await instants()
  expect(automatic.filter((m) => m > 0 && m < 30)).toEqual([])
  expect(automatic.slice(-2)).toEqual([35, 40])
  // It is reported, so that nobody has to find out.
  const left = { from: T + 5 * MINUTE, to: T + 25 * MINUTE, instants: 5, method: 'manual', ended: true }
  expect((await state()).uncomputed).toEqual([left])
  await h.ask(calculation.recalculate, { body: { from: local(T), to: local(T + 40 * MINUTE) } })
  await h.server.app.runs.turn()
  expect(await instants()).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40])
  expect((await state()).uncomputed).toEqual([])
})

test('called every few seconds, it reads no more versions than it returns', async () => {
  const { db } = h.server.app.services
  const query = vi.spyOn(db, 'query')
  await state()
  const answers = await Promise.all(query.mock.results.map((r) => r.value as Promise<object[]>))
  const texts = query.mock.calls.map(([text]) => String(text))
  query.mockRestore()
  const read = texts.flatMap((text, i) => (/FROM description/.test(text) ? [answers[i].length] : []))
  expect(read).toEqual([1])
})

test('the second of two simultaneous switches gets a conflict; without permission it is refused', async () => {
  const switched = await h.refused(calculation.setOperation, { body: { method: 'manual', seen: 'manual' } })
  expect(switched).toMatchObject({ status: 409, code: 'operation_changed' })
  const viewer = await h.refused(
    calculation.setOperation,
    { body: { method: 'manual' } },
    { account: 'viewer' },
  )
  expect(viewer.status).toBe(403)
})

test('a span computed packet by packet equals one recalculation', async () => {
  const from = h.server.clock.now()
  const to = from + 2 * HOUR
  const readings = day(T, to).filter((r) => r.t > from)
  // As a logger sends: every five minutes, some packets late and out of order.
  const packets = new Map<number, typeof readings>()
  for (const r of readings) {
    const at = Math.ceil((r.t - from) / (5 * MINUTE))
    const late = at % 4 === 1 && r.series.startsWith('gate') ? at + 3 : at
    packets.set(late, [...(packets.get(late) ?? []), r])
  }
  for (const k of [...packets.keys()].sort((a, b) => a - b)) {
    h.server.clock.set(Math.max(h.server.clock.now(), from + k * 5 * MINUTE))
    await h.send(packets.get(k)!)
    await h.settle()
  }
  const live = await h.stored(from, to)
  expect(live.get('general.total_discharge_lake')!.t.length).toBe(25)
  const { run_id } = await h.ask(calculation.recalculate, { body: { from: local(from), to: local(to) } })
  await h.server.app.runs.turn()
  expect(await h.ask(calculation.getRun, { params: { id: run_id } })).toMatchObject({
    state: 'done',
    entries: 0,
  })
  expectSame(await h.stored(from, to), live)
})

test('a stop longer than the limit of filling in is reported with its span, and computed on request', async () => {
  const from = h.server.clock.now()
  const now = from + 3 * DAY
  h.server.clock.set(now)
  // The server is up again: nothing has arrived meanwhile, and it fills in one day.
  await h.settle()
  const gap = { from: from + 5 * MINUTE, to: now - DAY - 5 * MINUTE, instants: 575 }
  expect((await state()).uncomputed).toEqual([{ ...gap, method: 'automatic', ended: true }])
  // Live calculation continues, and is announced as before.
  h.server.clock.set(now + 5 * MINUTE)
  await h.settle()
  expect(await published()).toBe(now + 5 * MINUTE)
  expect((await state()).uncomputed).toEqual([{ ...gap, method: 'automatic', ended: true }])

  const half = from + DAY
  await h.ask(calculation.recalculate, { body: { from: local(gap.from), to: local(half) } })
  await h.server.app.runs.turn()
  const rest = { from: half + 5 * MINUTE, to: gap.to, instants: 287 }
  expect((await state()).uncomputed).toEqual([{ ...rest, method: 'automatic', ended: true }])
  await h.ask(calculation.recalculate, { body: { from: local(rest.from), to: local(rest.to) } })
  await h.server.app.runs.turn()
  expect((await state()).uncomputed).toEqual([])
})

/** Results of automatic operation, [from, to] in steps of five minutes. */
const stop = (from: number, to: number) => ({
  from,
  to,
  instants: (to - from) / (5 * MINUTE) + 1,
  method: 'automatic',
  ended: true,
})

test('a stop is reported up to manual operation and from its end on; after a rollback, results are missing again', async () => {
  const from = h.server.clock.now()
  h.server.clock.set(from + 2 * DAY)
  await h.ask(calculation.setOperation, { body: { method: 'manual' } })
  h.server.clock.set(from + 3 * DAY)
  await h.ask(calculation.setOperation, { body: { method: 'automatic' } })
  h.server.clock.set(from + 5 * DAY)
  await h.settle()
  // Results that a parameter change computes around it are removed: stop and manual operation adjoin.
  await h.server.app.history.erase(HYDRO, HEAD, from + 1, from + 4 * DAY - 1, { source: 'computed' })
  const before = stop(from + 5 * MINUTE, from + 2 * DAY - 5 * MINUTE)
  const byHand = { ...stop(from + 2 * DAY, from + 3 * DAY - 5 * MINUTE), method: 'manual' }
  const after = stop(from + 3 * DAY, from + 4 * DAY - 5 * MINUTE)
  expect((await state()).uncomputed).toEqual([before, byHand, after])

  const recalculate = async (a: number, b: number) => {
    const run = await h.ask(calculation.recalculate, { body: { from: local(a), to: local(b) } })
    await h.server.app.runs.turn()
    return run.run_id
  }
  const back = async (run_id: string) => {
    await h.ask(calculation.rollbackData, { body: { run_id } })
    await h.server.app.runs.turn()
  }
  const half = await recalculate(from + DAY, before.to)
  const rest = stop(before.from, from + DAY - 5 * MINUTE)
  expect((await state()).uncomputed).toEqual([rest, byHand, after])
  await back(half)
  expect((await state()).uncomputed).toEqual([before, byHand, after])
  const all = await recalculate(before.from, after.to)
  expect((await state()).uncomputed).toEqual([])
  await back(all)
  expect((await state()).uncomputed).toEqual([before, byHand, after])
  await recalculate(before.from, after.to)
  expect((await state()).uncomputed).toEqual([])
})

test('a day that waits to be computed is not part of the stop around it, the days beside it are', async () => {
  const from = h.server.clock.now()
  // Nothing is computed from this series: once its dirty span is settled the stop is as before.
  const wait = (t: number) =>
    h.server.app.history.markDirty(HYDRO, ['calc'], [{ series: 'spare', from: t, to: t }])
  await wait(T)
  h.server.clock.set(from + 3 * DAY)
  const open = stop(from + 5 * MINUTE, from + 3 * DAY - 15 * MINUTE)
  expect((await state()).uncomputed).toEqual([open])
  await wait(from + DAY)
  h.server.clock.set(from + 3 * DAY + 5 * MINUTE)
  const day = utcDayStart(utcDay(from + DAY))
  const beside = [stop(open.from, day - 5 * MINUTE), stop(day + DAY, open.to + 5 * MINUTE)]
  expect((await state()).uncomputed).toEqual(beside)
  await h.settle()
  const left = stop(open.from, from + 2 * DAY)
  expect((await state()).uncomputed).toEqual([left])
})
