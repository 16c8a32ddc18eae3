import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { History } from '#server/features/history/index.ts'
import type { Database } from '#server/lib/database.ts'
import {
  addSeries,
  batch,
  bench,
  DAY,
  HOUR,
  INGEST,
  NOW,
  PLANT,
  rowsOf,
  type Bench,
  type Row,
} from './harness.ts'

let b: Bench
const open: Database[] = []
beforeAll(async () => {
  b = await bench()
})
afterAll(async () => {
  for (const db of open) await db.close()
  await b.close()
})

/** A history that stops the first time that it reaches a named step, until it is released. */
function stopping(after: string): {
  history: History
  reached: Promise<void>
  go: () => void
  pid: Promise<number>
} {
  let reach: () => void
  let go: () => void
  const reached = new Promise<void>((done) => (reach = done))
  const gone = new Promise<void>((done) => (go = done))
  let stopped = false
  const { history, db } = b.another((name) => {
    if (name !== after || stopped) return
    stopped = true
    reach()
    return gone
  })
  open.push(db)
  const pid = db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid').then(([r]) => r.pid)
  return { history, reached, go: () => go(), pid }
}

async function waits(pid: number): Promise<void> {
  for (;;) {
    const [row] = await b.db.query<{ blocked: boolean }>(
      'SELECT cardinality(pg_blocking_pids($1)) > 0 AS blocked',
      [pid],
    )
    if (row.blocked) return
  }
}

const CLOSED = NOW - 5 * DAY
const read = async (code: string): Promise<Row[]> =>
  rowsOf(code, (await b.history.read(PLANT, [code], -Infinity, Infinity)).get(code)!)

describe('two connections', () => {
  it.each(['days made', 'days locked', 'rows taken', 'days packed'])(
    'a reader sees every reading while the packer is paused after "%s"',
    async (point) => {
      const code = `read ${point}`
      const rows: Row[] = [
        [code, CLOSED, 1, 0],
        [code, CLOSED + HOUR, 2, 0],
      ]
      await b.history.write(batch(rows), INGEST)
      const packer = stopping(point)
      const packing = packer.history.pack()
      await packer.reached
      expect(await read(code)).toEqual(rows)
      packer.go()
      await packing
      expect(await read(code)).toEqual(rows)
    },
  )

  it.each(['days made', 'days locked', 'rows taken', 'days packed'])(
    'a late write while the packer is paused after "%s" is not lost',
    async (point) => {
      const code = `late ${point}`
      await b.history.write(batch([[code, CLOSED, 1]]), INGEST)
      const packer = stopping(point)
      const packing = packer.history.pack()
      await packer.reached
      const writer = stopping('never')
      const writing = writer.history.write(
        batch([
          [code, CLOSED, 5],
          [code, CLOSED + HOUR, 6],
        ]),
        INGEST,
      )
      // The row of the day existed before, so nothing is locked yet when it was to be created.
      if (point === 'days made') await writing
      else await waits(await writer.pid)
      packer.go()
      await packing
      expect(await writing).toMatchObject({ changed: 2, unchanged: 0 })
      expect(await read(code)).toEqual([
        [code, CLOSED, 5, 0],
        [code, CLOSED + HOUR, 6, 0],
      ])
      await b.history.pack()
      expect(await read(code)).toEqual([
        [code, CLOSED, 5, 0],
        [code, CLOSED + HOUR, 6, 0],
      ])
    },
  )

  it('a packer that finds an uncommitted late write leaves it a row', async () => {
    await b.history.write(batch([['both', CLOSED, 1]]), INGEST)
    const writer = stopping('rows written')
    const writing = writer.history.write(batch([['both', CLOSED, 2]]), INGEST)
    await writer.reached
    const packer = stopping('never')
    const packing = packer.history.pack()
    await waits(await packer.pid)
    writer.go()
    await writing
    await packing
    expect(await read('both')).toEqual([['both', CLOSED, 2, 0]])
  })

  it('two writers of a day that does not exist yet are serialized', async () => {
    const data = (t: number, v: number) => ({
      t: Float64Array.of(t),
      v: Float64Array.of(v),
      q: Uint8Array.of(0),
    })
    const one = stopping('days made')
    const first = one.history.writeDays(PLANT, new Map([['new', data(CLOSED, 1)]]), { source: 'import' })
    await one.reached
    const two = stopping('never')
    const second = two.history.writeDays(PLANT, new Map([['new', data(CLOSED + HOUR, 2)]]), {
      source: 'import',
    })
    await waits(await two.pid)
    one.go()
    await Promise.all([first, second])
    expect(await read('new')).toEqual([
      ['new', CLOSED, 1, 0],
      ['new', CLOSED + HOUR, 2, 0],
    ])
  })

  it.each(['marks taken', 'months locked', 'series read', 'bins written'])(
    'two that settle days of one month both count, the first paused after "%s"',
    async (point) => {
      const code = `bins ${point}`
      await addSeries(b.db, code)
      await b.history.write(batch([[code, NOW - 30 * HOUR, 0]]), INGEST)
      await b.history.settleBins()
      await b.history.write(batch([[code, NOW - 30 * HOUR, 1]]), INGEST)
      const one = stopping(point)
      const first = one.history.settleBins()
      await one.reached
      await b.history.write(batch([[code, NOW - 2 * HOUR, 2]]), INGEST)
      const two = stopping('never')
      const second = two.history.settleBins()
      if (point !== 'marks taken') await waits(await two.pid)
      else await second
      one.go()
      await Promise.all([first, second])
      const bins = (await b.history.bins(PLANT, [code], NOW - 2 * DAY, NOW)).get(code)!
      expect(Array.from(bins.last)).toEqual([1, 2])
    },
  )

  it('a write while its mark is being taken marks again', async () => {
    await addSeries(b.db, 'again')
    await b.history.write(batch([['again', NOW - HOUR, 1]]), INGEST)
    const settler = stopping('series read')
    const settling = settler.history.settleBins()
    await settler.reached
    const writer = stopping('never')
    const writing = writer.history.write(batch([['again', NOW - HOUR + 1, 3]]), INGEST)
    await waits(await writer.pid)
    settler.go()
    await settling
    await writing
    const bins = (await b.history.bins(PLANT, ['again'], NOW - DAY, NOW)).get('again')!
    expect(Array.from(bins.max)).toEqual([3])
  })

  it('a last value that moves on while another is searched stays the newer one', async () => {
    await b.history.write(
      batch([
        ['last', NOW - 3 * HOUR, 1],
        ['last', NOW - 2 * HOUR, 2],
      ]),
      INGEST,
    )
    const eraser = stopping('last locked')
    const erasing = eraser.history.erase(PLANT, 'last', NOW - 2 * HOUR, NOW - 2 * HOUR, { source: 'import' })
    await eraser.reached
    const writer = stopping('never')
    const writing = writer.history.write(batch([['last', NOW - HOUR, 3]]), INGEST)
    await waits(await writer.pid)
    eraser.go()
    await erasing
    await writing
    expect((await b.history.last(PLANT, ['last'])).get('last')).toEqual({ t: NOW - HOUR, v: 3, q: 0 })
  })

  it('writers of the same readings in other orders never deadlock', async () => {
    const codes = ['x', 'y', 'z']
    const writers = Array.from({ length: 6 }, () => b.another())
    open.push(...writers.map((w) => w.db))
    await Promise.all(
      writers.map(async ({ history }, k) => {
        for (let n = 0; n < 25; n++) {
          const rows: Row[] = []
          for (let i = 0; i < 12; i++) {
            const m = (i * (2 * k + 1) + n) % 12
            rows.push([codes[m % 3], (m % 2 === 0 ? CLOSED : NOW - DAY) + m * 60_000, k * 1000 + n])
          }
          await history.write(batch(k % 2 === 0 ? rows : rows.reverse()), INGEST)
        }
      }),
    )
    const [{ deadlocks }] = await b.db.query<{ deadlocks: number }>(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    )
    expect(deadlocks).toBe(0)
  })
})
