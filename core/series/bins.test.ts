import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ESTIMATED, GOOD, MISSING, PARTIAL, REJECTED, SUSPECT, usable, worst } from '../quality/index.ts'
import { HOUR, MINUTE, periods } from '../time/index.ts'
import type { PeriodKind } from '../time/index.ts'
import { hourBins, hourEdges, meanOf } from './bins.ts'
import type { Bins } from './bins.ts'
import { fold } from './fold.ts'
import { integral } from './integral.ts'
import { mergeBins, packBins, unpackBins } from './month.ts'
import { fromEntries } from './ops.ts'
import type { Entry } from './ops.ts'
import type { Series, SeriesKind } from './types.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const start = at('2025-01-01T00:00')
const edges = (n: number) => Float64Array.from({ length: n + 1 }, (_, i) => start + i * HOUR)
const STEP = 10 * MINUTE
const regular = (n: number, v: (i: number) => number | null, q: (i: number) => number = () => GOOD) =>
  fromEntries(
    Array.from({ length: n }, (_, i): Entry => [start + i * STEP, v(i), v(i) === null ? MISSING : q(i)]),
  )

describe('hourBins', () => {
  it('instant: [a, b)', () => {
    const b = hourBins(
      regular(12, (i) => i),
      { kind: 'instant', edges: edges(2), step: STEP },
    )
    expect([...b.n]).toEqual([6, 6])
    expect([...b.sum]).toEqual([15, 51])
    expect([...b.min]).toEqual([0, 6])
    expect([...b.max]).toEqual([5, 11])
    expect(b.tMax[0]).toBe(start + 50 * MINUTE)
    expect([...b.first]).toEqual([0, 6])
    expect([...b.last]).toEqual([5, 11])
    expect([...b.gap]).toEqual([0, 0])
    expect(meanOf(b, 0)).toBe(2.5)
  })

  it('total and mean: (a, b], stamped at the end', () => {
    const b = hourBins(
      regular(13, () => 1),
      { kind: 'total', edges: edges(2), step: STEP },
    )
    expect([...b.n]).toEqual([6, 6])
    expect([...b.sum]).toEqual([6, 6])
    const one = hourBins(
      fromEntries([
        [start, 5],
        [start + HOUR, 7],
      ]),
      { kind: 'mean', edges: edges(1), step: HOUR },
    )
    expect(one.sum[0]).toBe(7)
    expect(one.gap[0]).toBe(0)
  })

  it('leaves unusable values out and marks the bin', () => {
    const q = (i: number) => [GOOD, SUSPECT, REJECTED, ESTIMATED, GOOD, GOOD][i % 6]
    const b = hourBins(
      regular(12, (i) => (i === 4 ? null : i), q),
      { kind: 'instant', edges: edges(3), step: STEP },
    )
    expect([...b.n]).toEqual([3, 4, 0])
    expect([...b.sum]).toEqual([8, 36, 0])
    expect([...b.gap]).toEqual([1, 1, 1])
    expect([...b.q]).toEqual([ESTIMATED, ESTIMATED, MISSING])
    expect(b.covered[0]).toBe(3 * STEP)
    expect(b.min[2]).toBeNaN()
  })

  it('step: the carried state counts for as long as it held', () => {
    const s = fromEntries([
      [start + HOUR / 4, 80],
      [start + HOUR / 2, 99, REJECTED],
      [start + 2.5 * HOUR, null],
    ])
    const carry = { t: start - 90 * 24 * HOUR, v: 40, q: GOOD }
    const b = hourBins(s, { kind: 'step', edges: edges(4), carry })
    expect([0, 1, 2, 3].map((i) => meanOf(b, i))).toEqual([70, 80, 80, NaN])
    expect([...b.covered].map((c) => c / HOUR)).toEqual([1, 1, 0.5, 0])
    expect([...b.gap]).toEqual([1, 0, 1, 1])
    expect([...b.n]).toEqual([1, 0, 0, 0])
    expect([...b.min]).toEqual([40, 80, 80, NaN])
    expect(b.tMin[0]).toBe(start)
    expect(b.sum[1]).toBe(80 * 3600)
    const without = hourBins(s, { kind: 'step', edges: edges(1) })
    expect(without.covered[0]).toBe(0.75 * HOUR)
    expect(without.gap[0]).toBe(1)
    // The entry in force may as well be in the series.
    const inside = hourBins(
      fromEntries([
        [start - HOUR, 40],
        [start - 5, 1, REJECTED],
      ]),
      { kind: 'step', edges: edges(1) },
    )
    expect(meanOf(inside, 0)).toBe(40)
  })

  it('step: a silent source is unknown', () => {
    const b = hourBins(fromEntries([[start, 5]]), { kind: 'step', edges: edges(2), maxAge: 90 * MINUTE })
    expect([...b.covered]).toEqual([HOUR, HOUR / 2])
    expect([...b.gap]).toEqual([0, 1])
  })

  it('step: agrees with the integral', () => {
    const list = fc.array(
      fc.tuple(
        fc.integer({ min: -60, max: 300 }),
        fc.option(fc.nat(9)),
        fc.constantFrom(GOOD, GOOD, REJECTED, SUSPECT),
      ),
    )
    fc.assert(
      fc.property(list, (entries) => {
        const s = fromEntries(
          entries.map(([m, v, q]): Entry => [start + m * MINUTE, v, v === null ? MISSING : q]),
        )
        const b = hourBins(s, { kind: 'step', edges: edges(4) })
        for (let i = 0; i < 4; i++) {
          const direct = integral(s, b.start[i], b.end[i], 'step')
          expect(b.sum[i]).toBeCloseTo(direct.integral / 1000, 6)
          expect(b.covered[i]).toBe(direct.covered)
        }
      }),
    )
  })
})

/** The same numbers without bins. */
function direct(s: Series, kind: SeriesKind, from: number, to: number) {
  const inside = [...s.t.keys()].filter((i) =>
    kind === 'instant' ? s.t[i] >= from && s.t[i] < to : s.t[i] > from && s.t[i] <= to,
  )
  const good = inside.filter((i) => !Number.isNaN(s.v[i]) && usable(s.q[i]))
  const v = good.map((i) => s.v[i])
  return {
    n: v.length,
    sum: v.reduce((a, x) => a + x, 0),
    min: v.length ? Math.min(...v) : NaN,
    max: v.length ? Math.max(...v) : NaN,
    tMin: v.length ? s.t[good[v.indexOf(Math.min(...v))]] : NaN,
    first: v[0] ?? NaN,
    last: v.at(-1) ?? NaN,
    q: good.reduce((q, i) => worst(q, s.q[i]), GOOD),
  }
}

describe('fold', () => {
  const random = (seed: number) => {
    let x = seed >>> 0
    return () => (x = (Math.imul(x, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
  }

  it('equals the direct computation, in any zone, for any day start', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.constantFrom('Asia/Ho_Chi_Minh', 'Asia/Kathmandu', 'Europe/Berlin', 'Australia/Lord_Howe'),
        fc.constantFrom<PeriodKind>('hour', 'day', 'month', 'year'),
        fc.constantFrom(0, 420, 1140),
        fc.constantFrom<SeriesKind>('instant', 'total', 'mean'),
        (seed, zone, kind, dayStart, series) => {
          const next = random(seed)
          const from = at('2025-03-27T00:00')
          const to = at('2025-04-07T00:00')
          const list: Entry[] = []
          for (let t = from; t <= to; t += Math.ceil(next() * 6) * 15 * MINUTE)
            list.push([
              t,
              next() < 0.1 ? null : Math.floor(next() * 20),
              next() < 0.1 ? SUSPECT : next() < 0.1 ? ESTIMATED : GOOD,
            ])
          const s = fromEntries(list)
          const bins = hourBins(s, { kind: series, edges: hourEdges(from, to, zone), step: 15 * MINUTE })
          const out = fold(bins, kind, { zone, dayStart })
          const spans = periods(kind, bins.start[0], bins.end.at(-1)!, zone, dayStart)
          expect([...out.start]).toEqual(spans.map((p) => p.start))
          spans.forEach((p, i) => {
            const d = direct(s, series, Math.max(p.start, bins.start[0]), Math.min(p.end, bins.end.at(-1)!))
            for (const name of ['n', 'sum', 'min', 'max', 'tMin', 'first', 'last'] as const)
              expect([name, out[name][i]]).toEqual([name, d[name]])
            const missing = Math.max(
              0,
              1 -
                bins.covered
                  .filter((_, k) => bins.start[k] >= p.start && bins.start[k] < p.end)
                  .reduce((a, c) => a + c, 0) /
                  (p.end - p.start),
            )
            expect(out.missing[i]).toBeCloseTo(missing, 12)
            if (d.n > 0 && missing <= 0.1) expect(out.q[i]).toBe(d.q)
          })
        },
      ),
      { numRuns: 150 },
    )
  })

  it('step: a day is weighted by time, across a change of clocks', () => {
    const zone = 'Europe/Berlin'
    const from = at('2025-03-29T23:00')
    const s = fromEntries([
      [from - HOUR, 0],
      [from + 20 * HOUR, 23],
    ])
    const bins = hourBins(s, { kind: 'step', edges: hourEdges(from, from + 23 * HOUR, zone) })
    const day = fold(bins, 'day', { zone })
    expect(day.start.length).toBe(1)
    expect((day.end[0] - day.start[0]) / HOUR).toBe(23)
    expect(day.value[0]).toBeCloseTo(3, 12)
    expect(day.missing[0]).toBe(0)
    expect(day.gap[0]).toBe(0)
  })

  it('marks a partial total, and a missing one', () => {
    const zone = 'UTC'
    const total = (hours: number, until?: number) => {
      const s = fromEntries(Array.from({ length: hours }, (_, i): Entry => [start + (i + 1) * HOUR, 2]))
      const bins = hourBins(s, { kind: 'total', edges: edges(24), step: HOUR })
      const day = fold(bins, 'day', { zone, until })
      return [day.q[0], day.value[0], day.sum[0]]
    }
    expect(total(24)).toEqual([GOOD, 48, 48])
    expect(total(22)).toEqual([GOOD, 44, 44])
    expect(total(21)).toEqual([PARTIAL, 42, 42])
    expect(total(12)).toEqual([PARTIAL, 24, 24])
    expect(total(11)).toEqual([MISSING, NaN, 22])
    expect(total(0)).toEqual([MISSING, NaN, 0])
    // A day that is half over misses nothing yet.
    expect(total(12, start + 12 * HOUR)).toEqual([GOOD, 24, 24])
    expect(total(12, start + 24 * HOUR)).toEqual([PARTIAL, 24, 24])
  })

  it('counts hours without a bin as missing', () => {
    const s = regular(6 * 24, () => 3)
    const all = hourBins(s, { kind: 'instant', edges: edges(24), step: STEP })
    const few = hourBins(s, { kind: 'instant', edges: edges(12), step: STEP })
    expect(fold(all, 'day', { zone: 'UTC' }).q[0]).toBe(GOOD)
    const half = fold(few, 'day', { zone: 'UTC' })
    expect([half.q[0], half.value[0], half.missing[0], half.gap[0]]).toEqual([PARTIAL, 3, 0.5, 1])
  })

  it('refuses days that cut through hours', () => {
    const bins = hourBins(
      regular(200, () => 1),
      { kind: 'instant', edges: edges(30) },
    )
    expect(() => fold(bins, 'day', { zone: 'UTC', dayStart: 30 })).toThrow(RangeError)
    expect(
      fold(
        hourBins(
          regular(0, () => 1),
          { kind: 'instant', edges: [] },
        ),
        'day',
        { zone: 'UTC' },
      ).start.length,
    ).toBe(0)
  })
})

describe('packed bins', () => {
  const series = fc.array(
    fc.tuple(
      fc.integer({ min: 0, max: 743 * 60 }),
      fc.integer({ min: -500, max: 500 }).map((i) => i / 100),
      fc.constantFrom(0, 1, 5),
    ),
  )

  it('are unpacked unchanged, from bytes at any offset', () => {
    fc.assert(
      fc.property(series, fc.constantFrom<SeriesKind>('instant', 'mean', 'total', 'step'), (list, kind) => {
        const s = fromEntries(list.map(([m, v, q]): Entry => [start + m * MINUTE, v, q]))
        const bins = hourBins(s, { kind, edges: edges(744), step: STEP })
        const bytes = packBins(bins)
        const pool = new Uint8Array(bytes.length + 9)
        pool.set(bytes, 5)
        const view = pool.subarray(5, 5 + bytes.length)
        expect(
          unpackBins(typeof Buffer === 'undefined' ? view : Buffer.from(view.buffer, 5, bytes.length)),
        ).toEqual(bins)
      }),
      { numRuns: 50 },
    )
  })

  it('are small, and refuse other versions', () => {
    const s = regular(744 * 6, (i) => Math.round(61_500 + 300 * Math.sin(i / 900)) / 100)
    const bytes = packBins(hourBins(s, { kind: 'instant', edges: edges(744), step: STEP }))
    expect(bytes.length).toBeLessThan(744 * 30)
    expect(() => unpackBins(Uint8Array.of(2, ...bytes.slice(1)))).toThrow('unknown version 2')
    expect(() => unpackBins(bytes.subarray(0, 100))).toThrow(RangeError)
    expect(() => unpackBins(new Uint8Array(0))).toThrow(RangeError)
  })

  it('of nothing are empty', () => {
    const none = hourBins(
      regular(0, () => 1),
      { kind: 'total', edges: [] },
    )
    expect(unpackBins(packBins(none))).toEqual(none)
  })

  it('merge by hour, the second wins', () => {
    const bins = (v: number, from: number, n: number): Bins =>
      hourBins(fromEntries([[start + (from + n - 1) * HOUR, v]]), {
        kind: 'instant',
        edges: edges(from + n).slice(from),
      })
    const m = mergeBins(bins(1, 0, 3), bins(2, 2, 2))
    expect([...m.start].map((t) => (t - start) / HOUR)).toEqual([0, 1, 2, 3])
    expect([...m.last]).toEqual([NaN, NaN, NaN, 2])
    expect(m.kind).toBe('instant')
  })
})
