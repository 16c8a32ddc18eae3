import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toEntries } from '#core/series/index.ts'
import type { History } from '#server/features/history/index.ts'
import { addSeries, batch, bench, DAY, HOUR, INGEST, NOW, PLANT, type Bench } from './harness.ts'

let b: Bench
beforeAll(async () => {
  b = await bench()
})
afterAll(() => b.close())

const SECONDS = 10_000
/** Of each day: a reading that exists, one that does not, and one that exists and is never touched. */
const instants = (start: number) => ({
  there: start + HOUR,
  absent: start + 2 * HOUR,
  other: start + 3 * HOUR,
})
const days = {
  open: NOW - DAY - 5 * HOUR,
  'open and packed': NOW - DAY - 5 * HOUR,
  closed: NOW - 6 * DAY - 5 * HOUR,
  'closed and packed': NOW - 6 * DAY - 5 * HOUR,
}

type At = ReturnType<typeof instants>
const rows = (code: string, at: At, v: number) =>
  batch([at.there, at.absent].map((t) => [code, t, v] as const))
const dataOf = (at: At, v: number) => ({
  t: Float64Array.of(at.there, at.absent),
  v: Float64Array.of(v, v),
  q: new Uint8Array(2),
})

/**
 * Every operation of history that writes, from the state made by `before`. 1 is stored first, the operation writes 3.
 */
const doors: Record<
  string,
  { before?(code: string, at: At): Promise<unknown>; go(h: History, code: string, at: At): Promise<unknown> }
> = {
  write: { go: (h, code, at) => h.write(rows(code, at, 3), INGEST) },
  'write that rejects': {
    go: (h, code, at) =>
      h.write({ ...rows(code, at, 3), q: [5, 5] }, { source: 'ingest', actor: 'a', reason: 'r' }),
  },
  'write of a run': { go: (h, code, at) => h.write(rows(code, at, 3), { source: 'computed', run: 'r' }) },
  writeDays: {
    go: (h, code, at) => h.writeDays(PLANT, new Map([[code, dataOf(at, 3)]]), { source: 'import', run: 'i' }),
  },
  'writeDays that keeps what is stored': {
    go: (h, code, at) =>
      h.writeDays(PLANT, new Map([[code, dataOf(at, 3)]]), {
        source: 'import',
        run: 'i',
        choose: (_, stored, given) => {
          const fresh = [...given.t.keys()].filter((i) => !stored.t.includes(given.t[i]))
          return {
            t: Float64Array.from(fresh, (i) => given.t[i]),
            v: Float64Array.from(fresh, (i) => given.v[i]),
            q: new Uint8Array(fresh.length),
          }
        },
      }),
  },
  erase: { go: (h, code, at) => h.erase(PLANT, code, at.there, at.absent, { source: 'ingest' }) },
  'restore of a run': {
    before: (code, at) => b.history.write(rows(code, at, 2), { source: 'computed', run: code }),
    go: (h, code) => h.restore(PLANT, code, { source: 'computed' }),
  },
  'restore of an import': {
    before: (code, at) =>
      b.history.writeDays(PLANT, new Map([[code, dataOf(at, 2)]]), { source: 'import', run: code }),
    go: (h, code) => h.restore(PLANT, code, { source: 'import' }),
  },
  pack: {
    before: (code, at) => b.history.write(batch([[code, at.there, 2]]), INGEST),
    go: (h) => h.pack({ olderThan: NOW }),
  },
  settleBins: { go: (h) => h.settleBins() },
}

let made = 0

/**
 * Sends readings at the nth pause of an operation, and lets both finish. Either the readings are present at the end,
 * or the operation came after them and they were known when they were acknowledged. Returns whether there was an nth
 * pause.
 */
async function meet(door: (typeof doors)[string], start: number, packed: boolean, nth: number) {
  const code = `d${++made}`
  const at = instants(start)
  b.clock.set(NOW)
  await addSeries(b.db, code)
  await b.history.write(batch([at.there, at.other].map((t) => [code, t, 1] as const)), INGEST)
  if (packed) await b.history.pack({ olderThan: NOW })
  b.clock.set(NOW + SECONDS)
  await door.before?.(code, at)
  b.clock.set(NOW + 2 * SECONDS)
  const sender = b.another()
  const [{ pid }] = await sender.db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  let pauses = 0
  let sent: Promise<unknown> | undefined
  let acknowledged = 0
  const visitor = b.another(async () => {
    if (++pauses !== nth) return
    b.clock.set(NOW + 3 * SECONDS)
    let done = false
    sent = sender.history.write(rows(code, at, 9), INGEST).finally(() => (done = true))
    while (!done && !(await isBlocked(pid))) await new Promise((next) => setImmediate(next))
    if (done) acknowledged = NOW + 3 * SECONDS
    b.clock.set(NOW + 4 * SECONDS)
  })
  try {
    await door.go(visitor.history, code, at)
    await sent
  } finally {
    await visitor.db.close()
    await sender.db.close()
  }
  if (!sent) return false
  const read = async (knownAt?: number) => {
    const found = knownAt
      ? await b.history.readKnown(PLANT, [code], start, start + DAY, knownAt)
      : await b.history.read(PLANT, [code], start, start + DAY, { raw: true })
    return new Map(toEntries(found.get(code)!).map(([t, v, q]) => [t, { t, v, q }]))
  }
  const now = await read()
  const then = acknowledged ? await read(acknowledged) : null
  for (const t of [at.there, at.absent])
    if (now.get(t)?.v !== 9) expect(then?.get(t)?.v, `pause ${nth}: ${now.get(t)?.v} lies over it`).toBe(9)
  expect(now.get(at.other)?.v).toBe(1)
  const newest = [...now.values()].filter((e) => (e.q & 7) !== 5).at(-1)
  expect((await b.history.last(PLANT, [code])).get(code)).toEqual(newest)
  return true
}

async function isBlocked(pid: number): Promise<boolean> {
  const [row] = await b.db.query<{ blocked: boolean }>(
    'SELECT cardinality(pg_blocking_pids($1)) > 0 AS blocked',
    [pid],
  )
  return row.blocked
}

describe.each(Object.entries(days))('on a day that is %s', (name, start) => {
  test.each(Object.entries(doors))(
    '%s keeps what is acknowledged meanwhile, by any way of writing',
    async (_, door) => {
      let nth = 1
      while (await meet(door, start, name.endsWith('packed'), nth)) nth++
      expect(nth).toBeGreaterThan(1)
    },
  )
})

test('no transaction was aborted because of another', async () => {
  const [{ deadlocks }] = await b.db.query<{ deadlocks: number }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  )
  expect(deadlocks).toBe(0)
})
