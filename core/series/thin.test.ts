import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ESTIMATED, GOOD, MISSING, PARTIAL, REJECTED, SUSPECT } from '../quality/index.ts'
import { fromEntries, toEntries } from './ops.ts'
import type { Entry } from './ops.ts'
import { rejected, thin } from './thin.ts'

const MIN = 60_000

const values = fc.array(
  fc.tuple(
    fc.integer({ min: 1, max: 20 }),
    fc.oneof({ weight: 9, arbitrary: fc.integer({ min: -50, max: 50 }) }, fc.constant(null)),
    fc.oneof({ weight: 9, arbitrary: fc.constant(GOOD) }, fc.constantFrom(REJECTED, SUSPECT, ESTIMATED)),
  ),
  { maxLength: 300 },
)
/** Steps of random length instead of instants: sorted by construction. */
const entries = values.map((list) => {
  let t = 0
  return list.map(([dt, v, q]): Entry => [(t += dt), v, v === null ? MISSING : q])
})
const line = ([, v, q]: Entry) => v !== null && q !== REJECTED && q !== MISSING

describe('thin', () => {
  it('keeps first, last, least and greatest of every pixel, and only true entries', () => {
    fc.assert(
      fc.property(entries, fc.integer({ min: 1, max: 12 }), (list, px) => {
        const to = Math.max(10, ...list.map((e) => e[0]))
        const out = thin(fromEntries(list), 0, to, px, { kind: 'instant' })
        const kept = new Map(toEntries(out).map((e) => [e[0], e]))
        expect(out.t.length).toBeLessThanOrEqual(8 * px + 1)
        expect([...out.t]).toEqual([...out.t].sort((a, b) => a - b))
        const real = new Map(list.map((e) => [e[0], e]))
        for (const [t, v, q] of kept.values()) if (v !== null) expect(real.get(t)).toEqual([t, v, q])
        for (let k = 0; k < px; k++) {
          const inside = list.filter(
            (e) => line(e) && Math.min(px - 1, Math.floor((e[0] / to) * px)) === k,
          ) as [number, number, number][]
          if (inside.length === 0) continue
          expect(kept.get(inside[0][0])).toEqual(inside[0])
          expect(kept.get(inside.at(-1)![0])).toEqual(inside.at(-1))
          const shown = inside.filter((e) => kept.get(e[0])?.[1] === e[1]).map((e) => e[1])
          expect(Math.min(...shown)).toBe(Math.min(...inside.map((e) => e[1])))
          expect(Math.max(...shown)).toBe(Math.max(...inside.map((e) => e[1])))
        }
      }),
    )
  })

  it('breaks the line exactly where the readings break it', () => {
    fc.assert(
      fc.property(
        entries,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 5, max: 25 }),
        (list, px, gapMs) => {
          const to = Math.max(10, ...list.map((e) => e[0]))
          const out = toEntries(thin(fromEntries(list), 0, to, px, { kind: 'instant', gapMs }))
          const kept = out.filter((e) => e[1] !== null).map((e) => e[0])
          for (let i = 1; i < kept.length; i++) {
            const [a, b] = [kept[i - 1], kept[i]]
            const between = list.filter((e) => e[0] >= a && e[0] <= b && e[2] !== REJECTED)
            const lineTimes = between.filter(line).map((e) => e[0])
            const broken =
              between.some((e) => e[1] === null) ||
              lineTimes.some((t, k) => k > 0 && t - lineTimes[k - 1] > gapMs)
            const nulls = out.filter((e) => e[1] === null && e[0] > a && e[0] < b)
            expect(nulls.length > 0).toBe(broken)
          }
        },
      ),
    )
  })

  it('keeps all of a short series, with null entries at its ends', () => {
    const s = fromEntries([
      [0, null],
      [10, 1],
      [20, 99, REJECTED],
      [30, 2],
      [100, 3],
      [110, null],
    ])
    const out = thin(s, 0, 200, 50, { kind: 'instant', gapMs: 25 })
    expect(out.form).toBe('raw')
    expect(toEntries(out)).toEqual([
      [0, null, MISSING],
      [10, 1, GOOD],
      [30, 2, GOOD],
      [55, null, MISSING],
      [100, 3, GOOD],
      [110, null, MISSING],
    ])
    expect(toEntries(rejected(s, 0, 200, 50))).toEqual([[20, 99, REJECTED]])
    expect(thin(fromEntries([]), 0, 10, 5, { kind: 'step' }).t.length).toBe(0)
  })

  it('shows a series of nulls as a gap', () => {
    const out = thin(
      fromEntries([
        [1, null],
        [2, null],
      ]),
      0,
      10,
      5,
      { kind: 'instant' },
    )
    expect(toEntries(out)).toEqual([[1, null, MISSING]])
  })

  it('keeps the state in force at the beginning of a step series', () => {
    const s = fromEntries([
      [0, 1],
      [5, 2],
      [8, 9, REJECTED],
      [20, 3],
    ])
    expect(toEntries(thin(s, 10, 30, 4, { kind: 'step' }))).toEqual([
      [5, 2, GOOD],
      [20, 3, GOOD],
    ])
    expect([...thin(s, 10, 30, 4, { kind: 'instant' }).t]).toEqual([20])
    expect([...thin(s, 20, 30, 4, { kind: 'step' }).t]).toEqual([20])
  })

  it('never loses one spike in a year of five-minute readings', () => {
    const n = 105_120
    const s = { t: new Float64Array(n), v: new Float64Array(n), q: new Uint8Array(n) }
    for (let i = 0; i < n; i++) {
      s.t[i] = i * 5 * MIN
      s.v[i] = 600 + Math.sin(i / 5000)
    }
    s.v[77_777] = 650
    s.v[33_333] = 550
    const out = thin(s, 0, n * 5 * MIN, 1000, { kind: 'instant' })
    expect(out.form).toBe('extremes')
    expect(out.t.length).toBeLessThanOrEqual(4000)
    expect([...out.v]).toContain(650)
    expect(out.t[out.v.indexOf(550)]).toBe(33_333 * 5 * MIN)
  })
})

describe('thinned totals', () => {
  const rain = (n: number, v: (i: number) => number | null) =>
    fromEntries(Array.from({ length: n }, (_, i): Entry => [(i + 1) * 10 * MIN, v(i)]))

  it('are sums over round intervals that end at their stamps', () => {
    const out = thin(
      rain(144, () => 0.5),
      0,
      1440 * MIN,
      20,
      { kind: 'total' },
    )
    expect(out.form).toBe('sums')
    expect(out.bucketMs).toBe(120 * MIN)
    expect([...out.v]).toEqual(Array(12).fill(6))
    expect(out.t[0]).toBe(120 * MIN)
    expect(out.t[11]).toBe(1440 * MIN)
  })

  it('lose no rain', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(50), { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 1, max: 40 }),
        (list, px) => {
          const s = rain(list.length, (i) => list[i])
          const out = thin(s, 0, list.length * 10 * MIN, px, { kind: 'total' })
          expect(out.v.reduce((a, b) => a + b, 0)).toBe(list.reduce((a, b) => a + b, 0))
          expect(out.t.length).toBeLessThanOrEqual(px)
        },
      ),
    )
  })

  it('report which sums are partial, and which are unknown', () => {
    const s = fromEntries([
      ...Array.from({ length: 36 }, (_, i): Entry => [
        (i + 1) * 10 * MIN,
        i === 7 || (i >= 12 && i < 18) ? null : 1,
      ]),
      [60 * MIN, 40, SUSPECT],
    ])
    const out = thin(s, 0, 360 * MIN, 6, { kind: 'total' })
    expect(toEntries(out)).toEqual([
      [60 * MIN, 5, PARTIAL],
      [120 * MIN, 5, PARTIAL],
      [180 * MIN, null, MISSING],
      [240 * MIN, 6, GOOD],
      [300 * MIN, 6, GOOD],
      [360 * MIN, 6, GOOD],
    ])
  })

  it('keep holes', () => {
    const list = Array.from({ length: 36 }, (_, i): Entry => [(i + 1) * 10 * MIN, 1])
    const s = fromEntries(list.filter(([t]) => t <= 70 * MIN || t > 210 * MIN))
    const out = thin(s, 0, 360 * MIN, 6, { kind: 'total', gapMs: 30 * MIN })
    expect([...out.v].map((v) => (Number.isNaN(v) ? null : v))).toEqual([6, 1, null, 3, 6, 6])
    expect([...out.q]).toEqual([GOOD, PARTIAL, MISSING, PARTIAL, GOOD, GOOD])
  })

  it('keep a few increments as they are, without rejected ones', () => {
    const s = fromEntries([
      [0, 9],
      [10, 1],
      [20, 5, REJECTED],
      [30, null],
    ])
    const out = thin(s, 0, 40, 10, { kind: 'total' })
    expect(out.form).toBe('raw')
    expect(toEntries(out)).toEqual([
      [10, 1, GOOD],
      [20, null, MISSING],
      [30, null, MISSING],
    ])
  })
})
