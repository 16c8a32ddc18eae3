import { afterEach, expect, test } from 'vitest'
import { emptyDatabase, freshDatabase } from '#tests/database.ts'
import { openDatabase } from '#server/lib/database.ts'
import { silentLog } from '#server/lib/log.ts'

const drops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const drop of drops.splice(0)) await drop()
})

async function withTable() {
  const { url, drop } = await emptyDatabase()
  const db = openDatabase(url, silentLog, { max: 2 })
  drops.push(() => db.close().then(drop))
  await db.query('CREATE TABLE kept (n bigint PRIMARY KEY)')
  return db
}

test('instants are numbers', async () => {
  const db = await withTable()
  await db.query('INSERT INTO kept VALUES ($1)', [1_790_000_000_123])
  expect(await db.query('SELECT n, count(*) OVER () AS c FROM kept')).toEqual([
    { n: 1_790_000_000_123, c: 1 },
  ])
})

test('tx commits when fn returns and rolls back when it throws', async () => {
  const db = await withTable()
  expect(await db.tx(async (c) => (await c.query('INSERT INTO kept VALUES (1)')).rowCount)).toBe(1)
  const failed = db.tx(async (c) => {
    await c.query('INSERT INTO kept VALUES (2)')
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await db.query('SELECT n FROM kept')).toEqual([{ n: 1 }])
})

test('an error swallowed inside a transaction does not pass for a commit', async () => {
  const db = await withTable()
  const work = db.tx(async (c) => {
    await c.query('INSERT INTO kept VALUES (1)')
    await c.query('INSERT INTO kept VALUES (1)').catch(() => {})
  })
  await expect(work).rejects.toThrow('rolled back')
  expect(await db.query('SELECT n FROM kept')).toEqual([])
})

test('repeatable read sees one snapshot', async () => {
  const db = await withTable()
  const seen = await db.tx(
    async (c) => {
      const before = await c.query('SELECT n FROM kept')
      await db.query('INSERT INTO kept VALUES (1)')
      const after = await c.query('SELECT n FROM kept')
      return [before.rowCount, after.rowCount]
    },
    { isolation: 'repeatable read' },
  )
  expect(seen).toEqual([0, 0])
})

test('retry repeats a transaction after a deadlock, and only on request', async () => {
  const db = await withTable()
  await db.query('INSERT INTO kept VALUES (1), (2)')
  const count = async (retry: boolean) => {
    const [met, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let begun = 0
    let holding = 0
    const both = (first: number, second: number) =>
      db
        .tx(
          async (c) => {
            if (++begun > 2) await ended.promise
            await c.query('SELECT 1 FROM kept WHERE n = $1 FOR UPDATE', [first])
            if (++holding === 2) met.resolve()
            await met.promise
            await c.query('SELECT 1 FROM kept WHERE n = $1 FOR UPDATE', [second])
          },
          { retry },
        )
        .then(ended.resolve)
    const ends = await Promise.allSettled([both(1, 2), both(2, 1)])
    return { begun, failed: ends.filter((e) => e.status === 'rejected').map((e) => e.reason.code) }
  }
  expect(await count(true)).toEqual({ begun: 3, failed: [] })
  expect(await count(false)).toEqual({ begun: 2, failed: ['40P01'] })
})

test('other failures are not repeated', async () => {
  const db = await withTable()
  let begun = 0
  const work = db.tx(
    async (c) => {
      begun++
      await c.query('INSERT INTO kept VALUES (1), (1)')
    },
    { retry: true },
  )
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(begun).toBe(1)
})

test('a connection that the server ends rejects its own transaction and nothing else', async () => {
  const db = await withTable()
  const work = db.tx(async (c) => {
    const { rows } = await c.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    await db.query('SELECT pg_terminate_backend($1)', [rows[0].pid])
    await c.query('SELECT 1')
  })
  await expect(work).rejects.toThrow()
  expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('fresh databases are migrated and separate', async () => {
  const one = await freshDatabase()
  const two = await freshDatabase()
  drops.push(one.drop, two.drop)
  await one.db.query("INSERT INTO plant (hydro_code, created_at) VALUES ('A', 1)")
  expect(await one.db.query('SELECT hydro_code FROM plant')).toEqual([{ hydro_code: 'A' }])
  expect(await two.db.query('SELECT hydro_code FROM plant')).toEqual([])
})

test('more transactions than connections, each of which needs another connection, all end', async () => {
  const { url, drop } = await emptyDatabase()
  const db = openDatabase(url, silentLog)
  drops.push(() => db.close().then(drop))
  const all = await Promise.all(
    Array.from({ length: 25 }, (_, i) =>
      db.tx(async (c) => {
        await c.query('SELECT 1')
        return (await db.query<{ n: number }>('SELECT $1::int AS n', [i]))[0].n
      }),
    ),
  )
  expect(all).toEqual(Array.from({ length: 25 }, (_, i) => i))
})
