import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSeries, batch, bench, DAY, HOUR, INGEST, MINUTE, NOW, PLANT, rowsOf } from './harness.ts'
import type { Bench, Row } from './harness.ts'

let b: Bench
beforeAll(async () => {
  b = await bench({ keepDays: 2 })
})
afterAll(() => b.close())

/** Six days: closed, closing meanwhile, and open ones; few instants, so that writes collide. */
const instant = fc
  .integer({ min: 0, max: 6 * 6 })
  .map((i) => NOW - 6 * DAY + i * 4 * HOUR + (i % 3) * 420_000)
const value = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 1, arbitrary: fc.constant(null) },
)
const rowOf = fc
  .tuple(fc.constantFrom('a', 'b'), instant, value, fc.constantFrom(0, 0, 1, 5))
  .map(([s, t, v, q]): Row => [s, t, v, v === null ? 7 : q])
const rows = fc.array(rowOf, { minLength: 1, maxLength: 10 })
const run = fc.constantFrom('x', 'y')

type Step =
  | { do: 'write'; rows: Row[]; run: string | null; computed: boolean }
  | { do: 'import'; code: string; rows: Row[]; run: string | null }
  | { do: 'erase'; code: string; from: number; to: number; run: string | null }
  | { do: 'restore'; run: string }
  | { do: 'pack'; daysAgo: number }

const maybe = fc.option(run, { freq: 2 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('write' as const), rows, run: maybe, computed: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      code: fc.constantFrom('a', 'b'),
      rows,
      run: maybe,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom('a', 'b'), instant, instant, maybe).map(([code, x, y, r]) => ({
      do: 'erase' as const,
      code,
      from: Math.min(x, y),
      to: Math.max(x, y),
      run: r,
    })),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const), run }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pack' as const), daysAgo: fc.integer({ min: -1, max: 5 }) }),
  },
)
/** ms that pass before a step: none, some within the second, seconds, hours, and more than a day. */
const pass = fc.constantFrom(0, 1, 300, 1000, 61_000, 5 * HOUR, 30 * HOUR)

describe('as known then', () => {
  let round = 0
  it('answers for every second like reads at its end, whatever was written, removed or packed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(pass, step), { minLength: 2, maxLength: 16 }),
        instant,
        instant,
        async (steps, x, y) => {
          round++
          b.clock.set(NOW)
          const name = (code: string) => `k${round}.${code}`
          const codes = ['a', 'b'].map(name)
          const runOf = (r: string | null) => r && `${r}${round}`
          /** Answers of reads at the end of each second in which something happened. */
          const seen = new Map<number, Map<string, Row[]>>()
          const read = async () => {
            const all = await b.history.read(PLANT, codes, -Infinity, Infinity)
            const second = Math.floor(b.clock.now() / 1000)
            seen.set(second, new Map(codes.map((c) => [c, rowsOf(c, all.get(c)!)])))
          }
          b.clock.advance(-1000)
          await read()
          b.clock.advance(1000)
          for (const [ms, s] of steps) {
            b.clock.advance(ms)
            if (s.do === 'write')
              await b.history.write(batch(s.rows.map(([c, ...rest]) => [name(c), ...rest] as const)), {
                source: s.computed ? 'computed' : 'ingest',
                run: runOf(s.run),
              })
            else if (s.do === 'import') {
              const { t, v, q } = batch(s.rows)
              await b.history.writeDays(
                PLANT,
                new Map([
                  [name(s.code), { t: Float64Array.from(t), v: Float64Array.from(v), q: Uint8Array.from(q) }],
                ]),
                { source: 'import', run: runOf(s.run) },
              )
            } else if (s.do === 'erase')
              await b.history.erase(PLANT, name(s.code), s.from, s.to, {
                source: 'import',
                run: runOf(s.run),
              })
            else if (s.do === 'restore') await b.history.restore(PLANT, runOf(s.run)!, { source: 'computed' })
            else await b.history.pack({ olderThan: b.clock.now() - s.daysAgo * DAY })
            await read()
          }
          await b.history.pack({ olderThan: b.clock.now() - 4 * DAY })
          const [from, to] = [Math.min(x, y), Math.max(x, y)]
          for (const [second, was] of seen) {
            // Anywhere in the second counts as its end.
            const k = second * 1000 + 37 * (second % 27)
            const whole = await b.history.readKnown(PLANT, codes, -Infinity, Infinity, k)
            const part = await b.history.readKnown(PLANT, codes, from, to, k)
            const then = b.history.asKnown(k)
            const last = await then.last(PLANT, codes)
            const carried = await then.read(PLANT, codes, from, to, { carry: true })
            for (const code of codes) {
              const all = was.get(code)!
              expect(rowsOf(code, whole.get(code)!)).toEqual(all)
              expect(rowsOf(code, part.get(code)!)).toEqual(all.filter(([, t]) => t >= from && t <= to))
              const entry = last.get(code)
              expect(entry?.t).toBe(all.findLast(([, t, , q]) => t <= k && (q! & 7) !== 5)?.[1])
              const before = all.findLast(([, t, , q]) => t <= from && (q! & 7) !== 5)?.[1] ?? from
              expect(rowsOf(code, carried.get(code)!)).toEqual(all.filter(([, t]) => t >= before && t <= to))
            }
          }
        },
      ),
      { numRuns: 40 },
    )
  }, 240_000)

  let n = 0
  const fresh = async () => {
    b.clock.set(NOW)
    const code = `s${++n}`
    await addSeries(b.db, code)
    return code
  }
  const put = (rows: Row[], options = {}) => b.history.write(batch(rows), { ...INGEST, ...options })
  const known = async (code: string, at: number) =>
    rowsOf(code, (await b.history.readKnown(PLANT, [code], NOW - DAY, NOW + DAY, at)).get(code)!).map(
      (r) => [r[1], r[2]] as const,
    )

  it('shows a late packet from the second in which it arrived, and computed values as they were before it', async () => {
    const code = await fresh()
    await put([
      [code, NOW - 10 * MINUTE, 1],
      [code, NOW, 3],
    ])
    await put([[`general.${code}`, NOW, 30]], { source: 'computed' })
    b.clock.advance(7 * MINUTE)
    await put([[code, NOW - 5 * MINUTE, 2]])
    await put([[`general.${code}`, NOW, 20]], { source: 'computed' })
    const before = NOW + 7 * MINUTE - 1
    expect(await known(code, before)).toEqual([
      [NOW - 10 * MINUTE, 1],
      [NOW, 3],
    ])
    expect(await known(`general.${code}`, before)).toEqual([[NOW, 30]])
    expect(await known(code, before + 1)).toHaveLength(3)
    expect(await known(`general.${code}`, before + 1)).toEqual([[NOW, 20]])
  })

  it('rolls a run back in an open day without what came after it, even in the same second', async () => {
    const code = await fresh()
    await put([[code, NOW - 3 * HOUR, 1]])
    await put(
      [
        [code, NOW - 3 * HOUR, 10],
        [code, NOW - 2 * HOUR, 20],
      ],
      { run: 'rr' },
    )
    await put([[code, NOW - HOUR, 3]])
    await put([[code, NOW - HOUR + MINUTE, 4]], { run: 'rr' })
    await put([[code, NOW, 5]])
    expect((await b.history.restore(PLANT, 'rr', { source: 'computed' })).changed).toBe(3)
    const now = await b.history.read(PLANT, [code], NOW - DAY, NOW)
    expect(rowsOf(code, now.get(code)!)).toEqual([
      [code, NOW - 3 * HOUR, 1, 0],
      [code, NOW - HOUR, 3, 0],
      [code, NOW, 5, 0],
    ])
  })

  it('carries the value before a rejected entry, with that entry, as a longer read shows it', async () => {
    const code = await fresh()
    await put([
      [code, NOW - 5 * HOUR, 1],
      [code, NOW - 4 * HOUR, 9, 5],
      [code, NOW - 3 * HOUR, 9, 5],
    ])
    const carried = await b.history.read(PLANT, [code], NOW - HOUR, NOW, { carry: true })
    expect(rowsOf(code, carried.get(code)!).map((r) => r[2])).toEqual([1, 9, 9])
  })

  it('thins readings as they were over spans for which there are hour bins now', async () => {
    const code = await fresh()
    const from = NOW - 30 * DAY
    await put(Array.from({ length: 30 * 24 }, (_, i): Row => [code, from + i * HOUR, i % 7]))
    await b.history.settleBins()
    b.clock.advance(MINUTE)
    await put([[code, from + 100 * HOUR, 99]])
    await b.history.settleBins()
    const most = async (at: number | null) => {
      const source = at === null ? b.history : b.history.asKnown(at)
      const { data } = (await source.thin(PLANT, [code], from, NOW, 50)).get(code)!
      return Math.max(...data.v.filter((v) => !Number.isNaN(v)))
    }
    expect(await most(null)).toBe(99)
    expect(await most(NOW + MINUTE)).toBe(99)
    expect(await most(NOW + MINUTE - 1)).toBe(6)
  })

  it('forgets replaced values after their retention, and nothing else', async () => {
    const code = await fresh()
    await put([
      [code, NOW - 5 * DAY, 1],
      [code, NOW - HOUR, 1],
    ])
    b.clock.advance(10_000)
    await put([[code, NOW - 5 * DAY, 2]])
    await put([[code, NOW - HOUR, 2]])
    b.clock.advance(NOW + 5000 - b.history.knownFrom())
    const stored = async () =>
      b.db.query<{ n: number }>(
        `SELECT (SELECT count(*) FROM history_past WHERE series = $1) + (SELECT count(*) FROM reading_past WHERE series = $1) AS n`,
        [code],
      )
    expect(await stored()).toEqual([{ n: 3 }])
    await b.history.prune()
    // What the first write found (an empty day) is gone; what the second replaced is kept until its retention ends.
    expect(await stored()).toEqual([{ n: 2 }])
    b.clock.advance(20_000)
    await b.history.prune()
    expect(await stored()).toEqual([{ n: 0 }])
    const now = await b.history.read(PLANT, [code], NOW - 10 * DAY, NOW)
    expect(rowsOf(code, now.get(code)!).map((r) => r[2])).toEqual([2, 2])
  })
})
