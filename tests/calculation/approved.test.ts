import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calculation from '#contract/calculation.ts'
import { previewDifference } from '#contract/preview.ts'
import { listPending, setReview } from '#contract/edits.ts'
import { HOUR, T, expectSame, fixture, local, seed, type Fixture } from './fixture.ts'

const APPROVED = { from: T - 6 * HOUR, to: T - 3 * HOUR }
const admin = { account: 'admin' }
let h: Fixture
beforeAll(async () => {
  h = await fixture(24 * HOUR, { hourly: true })
  // May save and recalculate, and may not approve.
  const { db } = h.server.app.services
  await db.query(
    `INSERT INTO role (role_id, role_name, level, permissions, created_at)
     VALUES ('ro_shift', 'shift', 9, '{dashboard.view,dashboard.calculation,dashboard.save-revert}', 0)`,
  )
  await db.query("UPDATE account_role SET role_id = 'ro_shift' WHERE account_id = 'ac_operator'")
  await h.ask(setReview, { body: { state: 'approved', ...APPROVED } }, admin)
})
afterAll(() => h.server.close())
const shift = { account: 'operator' }

test('saving and rolling back in approved time needs the permission to approve', async () => {
  const body = { at: local(T - 4 * HOUR), levels: { start: 410, end: 410 } }
  expect(await h.refused(calculation.calculateSave, { body }, shift)).toMatchObject({
    status: 403,
    code: 'approved_time',
  })
  const before = await h.stored(T - 4 * HOUR, T - 4 * HOUR)
  const saved = await h.ask(calculation.calculateSave, { body }, admin)
  expect(saved.entries).toBeGreaterThan(0)
  const run = { body: { run_id: saved.run_id! } }
  expect(await h.refused(calculation.rollbackData, run, shift)).toMatchObject({ code: 'approved_time' })
  await h.ask(calculation.rollbackData, run, admin)
  expectSame(await h.stored(T - 4 * HOUR, T - 4 * HOUR), before)
})

test('a recalculation skips it and lists it as pending; with permission to approve it is computed', async () => {
  const level = seed.positions.find((p) => p.body.series === 'level.reservoir.1')!
  const body = { ...level.body, every: 3600, offset: level.body.offset + 0.1 }
  const changes = [{ noun: 'position' as const, id: level.id, body }]
  const span = { from: local(T - 8 * HOUR), to: local(T) }
  const preview = await h.ask(previewDifference, { body: { ...span, changes } }, admin)
  // Nine instants, of which four are approved.
  expect(preview.figures[0]).toMatchObject({ instants: 9, changed: 5 })
  expect(preview.approved).toBe(true)
  // Nothing differs within it, though the change has an effect.
  const within = { from: local(APPROVED.from), to: local(APPROVED.to) }
  const held = await h.ask(previewDifference, { body: { ...within, changes } }, admin)
  expect(held).toMatchObject({ changed: 0, approved: true })

  const { run_id } = await h.ask(calculation.recalculate, { body: span }, shift)
  await h.server.app.runs.turn()
  expect(await h.ask(calculation.getRun, { params: { id: run_id } })).toMatchObject({
    state: 'done',
    done: 5,
    pending: 4,
    entries: 0,
  })
  const waiting = await h.ask(listPending, { body: {} }, admin)
  expect(waiting).toMatchObject([{ ...APPROVED, why: ['recalculate'] }])
  const own = await h.ask(calculation.recalculate, { body: span }, admin)
  await h.server.app.runs.turn()
  expect(await h.ask(calculation.getRun, { params: { id: own.run_id } })).toMatchObject({
    done: 9,
    pending: 0,
  })
})
