import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import * as calculation from '#contract/calculation.ts'
import { listPending, setReview } from '#contract/edits.ts'
import { createRunWorker } from '#server/features/calculation/index.ts'
import { createReviews } from '#server/features/edits/index.ts'
import { HOUR, HYDRO, T, fixture, local, type Fixture } from '../calculation/fixture.ts'

const APPROVED = { from: T - 12 * HOUR, to: T - 3 * HOUR }
const admin = { account: 'admin' }
const LEVEL = 'level.reservoir.1'

let h: Fixture
beforeAll(async () => {
  h = await fixture(24 * HOUR, { hourly: true })
  // Runs are requested by calls, and taken by the worker of the test.
  h.server.app.services.config.role = 'api'
  await h.ask(setReview, { body: { state: 'approved', ...APPROVED } }, admin)
})
afterAll(() => h.server.close())

const pending = (accepted = false) => h.ask(listPending, { body: { accepted } }, admin)
/** A late reading in approved time, which stays pending. */
async function late(t: number, by: number) {
  const sent = await h.server.app.history.read(HYDRO, [LEVEL], t, t, { raw: true })
  await h.send([{ series: LEVEL, t, v: sent.get(LEVEL)!.v[0] + by, at: t }])
  await h.settle()
}
const records = async (query: object) =>
  (await h.ask(listAudit, { query } as never, admin)).records as {
    act: string
    item: string
    before: Record<string, unknown>
    after: Record<string, unknown>
  }[]
async function recalculate(from: number, to: number, part = 864) {
  const { run_id } = await h.ask(
    calculation.recalculate,
    { body: { from: local(from), to: local(to), reason: 'late data seen' } },
    admin,
  )
  const { app } = h.server
  const { services, plants, history, readings, calculation: calculates } = app
  const deps = { plants, history, readings, calculation: calculates, reviews: createReviews(services) }
  await createRunWorker(services, deps, { part }).turn()
  return run_id
}

test('a recalculation with permission to approve removes pending changes from the list, with a record', async () => {
  await late(T - 6 * HOUR, 0.02)
  const [row, ...more] = await pending()
  expect(more).toEqual([])
  const run = await recalculate(T - 24 * HOUR, T)
  expect(await pending()).toEqual([])
  expect((await pending(true))[0]).toMatchObject({
    pending_id: row.pending_id,
    from: row.from,
    to: row.to,
    accepted_by: expect.any(String),
    note: 'late data seen',
  })
  const [entry] = await records({ noun: 'pending', item: row.pending_id })
  expect(entry).toMatchObject({ act: 'accept', after: { run, waiting: false } })
})

test('several parts make one row in the end; spans outside of the run stay pending', async () => {
  for (const t of [T - 9 * HOUR, T - 7 * HOUR, T - 5 * HOUR]) await late(t, 0.03)
  const rows = await pending()
  const all = { from: Math.min(...rows.map((r) => r.from)), to: Math.max(...rows.map((r) => r.to)) }
  expect(rows.length).toBe(1)
  // From the middle on, in parts of two hours: the start stays pending.
  await recalculate(T - 7 * HOUR, T, 2)
  const left = await pending()
  expect(left).toMatchObject([{ from: all.from, to: T - 7 * HOUR - 1 }])
  const accepted = (await pending(true)).filter((r) => r.accepted_at !== null)
  expect(accepted[0]).toMatchObject({ from: T - 7 * HOUR, to: all.to })
  await recalculate(T - 24 * HOUR, T, 2)
  expect(await pending()).toEqual([])
})

test('save, recalculate and roll back: the record has the values before as well', async () => {
  const at = T - HOUR
  const body = { at: local(at), levels: { start: 410, end: 410 } }
  const saved = await h.ask(calculation.calculateSave, { body }, admin)
  const back = await h.ask(calculation.rollbackData, { body: { run_id: saved.run_id! } }, admin)
  const [save] = await records({ noun: 'calculation', item: saved.run_id })
  const [roll] = await records({ noun: 'calculation', item: back.run_id })
  const level = (side: Record<string, unknown>) =>
    (side.values as Record<string, number>)['general.lake_level']
  expect(level(save.after)).toBe(410)
  expect(level(save.before)).not.toBe(410)
  expect(roll.before).toMatchObject({ of: saved.run_id, stands: true, values: save.after.values })
  expect(roll.after).toMatchObject({ of: saved.run_id, stands: false, values: save.before.values })
  const run = await recalculate(T - 2 * HOUR, T)
  const list = await records({ noun: 'calculation', item: run })
  expect(list.map((r) => r.act)).toEqual(['recalculate done', 'recalculate'])
  expect(list[1]).toMatchObject({ before: { state: null }, after: { state: 'queued' } })
  expect(list[0].before.figures).toMatchObject({ 'general.lake_level': { mean: expect.any(Number) } })
  expect(list[0].after).toMatchObject({ state: 'done', figures: { 'general.lake_level': {} } })
})
