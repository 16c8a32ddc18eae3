import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { claimJob, holdJob, releaseJob, renewJob } from '#server/history-import/store.ts'
import { releaseDead } from '#server/lib/across.ts'
import { freshDatabase, type FreshDatabase } from '../database.ts'

const PLANT = 'LEASED'
/** Longer than the tests take, and than their database has run. */
const LEASE = 86_400_000

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  await fresh.db.query('INSERT INTO plant (hydro_code, created_at) VALUES ($1, 1)', [PLANT])
})
beforeEach(() => fresh.db.query('TRUNCATE import_job CASCADE'))
afterAll(() => fresh.drop())

let runs = 0
const claim = (worker: string) =>
  claimJob(
    fresh.db,
    {
      hydro_code: PLANT,
      run_id: `run ${++runs}`,
      key: 'one file and mapping',
      file_name: 'levels.csv',
      file_sha256: '0',
      mapping: {},
      created: [],
      actor: 'admin',
      started_at: runs,
    },
    { worker, lease: LEASE },
  )

async function claimed(worker: string): Promise<string> {
  const found = await claim(worker)
  if (!('job' in found)) throw new Error(`held until ${found.heldUntil}`)
  return found.job.run_id
}

const lapse = () => fresh.db.query('UPDATE import_job SET lease_until = 1')

/** Resolves when a claim waits for the transaction of a part. */
const isWaiting = () =>
  expect
    .poll(
      () =>
        fresh.db.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
              AND query LIKE '%import_job%'`,
        ),
      { interval: 10 },
    )
    .toHaveLength(1)

test('a lease is renewed while a part is written', async () => {
  const run = await claimed('A')
  await fresh.db.tx(async (c) => {
    await holdJob(c, PLANT, run, 'A')
    await lapse()
    await renewJob(fresh.db, PLANT, run, { worker: 'A', lease: LEASE })
  })
  expect(await claim('B')).toEqual({ heldUntil: expect.any(Number) })
})

test('a job whose lease is renewed while another process waits to take it over stays with its own', async () => {
  const run = await claimed('A')
  await lapse()
  let successor: Promise<unknown>
  await fresh.db.tx(async (c) => {
    await holdJob(c, PLANT, run, 'A')
    successor = claim('B')
    await isWaiting()
    await renewJob(fresh.db, PLANT, run, { worker: 'A', lease: LEASE })
  })
  expect(await successor!).toEqual({ heldUntil: expect.any(Number) })
  await fresh.db.tx((c) => holdJob(c, PLANT, run, 'A'))
})

test('a job that is not renewed is taken over after the part in progress, and its process writes no more', async () => {
  const run = await claimed('A')
  await lapse()
  let successor: Promise<string>
  await fresh.db.tx(async (c) => {
    await holdJob(c, PLANT, run, 'A')
    successor = claimed('B')
    await isWaiting()
  })
  expect(await successor!).toBe(run)
  await expect(fresh.db.tx((c) => holdJob(c, PLANT, run, 'A'))).rejects.toThrow('taken over')
  await releaseJob(fresh.db, PLANT, run, 'A')
  await fresh.db.tx((c) => holdJob(c, PLANT, run, 'B'))
})

test('a job that ended while another process waited for it is not begun again; a new one is', async () => {
  const run = await claimed('A')
  await lapse()
  let successor: Promise<string>
  await fresh.db.tx(async (c) => {
    await holdJob(c, PLANT, run, 'A')
    successor = claimed('B')
    await isWaiting()
    await c.query('UPDATE import_job SET finished_at = 5 WHERE run_id = $1', [run])
  })
  expect(await successor!).not.toBe(run)
})

test('a claim from before the embedded server started is released at once, and a later one is not', async () => {
  const run = await claimed('killed')
  const claimedAgo = (ms: string) =>
    fresh.db.query(
      `UPDATE import_job SET lease_until = (extract(epoch FROM pg_postmaster_start_time()) * 1000)::bigint + $1 + ${ms}`,
      [LEASE],
    )
  await claimedAgo('1')
  await releaseDead(fresh.db, LEASE)
  expect(await claim('heir')).toEqual({ heldUntil: expect.any(Number) })
  await claimedAgo('-1')
  await releaseDead(fresh.db, LEASE)
  expect(await claimed('heir')).toBe(run)
})
