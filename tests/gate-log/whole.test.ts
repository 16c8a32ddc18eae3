import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptPending, listPending, setReview } from '#contract/edits.ts'
import { addGateLog, correctGateLog, withdrawGateLog } from '#contract/gate-log.ts'
import { equal } from '#core/series/index.ts'
import type { TestServer } from '../server.ts'
import { HOUR, HYDRO, MINUTE, NOW, ORIFICE, plant } from './plant.ts'

let server: TestServer
beforeAll(async () => {
  ;({ server } = await plant())
})
afterAll(() => server.close())

const at = (t: number) => new Date(t + 7 * HOUR).toISOString().slice(0, 16).replace('T', ' ')
const add = (t: number, moves: [string, number][], account = 'operator') =>
  server.call(
    addGateLog,
    {
      body: { at: at(t), moves: moves.map(([object_id, to]) => ({ kind: 'leaf' as const, object_id, to })) },
    },
    { account, language: 'en' },
  )
const outflow = async () => {
  await server.app.calculation.settle(HYDRO)
  const code = 'general.total_discharge_out'
  return (await server.app.history.read(HYDRO, [code], NOW - 30 * HOUR, NOW)).get(code)!
}

test('an order of several gates that is interrupted leaves nothing of any of them', async () => {
  const { db } = server.app.services
  expect(
    (
      await add(NOW - 24 * HOUR, [
        ['a', 0],
        ['b', 0],
      ])
    ).status,
  ).toBe(201)
  const before = await outflow()
  const kept = async () => [
    await db.query('SELECT * FROM gate_log ORDER BY entry_id, version'),
    await db.query(`SELECT * FROM reading WHERE series LIKE 'log.%' ORDER BY series, t`),
    await db.query(`SELECT * FROM series_last WHERE series LIKE 'log.%' ORDER BY series`),
    await db.query(`SELECT * FROM dirty_span WHERE series LIKE 'log.%'`),
    await db.query(`SELECT * FROM audit WHERE noun = 'gate log' ORDER BY audit_id`),
  ]
  const was = await kept()
  // The connection dies with the second of both readings, after the rows of the log were written.
  await db.query(`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF NEW.v = 5.55 THEN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(10); END IF; RETURN NEW; END $$`)
  await db.query('CREATE TRIGGER die BEFORE INSERT ON reading FOR EACH ROW EXECUTE FUNCTION die()')
  expect(
    (
      await add(NOW - 2 * HOUR, [
        ['a', 1],
        ['b', 5.55],
      ])
    ).status,
  ).toBe(503)
  expect(await kept()).toEqual(was)
  expect(equal(await outflow(), before)).toBe(true)
  // A correction and a withdrawal as well.
  const [entry] = was[0] as { entry_id: string; object_id: string }[]
  const body = { entry_id: entry.entry_id, version: 1, at: at(NOW - 23 * HOUR), to: 5.55, why: 'x' }
  expect((await server.call(correctGateLog, { body }, { account: 'operator' })).status).toBe(503)
  await db.query('DROP TRIGGER die ON reading')
  await db.query('CREATE TRIGGER die BEFORE DELETE ON reading FOR EACH ROW EXECUTE FUNCTION die()')
  await db.query(`CREATE OR REPLACE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(10); RETURN OLD; END $$`)
  const taken = { entry_id: entry.entry_id, version: 1, why: 'x' }
  expect((await server.call(withdrawGateLog, { body: taken }, { account: 'operator' })).status).toBe(503)
  await db.query('DROP TRIGGER die ON reading')
  expect(await kept()).toEqual(was)
  expect(
    (
      await add(NOW - 2 * HOUR, [
        ['a', 1],
        ['b', 5.55],
      ])
    ).status,
  ).toBe(201)
  const out = await outflow()
  expect(out.v[out.t.indexOf(NOW)]).toBeCloseTo(6.55 * ORIFICE, 6)
})

test('in approved time it needs permission to approve, and computed values stay pending until accepted', async () => {
  const [from, to] = [NOW - 20 * HOUR, NOW - 10 * HOUR]
  const before = await outflow()
  const approved = await server.call(
    setReview,
    { body: { state: 'approved', from, to } },
    { account: 'admin' },
  )
  expect(approved.status, JSON.stringify(approved.body)).toBe(201)
  const refused = await add(NOW - 15 * HOUR, [['a', 2]])
  expect([refused.status, refused.body.code, refused.body.errors?.[0].path]).toEqual([
    403,
    'approved_time',
    'at',
  ])
  expect(equal(await outflow(), before)).toBe(true)
  expect((await add(NOW - 15 * HOUR, [['a', 2]], 'admin')).status).toBe(201)
  const waiting = await outflow()
  const valueAt = (s: typeof before, t: number) => s.v[s.t.indexOf(t)]
  expect(valueAt(waiting, NOW - 12 * HOUR)).toBe(valueAt(before, NOW - 12 * HOUR))
  // Beyond the approved span it takes effect at once.
  expect(valueAt(waiting, NOW - 9 * HOUR)).toBeCloseTo(2 * ORIFICE, 6)
  const { data } = (await server.call(listPending, { body: {} }, { account: 'admin' })).body
  expect(data!.length).toBeGreaterThan(0)
  const ids = data!.map((p) => p.pending_id)
  const accepted = await server.call(acceptPending, { body: { pending_ids: ids } }, { account: 'admin' })
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200)
  const after = await outflow()
  expect(valueAt(after, NOW - 12 * HOUR)).toBeCloseTo(2 * ORIFICE, 6)
  expect(valueAt(after, NOW - 15 * HOUR - 5 * MINUTE)).toBe(0)
})
