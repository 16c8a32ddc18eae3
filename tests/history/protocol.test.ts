import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fold, hourBins, hourEdges } from '#core/series/index.ts'
import {
  addSeries,
  batch,
  bench,
  DAY,
  HOUR,
  INGEST,
  Model,
  NOW,
  PLANT,
  rowsOf,
  type Bench,
  type Row,
} from './harness.ts'

let b: Bench
beforeAll(async () => {
  b = await bench()
})
afterAll(() => b.close())

const MINUTES = 7 * 60_000
/** Six days, the first four of them closed; few instants, so that writes collide. */
const instant = fc
  .integer({ min: 0, max: 6 * 8 })
  .map((i) => NOW - 6 * DAY + i * 3 * HOUR + (i % 3) * MINUTES)
const value = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 1, arbitrary: fc.constant(null) },
)
const row = (codes: string[]): fc.Arbitrary<Row> =>
  fc
    .tuple(fc.constantFrom(...codes), instant, value, fc.constantFrom(0, 0, 0, 1, 4, 5))
    .map(([s, t, v, q]) => [s, t, v, v === null ? 7 : q] as const)

type Step =
  | { do: 'write'; rows: Row[]; run: boolean }
  | { do: 'import'; code: string; rows: Row[] }
  | { do: 'pack'; daysAgo: number }
  | { do: 'erase'; code: string; from: number; to: number }
  | { do: 'bins' }

const step = (codes: string[]): fc.Arbitrary<Step> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('write' as const),
        rows: fc.array(row(codes), { minLength: 1, maxLength: 12 }),
        run: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('import' as const),
        code: fc.constantFrom(...codes),
        rows: fc.array(row(codes), { minLength: 1, maxLength: 12 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('pack' as const), daysAgo: fc.integer({ min: 0, max: 5 }) }),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...codes), instant, instant)
        .map(([code, a, z]) => ({ do: 'erase' as const, code, from: Math.min(a, z), to: Math.max(a, z) })),
    },
    { weight: 1, arbitrary: fc.constant({ do: 'bins' as const }) },
  )

describe('history', () => {
  let round = 0
  it('holds what a plain map holds, whatever is written, rewritten, packed, imported, erased', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step(['a', 'b', 'c']), { minLength: 1, maxLength: 14 }),
        instant,
        instant,
        async (steps, x, y) => {
          round++
          const name = (code: string) => `r${round}.${code}`
          const codes = ['a', 'b', 'c'].map(name)
          await addSeries(b.db, codes[1], 'total')
          await addSeries(b.db, codes[2], 'step', null)
          const model = new Model()
          for (const s of steps) {
            if (s.do === 'write') {
              const rows = s.rows.map(([c, ...rest]) => [name(c), ...rest] as const)
              const unique = new Set(rows.map((r) => `${r[0]} ${r[1]}`)).size
              const changed = model.write(rows)
              const result = await b.history.write(batch(rows), {
                ...INGEST,
                run: s.run ? `run${round}` : null,
              })
              expect(result).toMatchObject({ changed, unchanged: unique - changed })
            } else if (s.do === 'import') {
              const rows = s.rows.map(([, ...rest]) => [name(s.code), ...rest] as const)
              const unique = new Map(rows.map((r) => [r[1], r]))
              const changed = model.write(rows)
              const { t, v, q } = batch(rows)
              const result = await b.history.writeDays(
                PLANT,
                new Map([
                  [name(s.code), { t: Float64Array.from(t), v: Float64Array.from(v), q: Uint8Array.from(q) }],
                ]),
                { source: 'import' },
              )
              expect(result).toMatchObject({ changed, unchanged: unique.size - changed })
            } else if (s.do === 'erase') {
              const changed = model.erase(name(s.code), s.from, s.to)
              const result = await b.history.erase(PLANT, name(s.code), s.from, s.to, { source: 'import' })
              expect(result.changed).toBe(changed)
            } else if (s.do === 'pack') await b.history.pack({ olderThan: NOW - s.daysAgo * DAY })
            else await b.history.settleBins()
          }
          const [from, to] = [Math.min(x, y), Math.max(x, y)]
          for (const carry of [false, true]) {
            const read = await b.history.read(PLANT, codes, from, to, { carry })
            for (const code of codes)
              expect(rowsOf(code, read.get(code)!)).toEqual(model.read(code, from, to, carry))
          }
          const last = await b.history.last(PLANT, codes)
          for (const code of codes) {
            const all = model.read(code, -Infinity, NOW)
            const want = all.filter((r) => (r[3]! & 7) !== 5).at(-1)
            const got = last.get(code)
            expect(got && [code, got.t, Number.isNaN(got.v) ? null : got.v, got.q]).toEqual(want)
            const at = await b.history.at(PLANT, code, from)
            expect(at?.t).toBe(model.read(code, from, from, true).at(-1)?.[1])
          }
          // Bins equal those computed from everything at once.
          const bins = await b.history.bins(PLANT, codes, NOW - 7 * DAY, NOW)
          const edges = hourEdges(NOW - 7 * DAY, NOW, 'Asia/Ho_Chi_Minh')
          for (const [i, kind] of (['instant', 'total', 'step'] as const).entries()) {
            const data = (await b.history.read(PLANT, [codes[i]], -Infinity, Infinity)).get(codes[i])!
            const whole = hourBins(data, {
              kind,
              edges,
              step: kind === 'step' ? undefined : 300_000 * (kind === 'total' ? 1 : 0) || undefined,
            })
            const keep = Array.from(whole.start.keys()).filter((k) => whole.n[k] > 0 || whole.covered[k] > 0)
            const got = bins.get(codes[i])!
            expect(Array.from(got.start)).toEqual(keep.map((k) => whole.start[k]))
            for (const field of ['n', 'sum', 'min', 'max', 'tMin', 'tMax', 'last', 'q'] as const)
              expect(Array.from(got[field]), field).toEqual(keep.map((k) => whole[field][k]))
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('folds bins of a series to days of the plant', async () => {
    await addSeries(b.db, 'fold', 'total', 3600)
    const start = Date.UTC(2026, 9, 10, 17)
    const rows = Array.from({ length: 48 }, (_, i): Row => ['fold', start + (i + 1) * HOUR, 2])
    await b.history.write(batch(rows), INGEST)
    await b.history.settleBins()
    const bins = (await b.history.bins(PLANT, ['fold'], start, start + 3 * DAY)).get('fold')!
    const days = fold(bins, 'day', { zone: 'Asia/Ho_Chi_Minh' })
    expect(Array.from(days.start)).toEqual([start, start + DAY])
    expect(Array.from(days.value)).toEqual([48, 48])
  })
})
