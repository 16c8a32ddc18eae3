import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hourEdges, meanOf } from '#core/series/index.ts'
import type { Change } from '#server/features/history/index.ts'
import {
  addSeries,
  batch,
  bench,
  DAY,
  HOUR,
  INGEST,
  MINUTE,
  NOW,
  PLANT,
  rowsOf,
  type Bench,
  type Row,
} from './harness.ts'

let b: Bench
let n = 0
let code = ''
beforeAll(async () => {
  b = await bench()
})
afterAll(() => b.close())
beforeEach(() => {
  code = `s${++n}`
  b.clock.set(NOW)
})

const CLOSED = NOW - 5 * DAY
const write = (rows: Row[], options = {}) => b.history.write(batch(rows), { ...INGEST, ...options })
const read = async (from = -Infinity, to = Infinity, carry = false): Promise<Row[]> =>
  rowsOf(code, (await b.history.read(PLANT, [code], from, to, { carry })).get(code)!)
const last = async () => (await b.history.last(PLANT, [code])).get(code)

describe('writing', () => {
  it('counts a repeat as unchanged, as rows and as packed days, and then marks nothing', async () => {
    const rows: Row[] = [
      [code, CLOSED, 1.25, 1],
      [code, CLOSED + HOUR, null],
      [code, NOW - HOUR, -0.5],
      [code, NOW - MINUTE, 0],
    ]
    expect(await write(rows)).toMatchObject({ changed: 4, unchanged: 0 })
    const marks = () =>
      b.db.query(
        'SELECT kind, day, n FROM dirty_span WHERE hydro_code = $1 AND series = $2 ORDER BY kind, day',
        [PLANT, code],
      )
    const before = await marks()
    expect(before).toHaveLength(4)
    expect(await write(rows)).toMatchObject({ changed: 0, unchanged: 4, changes: [] })
    await b.history.pack()
    expect(await write(rows)).toMatchObject({ changed: 0, unchanged: 4, changes: [] })
    // Even of days that are packed though not closed.
    await b.history.pack({ olderThan: NOW + DAY })
    expect(await write(rows)).toMatchObject({ changed: 0, unchanged: 4, changes: [] })
    expect(await marks()).toEqual(before)
    expect(await b.db.query('SELECT 1 FROM reading WHERE series = $1', [code])).toEqual([])
  })

  it('keeps the later of two readings of one instant', async () => {
    expect(
      await write([
        [code, NOW - HOUR, 1],
        [code, NOW - HOUR, 2],
      ]),
    ).toMatchObject({ changed: 1, unchanged: 0 })
    expect(await read()).toEqual([[code, NOW - HOUR, 2, 0]])
  })

  it('stores no NaN and no infinity: a null is MISSING, and MISSING has no value', async () => {
    await write([
      [code, NOW - 2 * HOUR, null, 0],
      [code, NOW - HOUR, 5, 8 | 7],
    ])
    expect(await read()).toEqual([
      [code, NOW - 2 * HOUR, null, 7],
      [code, NOW - HOUR, null, 15],
    ])
    expect(await b.db.query("SELECT 1 FROM reading WHERE series = $1 AND v = 'NaN'", [code])).toEqual([])
    expect(() => write([[code, NOW, Infinity]])).toThrow(RangeError)
    expect(() => write([[code, NOW + 0.5, 1]])).toThrow(RangeError)
  })

  it('accepts readings before 1970', async () => {
    const rows: Row[] = [
      [code, Date.UTC(1900, 0, 1), 1, 0],
      [code, Date.UTC(1969, 11, 31, 23, 59), 2, 0],
      [code, -1, 3, 0],
      [code, 0, 4, 0],
    ]
    await write(rows)
    expect(await read()).toEqual(rows)
    await b.history.pack()
    expect(await read()).toEqual(rows)
    const days = await b.db.query('SELECT day, n FROM reading_day WHERE series = $1 ORDER BY day', [code])
    expect(days).toEqual([
      { day: -25567, n: 1 },
      { day: -1, n: 2 },
      { day: 0, n: 1 },
    ])
  })

  it('notifies listeners of changes after the commit', async () => {
    const changes: Change[] = []
    const stop = b.history.onChange((c) => changes.push(...c))
    await write([
      [code, NOW - HOUR, 1],
      [code, NOW - MINUTE, 2],
    ])
    await write([[code, NOW - 2 * HOUR, 3]])
    await expect(
      b.db.tx(async (client) => {
        await write([[code, NOW, 9]], { client })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    stop()
    await write([[code, NOW, 4]])
    expect(changes).toEqual([
      {
        hydroCode: PLANT,
        series: code,
        from: NOW - HOUR,
        to: NOW - MINUTE,
        last: { t: NOW - MINUTE, v: 2, q: 0 },
      },
      { hydroCode: PLANT, series: code, from: NOW - 2 * HOUR, to: NOW - 2 * HOUR },
    ])
  })

  it('keeps plants apart', async () => {
    await write([[code, NOW - HOUR, 1]])
    await b.history.write({ ...batch([[code, NOW - HOUR, 2]]), hydroCode: 'H2' }, INGEST)
    expect(await read()).toEqual([[code, NOW - HOUR, 1, 0]])
    expect((await b.history.last('H2', [code])).get(code)?.v).toBe(2)
  })

  it('marks computed series for bins only', async () => {
    await write([[code, NOW - HOUR, 1]], { source: 'computed' })
    expect(await b.db.query('SELECT kind FROM dirty_span WHERE series = $1', [code])).toEqual([
      { kind: 'bin' },
    ])
  })
})

describe('steps of days and months', () => {
  it('misses nothing of a gauge that is read twice a day, as reports', async () => {
    await addSeries(b.db, 'twice', 'instant', 12 * 3600)
    // Local days, and one of them without its second reading.
    const midnight = Date.UTC(2026, 8, 30, 17)
    const rows: Row[] = Array.from({ length: 10 }, (_, i): Row => [
      'twice',
      midnight + i * 12 * HOUR + 7 * HOUR,
      10 + i,
    ]).filter((_, i) => i !== 5)
    await b.history.write(batch(rows), INGEST)
    const { step, series } = await b.history.steps(PLANT, ['twice'], midnight, midnight + 5 * DAY, 10)
    expect(step).toBe('day')
    const days = series.get('twice')!
    expect(Array.from(days.missing)).toEqual([0, 0, 0.5, 0, 0])
    expect(Array.from(days.q, (q) => q & 7)).toEqual([0, 0, 2, 0, 0])
  })
})

describe('carry', () => {
  it('adds the last entry at or before the start, from rows, packed days or both', async () => {
    const rows: Row[] = [
      [code, CLOSED - 300 * DAY, 1, 0],
      [code, CLOSED, 2, 0],
      [code, CLOSED + HOUR, 3, 0],
      [code, NOW - HOUR, 4, 0],
    ]
    await write(rows)
    for (const packed of [false, true]) {
      if (packed) await b.history.pack()
      expect(await read(CLOSED - HOUR, CLOSED - HOUR, true)).toEqual([rows[0]])
      expect(await read(CLOSED, CLOSED, true)).toEqual([rows[1]])
      expect(await read(CLOSED + 1, CLOSED + HOUR, true)).toEqual([rows[1], rows[2]])
      expect(await read(NOW - MINUTE, NOW, true)).toEqual([rows[3]])
      expect(await read(NOW - MINUTE, NOW)).toEqual([])
      expect(await b.history.at(PLANT, code, CLOSED - HOUR)).toEqual({ t: CLOSED - 300 * DAY, v: 1, q: 0 })
      expect(await b.history.at(PLANT, code, CLOSED - 301 * DAY)).toBeNull()
    }
  })

  it('finds one among many rejected, and reads only as far as needed', async () => {
    await write([[code, CLOSED - 20 * DAY, 1, 0]])
    await write(Array.from({ length: 300 }, (_, i): Row => [code, CLOSED - 10 * DAY + i * HOUR, 9, 5]))
    await b.history.pack()
    await write(Array.from({ length: 100 }, (_, i): Row => [code, NOW - DAY + i * MINUTE, 9, 5]))
    expect(await last()).toEqual({ t: CLOSED - 20 * DAY, v: 1, q: 0 })
  })
})

describe('last value', () => {
  it('moves forward only, and never past now', async () => {
    await write([[code, NOW - HOUR, 1]])
    await write([[code, NOW - 2 * HOUR, 2]])
    expect(await last()).toEqual({ t: NOW - HOUR, v: 1, q: 0 })
    await write([
      [code, NOW - MINUTE, 3],
      [code, NOW + 5 * MINUTE, 4],
    ])
    expect(await last()).toEqual({ t: NOW - MINUTE, v: 3, q: 0 })
    b.clock.set(NOW + 5 * MINUTE)
    expect(await last()).toEqual({ t: NOW + 5 * MINUTE, v: 4, q: 0 })
  })

  it('is none while all entries are in the future', async () => {
    await write([[code, NOW + MINUTE, 1]])
    expect(await last()).toBeUndefined()
    b.clock.set(NOW + MINUTE)
    expect(await last()).toEqual({ t: NOW + MINUTE, v: 1, q: 0 })
  })

  it('goes back when it is rejected or erased, into packed days too', async () => {
    await write([
      [code, CLOSED, 1],
      [code, NOW - 2 * HOUR, 2],
      [code, NOW - HOUR, 3],
    ])
    await b.history.pack()
    await write([[code, NOW - HOUR, 3, 5]])
    expect(await last()).toMatchObject({ t: NOW - 2 * HOUR, v: 2 })
    await b.history.erase(PLANT, code, NOW - DAY, NOW, { source: 'import' })
    expect(await last()).toMatchObject({ t: CLOSED, v: 1 })
    await b.history.erase(PLANT, code, CLOSED, CLOSED, { source: 'import' })
    expect(await last()).toBeUndefined()
    await write([[code, NOW - 3 * HOUR, 4]])
    expect(await last()).toMatchObject({ t: NOW - 3 * HOUR, v: 4 })
  })

  it('is null when a source sends null', async () => {
    await write([
      [code, NOW - HOUR, 1],
      [code, NOW, null],
    ])
    expect(await last()).toEqual({ t: NOW, v: NaN, q: 7 })
  })
})

describe('the past', () => {
  const copies = () =>
    b.db.query<{ n: number }>(
      'SELECT day, n, run, actor, reason FROM history_past WHERE series = $1 ORDER BY day, replaced_at',
      [code],
    )

  it('copies a closed day once per write that changes it', async () => {
    await write([
      [code, CLOSED, 1],
      [code, NOW - HOUR, 1],
    ])
    await write([[code, CLOSED, 1]])
    const because = { run: 'r1', actor: 'ac_1', reason: 'rating' }
    await write(
      [
        [code, CLOSED, 2],
        [code, CLOSED + HOUR, 3],
      ],
      because,
    )
    const day = Math.floor(CLOSED / DAY)
    expect(await copies()).toEqual([
      { day, n: 0, run: null, actor: null, reason: null },
      { day, n: 1, ...because },
    ])
  })

  it('reads as of an instant', async () => {
    const known = async (t: number) =>
      rowsOf(code, (await b.history.readKnown(PLANT, [code], CLOSED - DAY, CLOSED + DAY, t)).get(code)!).map(
        (r) => r[2],
      )
    await write([
      [code, CLOSED - DAY, 7],
      [code, CLOSED, 1],
    ])
    b.clock.advance(1000)
    await write([[code, CLOSED, 2]])
    await write([[code, CLOSED, 3]])
    b.clock.advance(1000)
    await b.history.pack()
    await write([[code, CLOSED + DAY, 4]])
    expect(await known(NOW - 1)).toEqual([])
    expect(await known(NOW)).toEqual([7, 1])
    expect(await known(NOW + 1500)).toEqual([7, 3])
    expect(await known(NOW + 2000)).toEqual([7, 3, 4])
  })

  it('restores what a run replaced, except later changes', async () => {
    const before: Row[] = [
      [code, CLOSED, 1, 0],
      [code, CLOSED + HOUR, 2, 0],
      [code, NOW - HOUR, 3, 0],
    ]
    await write(before)
    await b.history.pack()
    await write(
      [
        [code, CLOSED, 10],
        [code, CLOSED + HOUR, 20],
        [code, CLOSED + 2 * HOUR, 30],
        [code, NOW - HOUR, 40],
      ],
      { run: 'r2' },
    )
    await write([[code, CLOSED + HOUR, 21]])
    const result = await b.history.restore(PLANT, 'r2', { source: 'computed', actor: 'ac_1' })
    expect(result.changed).toBe(3)
    expect(await read()).toEqual([
      [code, CLOSED, 1, 0],
      [code, CLOSED + HOUR, 21, 0],
      [code, NOW - HOUR, 3, 0],
    ])
    expect(await last()).toMatchObject({ t: NOW - HOUR, v: 3 })
  })

  it('undoes an import', async () => {
    const t = Float64Array.from({ length: 3000 }, (_, i) => CLOSED - 30 * DAY + i * 600_000)
    const data = { t, v: t.map((x) => x % 97), q: new Uint8Array(3000) }
    await write([[code, t[10], 5]])
    expect(
      await b.history.writeDays(PLANT, new Map([[code, data]]), { source: 'import', run: 'im' }),
    ).toMatchObject({
      changed: 3000,
    })
    expect(await read()).toHaveLength(3000)
    expect((await b.history.restore(PLANT, 'im', { source: 'import' })).changed).toBe(3000)
    expect(await read()).toEqual([[code, t[10], 5, 0]])
  })
})

describe('bins and thinning', () => {
  it('keep every extreme exactly, through raw data and through hour bins', async () => {
    await addSeries(b.db, code)
    const from = NOW - 200 * DAY
    const count = (200 * DAY) / 300_000
    const t = Float64Array.from({ length: count }, (_, i) => from + i * 300_000)
    const v = t.map((_, i) => Math.round(1000 * Math.sin(i / 900)) / 1000)
    v[12_345] = 99.5
    v[40_000] = -77.25
    await b.history.writeDays(PLANT, new Map([[code, { t, v, q: new Uint8Array(count) }]]), {
      source: 'import',
    })
    await b.history.settleBins()
    for (const [a, z, px] of [
      [from, NOW, 50],
      [from, NOW, 1500],
      [from + 30 * DAY, from + 170 * DAY, 200],
    ]) {
      const { data, raw } = (await b.history.thin(PLANT, [code], a, z, px)).get(code)!
      expect(raw).toBe(false)
      expect(data.t.length).toBeLessThanOrEqual(8 * px)
      expect(data.t[data.v.indexOf(99.5)]).toBe(t[12_345])
      expect(data.t[data.v.indexOf(-77.25)]).toBe(t[40_000])
      expect(Math.max(...data.v)).toBe(99.5)
      expect(Math.min(...data.v)).toBe(-77.25)
    }
    const few = (await b.history.thin(PLANT, [code], NOW - HOUR, NOW, 800)).get(code)!
    expect(few.raw).toBe(true)
    expect(few.data.t.length).toBe(12)
  })

  it('carry a state for as long as a clock was wrong: each month counts its own hours', async () => {
    await addSeries(b.db, code, 'step')
    const wrong = Date.UTC(1920, 0, 1, 17)
    await write([[code, NOW, 2]])
    await write([[code, wrong, 1]])
    await b.history.settleBins()
    for (const from of [wrong, Date.UTC(1999, 11, 31, 17), NOW - 2 * HOUR]) {
      const bins = (await b.history.bins(PLANT, [code], from, from + 2 * HOUR)).get(code)!
      expect([...bins.start].slice(0, 2)).toEqual([from, from + HOUR])
      expect([meanOf(bins, 0), bins.covered[0], meanOf(bins, 1)]).toEqual([1, HOUR, 1])
    }
    const all = (await b.history.bins(PLANT, [code], wrong, NOW)).get(code)!
    expect(all.start.length).toBe((NOW - wrong) / HOUR)
  })

  it('include a reading that arrived a moment ago, wherever it is stored', async () => {
    await addSeries(b.db, code)
    await write([[code, NOW - 300 * DAY, 1]])
    await write([[code, NOW - 100 * DAY, 50]])
    const { data } = (await b.history.thin(PLANT, [code], NOW - 365 * DAY, NOW, 300)).get(code)!
    expect(Array.from(data.v).filter((x) => !Number.isNaN(x))).toEqual([1, 50])
    await b.history.erase(PLANT, code, NOW - 100 * DAY, NOW - 100 * DAY, { source: 'import' })
    const after = (await b.history.thin(PLANT, [code], NOW - 365 * DAY, NOW, 300)).get(code)!
    expect(Array.from(after.data.v).filter((x) => !Number.isNaN(x))).toEqual([1])
  })

  it('add up rain without losing or doubling any', async () => {
    await addSeries(b.db, code, 'total', 600)
    const start = NOW - 60 * DAY
    const rows = Array.from({ length: 60 * 144 }, (_, i): Row => [code, start + (i + 1) * 600_000, 0.5])
    await write(rows)
    const { data } = (await b.history.thin(PLANT, [code], start, NOW, 400)).get(code)!
    expect(data.v.reduce((sum, v) => sum + v, 0)).toBe(rows.length * 0.5)
  })

  it('weigh states by time, with the one carried in, until now', async () => {
    await addSeries(b.db, code, 'step', null)
    const start = NOW - 3 * DAY
    await write([[code, start - 40 * DAY, 2]])
    await write([[code, start + 30 * MINUTE, 4]])
    await write([[code, start + 5 * HOUR, 0]])
    const bins = (await b.history.bins(PLANT, [code], start, NOW)).get(code)!
    expect(bins.start.length).toBe(72)
    expect([0, 1, 4, 5, 71].map((i) => meanOf(bins, i))).toEqual([3, 4, 4, 0, 0])
    // A change of a carried value extends to the next entry.
    await write([[code, start - 40 * DAY, 6]])
    const again = (await b.history.bins(PLANT, [code], start - 39 * DAY, NOW)).get(code)!
    expect(meanOf(again, 0)).toBe(6)
    expect(meanOf(again, 39 * 24)).toBe(5)
  })

  it('cut hours by the plant’s clock, and again when its zone is corrected', async () => {
    let zone = 'Asia/Kathmandu'
    const { createHistory } = await import('#server/features/history/index.ts')
    const { silentLog } = await import('#server/lib/log.ts')
    const history = createHistory({
      db: b.db,
      clock: b.clock,
      log: silentLog,
      zoneOf: () => zone,
      keepDays: 2,
    })
    await addSeries(b.db, code)
    const rows = Array.from({ length: 24 * 4 }, (_, i): Row => [code, NOW - DAY + i * 15 * MINUTE, i])
    await history.write(batch(rows), INGEST)
    for (const [name, minute] of [
      ['Asia/Kathmandu', 15],
      ['Asia/Ho_Chi_Minh', 0],
      ['Asia/Kolkata', 30],
    ] as const) {
      zone = name
      const bins = (await history.bins(PLANT, [code], NOW - 2 * DAY, NOW)).get(code)!
      expect(Array.from(bins.start)).toEqual(
        Array.from(hourEdges(NOW - DAY, NOW, zone)).filter((t) => t < NOW),
      )
      expect(new Date(bins.start[3]).getUTCMinutes()).toBe(minute)
      expect(bins.n.reduce((s, x) => s + x, 0)).toBe(rows.length)
    }
  })
})

describe('marks', () => {
  const takeAll = () => b.db.tx((c) => b.history.takeDirtySpans(c, 'HM', 'calc'))
  const put = (rows: Row[]) => b.history.write({ ...batch(rows), hydroCode: 'HM' }, INGEST)

  it('name changes, are taken once, and return when processing fails', async () => {
    await put([
      [code, NOW - HOUR, 1],
      [code, NOW - 3 * HOUR, 2],
      [code, NOW - DAY, 3],
    ])
    await expect(
      b.db.tx(async (c) => {
        expect(await b.history.takeDirtySpans(c, 'HM', 'calc')).toHaveLength(1)
        throw new Error('failed')
      }),
    ).rejects.toThrow('failed')
    expect(await b.history.dirtyPlants('calc')).toContain('HM')
    expect(await takeAll()).toEqual([{ series: code, from: NOW - DAY, to: NOW - HOUR, rows: 2 }])
    expect(await takeAll()).toEqual([])
  })

  it('are taken in one pass, however many there are: rows are not compared with each other', async () => {
    await b.history.markDirty('HM', ['calc'], [{ series: code, from: NOW - 365 * DAY, to: NOW }])
    const rolledBack = new Error('rolled back')
    let statement: [text: string, values?: unknown[]] | undefined
    const taking = b.db.tx(async (c) => {
      const watched = new Proxy(c, {
        get: (target, key) =>
          key === 'query'
            ? (...call: [string, unknown[]?]) => ((statement = call), target.query(...call))
            : Reflect.get(target, key),
      })
      expect(await b.history.takeDirtySpans(watched, 'HM', 'calc')).toMatchObject([{ rows: 366 }])
      throw rolledBack
    })
    await expect(taking).rejects.toBe(rolledBack)
    interface Node {
      'Actual Rows': number
      'Actual Loops': number
      'Rows Removed by Join Filter'?: number
      'Rows Removed by Filter'?: number
      Plans?: Node[]
    }
    const touched = (n: Node): number =>
      n['Actual Loops'] *
        (n['Actual Rows'] + (n['Rows Removed by Join Filter'] ?? 0) + (n['Rows Removed by Filter'] ?? 0)) +
      (n.Plans ?? []).reduce((sum, child) => sum + touched(child), 0)
    const explaining = b.db.tx(async (c) => {
      const found = await c.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${statement![0]}`,
        statement![1],
      )
      expect(touched(found.rows[0]['QUERY PLAN'][0].Plan)).toBeLessThan(20 * 366)
      throw rolledBack
    })
    await expect(explaining).rejects.toBe(rolledBack)
    await takeAll()
  })

  it('are ordered by day, the newest first', async () => {
    await put([
      [code, NOW - 10 * DAY, 1],
      [code, NOW - 5 * DAY, 1],
      [`${code}b`, NOW - HOUR, 1],
    ])
    const take = () => b.db.tx((c) => b.history.takeDirtySpans(c, 'HM', 'calc', { days: 1 }))
    expect((await take()).map((m) => m.from)).toEqual([NOW - HOUR])
    expect((await take()).map((m) => m.from)).toEqual([NOW - 5 * DAY])
    expect((await take()).map((m) => m.from)).toEqual([NOW - 10 * DAY])
  })

  it('can be set where nothing was written, with open ends', async () => {
    await b.history.markDirty('HM', ['calc'], [{ series: '*description', from: NOW - 2 * DAY, to: Infinity }])
    const [span] = await takeAll()
    expect(span).toMatchObject({ series: '*description', from: NOW - 2 * DAY, to: NOW + DAY })
  })
})
