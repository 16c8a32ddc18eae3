import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '#core/time/index.ts'
import { toEntries } from '#core/series/index.ts'
import { createHistory, type History } from '#server/features/history/index.ts'
import { importHistory, importPlant, type ImportContext } from '#server/history-import/index.ts'
import { openDatabase, type Database } from '#server/lib/database.ts'
import { silentLog } from '#server/lib/log.ts'
import { testServer, type TestServer } from '../server.ts'
import { folder, levelOf, levels } from './files.ts'
import { contextOf, dakDrinh, mapping } from './real.ts'

const NOW = Date.UTC(2025, 11, 1)
const WRITERS = 8
const SERIES = ['level.reservoir.1', 'level.reservoir.2']
/** Five open days: ingest writes to them without a lock of the day. */
const ROWS = 120
const FROM = NOW - 10 * 24 * HOUR
const files = folder()

let server: TestServer
const writers: { history: History; db: Database; pid: number }[] = []

beforeAll(async () => {
  server = await testServer({ now: NOW })
  const url = server.app.services.db.pool.options.connectionString!
  for (let i = 0; i < WRITERS; i++) {
    const db = openDatabase(url, silentLog, { max: 1 })
    const [{ pid }] = await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    writers.push({ history: historyOn(db), db, pid })
  }
})
afterAll(async () => {
  files.remove()
  for (const { db } of writers) await db.close()
  await server.close()
})

const historyOn = (db: Database, pause?: (after: string) => Promise<void>) =>
  createHistory({ db, clock: server.clock, log: silentLog, zoneOf: () => 'Asia/Ho_Chi_Minh', pause })

/** Whether a writer waits for the import, or for another writer that does: writers wait for each other, too. */
async function isBlocked(pid: number): Promise<boolean> {
  const own = writers.map((w) => w.pid)
  const rows = await server.app.services.db.query<{ pid: number; by: number[] }>(
    'SELECT pid, pg_blocking_pids(pid) AS by FROM unnest($1::int[]) pid',
    [own],
  )
  const by = new Map(rows.map((r) => [r.pid, r.by]))
  const seen = new Set<number>()
  const waits = (one: number): boolean => {
    if (!by.has(one)) return true
    if (seen.has(one)) return false
    seen.add(one)
    return by.get(one)!.some(waits)
  }
  return by.get(pid)!.some(waits)
}

/** The file's values at the instants that are sent, at every third one. */
const sentAt = (i: number) => i % 3 === 0
const local = (i: number) => FROM + i * HOUR
const isSent = (v: number) => v >= 1000

describe('eight writers on the instants of an import', () => {
  let plants = 0
  test.each([
    ['days made', false],
    ['days locked', false],
    ['rows taken', false],
    ['days packed', false],
    ['past kept', false],
    ['days made', true],
  ])(
    'at "%s", overwriting %s: acknowledged readings stay, and are counted correctly',
    async (at, replace) => {
      const plant = `RACE${++plants}`
      await importPlant(contextOf(server), { ...dakDrinh, hydroCode: plant })
      const instants = Array.from({ length: ROWS }, (_, i) => i).filter(sentAt)
      const sending: Promise<unknown>[] = []
      let arrived = 0
      let goOn = () => {}
      const meanwhile = new Promise<void>((done) => (goOn = done))
      const pause = async (after: string) => {
        if (after !== at || ++arrived > SERIES.length) return
        // Both parts of the import stop at the same point.
        if (arrived < SERIES.length) return meanwhile
        const done = new Set<number>()
        for (const [k, { history }] of writers.entries()) {
          const series = instants.flatMap(() => SERIES)
          const t = instants.flatMap((i) => SERIES.map(() => local(i)))
          const batch = { hydroCode: plant, series, t, v: t.map(() => 1000 + k), q: t.map(() => 0) }
          sending.push(history.write(batch, { source: 'ingest' }).then(() => done.add(k)))
        }
        for (const [k, { pid }] of writers.entries())
          while (!done.has(k) && !(await isBlocked(pid))) await new Promise((next) => setImmediate(next))
        goOn()
      }
      const ctx: ImportContext = { ...contextOf(server), history: historyOn(server.app.services.db, pause) }
      const file = files.write(
        `race${plants}.csv`,
        levels({ from: FROM + 7 * HOUR, step: HOUR, rows: ROWS, columns: 2 }),
      )
      const columns = SERIES.map((series, k) => ({
        column: `z${k}`,
        series,
        unit: 'm' as const,
        kind: 'instant' as const,
        step: 3600,
      }))
      const report = await importHistory(ctx, {
        file,
        replace,
        mapping: mapping({ plant, time: 'time', columns }),
      })
      expect(sending).toHaveLength(WRITERS)
      await Promise.all(sending)

      const read = await server.app.history.read(plant, SERIES, FROM, NOW, { raw: true })
      for (const [k, series] of SERIES.entries()) {
        const found = toEntries(read.get(series)!)
        expect(found.map(([t]) => t)).toEqual(Array.from({ length: ROWS }, (_, i) => local(i)))
        const counts = report.columns[k]
        expect(counts.fresh + counts.differing + counts.unchanged).toBe(ROWS)
        // Readings from before the days were locked are known; an overwriting import comes after them.
        const over = replace && at === 'days made'
        for (const [i, [, v]] of found.entries())
          if (sentAt(i) && !over) expect(isSent(v!), `${series} ${i} is ${v}`).toBe(true)
          else expect(v).toBe(Number(levelOf(i, k)))
        if (at === 'days made')
          expect([counts.fresh, counts.differing]).toEqual([ROWS - instants.length, instants.length])
        const last = (await server.app.history.last(plant, [series])).get(series)!
        expect([last.t, last.v]).toEqual(found.at(-1)!.slice(0, 2))
      }
    },
  )
})
