import { MINUTE } from '../time/units.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ESTIMATED, GOOD, MISSING, PARTIAL, REJECTED, STALE, SUSPECT } from '../quality/index.ts'
import { fromEntries } from '../series/index.ts'
import type { Entry } from '../series/index.ts'
import { LEVEL_CHECKS, calibratedSeries, checkLevel, levelChecks, levelOf, levelsOf } from './index.ts'
import type { PositionReading } from './index.ts'

const EVERY = 5 * MINUTE
const LIMITS = { min: 590, max: 640, every: EVERY }
const { range, rate, spike, stale, disagreement } = LEVEL_CHECKS
const series = (values: (number | null)[], step = EVERY) =>
  fromEntries(values.map((v, i): Entry => [i * step, v]))
const fired = (values: (number | null)[], limits = LIMITS, step = EVERY) => [
  ...checkLevel(series(values, step), limits).fired,
]

describe('checkLevel', () => {
  it('rejects impossible levels', () => {
    const { q, fired: f } = checkLevel(series([0, 615, 615, -990, 615, 615, 8000, 615, null]), LIMITS)
    expect([...q]).toEqual([REJECTED, GOOD, GOOD, REJECTED, GOOD, GOOD, REJECTED, GOOD, MISSING])
    expect([...f]).toEqual([range, 0, 0, range, 0, 0, range, 0, 0])
  })

  it('marks spikes of one or two readings as suspect, up and down', () => {
    const flat = (at: Record<number, number>) =>
      Array.from({ length: 14 }, (_, i) => at[i] ?? 615 + (i % 2) / 100)
    expect(fired(flat({}))).toEqual(Array(14).fill(0))
    for (const at of [0, 5, 13]) {
      const up = fired(flat({ [at]: 615.5 }))
      expect(up[at]).toBe(spike)
      expect(up.filter((f) => f !== 0).length).toBe(1)
    }
    expect(
      fired(flat({ 6: 614.2, 7: 614.2 }))
        .map((f, i) => [i, f])
        .filter(([, f]) => f),
    ).toEqual([
      [6, spike],
      [7, spike],
    ])
    expect(fired(flat({ 7: 614.95 }))[7]).toBe(spike)
  })

  it('does not take single steps of the sensor for spikes', () => {
    expect(fired([615, 615, 615, 615.01, 615, 615, 615, 615, 615.02, 615, 615, 615])).toEqual(
      Array(12).fill(0),
    )
    const coarse = [615, 615, 615, 615.1, 615, 615, 615]
    expect(fired(coarse)[3]).toBe(spike)
    expect([...checkLevel(series(coarse), { ...LIMITS, resolution: 0.1 }).fired]).toEqual(Array(7).fill(0))
  })

  it('accepts floods, from the first reading on', () => {
    const flood = [
      615, 615, 615, 615, 615, 615.2, 615.5, 615.9, 616.4, 616.9, 617.2, 617.3, 617.2, 617, 616.7,
    ]
    for (let n = 1; n <= flood.length; n++) expect(fired(flood.slice(0, n))).toEqual(Array(n).fill(0))
    const turn = [406.57, 406.49, 406.44, 406.4, 406.44, 406.45, 406.45]
    expect(fired(turn, { min: 375, max: 415, every: 60 * MINUTE }, 60 * MINUTE)).toEqual(Array(7).fill(0))
  })

  it('never fires on a level that rises or falls within the rate', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 24 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(steps, fc.boolean(), (list, down) => {
        let cm = 61_500
        const values = list.map((s) => (cm += down ? -s : s) / 100)
        expect(fired(values)).toEqual(values.map(() => 0))
      }),
    )
  })

  it('holds the newest reading back until the next one confirms it', () => {
    const values = [615, 615.01, 615, 615, 615.9]
    expect(fired(values)[4]).toBe(spike)
    expect(fired([...values, 615.92, 615.93])[4]).toBe(0)
    expect(fired([...values, 615, 615])[4]).toBe(spike)
  })

  it('marks a change that is too fast as suspect, and accepts it in time', () => {
    const values = [615, 615, 615, 615, 618.5, 618.5, 618.5, 618.5, 618.5, 618.5]
    expect(fired(values)).toEqual([0, 0, 0, 0, rate, rate, rate, 0, 0, 0])
    expect(fired(values, { ...LIMITS, rate: 4 } as typeof LIMITS)).toEqual(Array(10).fill(0))
    // A change of one centimetre within a second is no flood of 3 m in five minutes.
    expect(fired([615, 615.01, 615.02, 615.01], LIMITS, 1000)).toEqual([0, 0, 0, 0])
  })

  it('keeps the quality as sent, and ignores unusable readings', () => {
    const s = fromEntries([
      [0, 615, ESTIMATED],
      [EVERY, 700, SUSPECT],
      [2 * EVERY, 0, ESTIMATED],
    ])
    const { q, fired: f } = checkLevel(s, LIMITS)
    expect([...q]).toEqual([ESTIMATED, SUSPECT, REJECTED])
    expect([...f]).toEqual([0, 0, range])
    expect([...s.q]).toEqual([ESTIMATED, SUSPECT, ESTIMATED])
  })

  it('does not compare across a gap', () => {
    const s = fromEntries(
      [0, 1, 2, 3, 300, 301, 302, 303].map((i): Entry => [i * EVERY, i < 100 ? 610 : 620]),
    )
    expect([...checkLevel(s, LIMITS).fired]).toEqual(Array(8).fill(0))
  })

  it('names the checks that fired', () => {
    expect(levelChecks(range | spike)).toEqual(['range', 'spike'])
    expect(levelChecks(0)).toEqual([])
  })
})

describe('levelOf', () => {
  const at = (raw: number | null, more: Partial<PositionReading> = {}): PositionReading => ({
    raw,
    gain: 1,
    offset: 0,
    average: true,
    ...more,
  })

  it('is the mean of calibrated positions', () => {
    expect(
      levelOf([at(3.21, { offset: 612 }), at(1.645, { gain: 2, offset: 611.98 }), at(9, { average: false })]),
    ).toMatchObject({
      level: (615.21 + 615.27) / 2,
      q: GOOD,
      fired: 0,
      used: 2,
    })
  })

  it('leaves out old, missing and unusable positions, and reports them', () => {
    const fresh = at(615, { age: 2 * EVERY, every: EVERY })
    const old = at(616, { age: 2 * EVERY + 1, every: EVERY })
    expect(levelOf([fresh])).toMatchObject({ level: 615, q: GOOD, fired: 0 })
    expect(levelOf([fresh, old])).toMatchObject({ level: 615, q: PARTIAL, fired: stale, used: 1 })
    expect(levelOf([old])).toMatchObject({ level: NaN, q: STALE, fired: stale })
    expect(levelOf([fresh, at(null), at(NaN)])).toMatchObject({ level: 615, q: PARTIAL })
    expect(levelOf([fresh, at(616, { q: SUSPECT })])).toMatchObject({ level: 615, q: PARTIAL })
    expect(levelOf([fresh, at(615.02, { q: SUSPECT })], true)).toMatchObject({ level: 615.01, q: SUSPECT })
    expect(levelOf([at(null)])).toMatchObject({ level: NaN, q: MISSING })
    expect(levelOf([])).toMatchObject({ level: NaN, q: MISSING, used: 0 })
    expect(levelOf([at(615, { average: false })])).toMatchObject({ level: NaN, q: MISSING })
  })

  it('takes the median of three that disagree', () => {
    expect(levelOf([at(615), at(615.02), at(619)])).toMatchObject({ level: 615.02, fired: disagreement })
    expect(levelOf([at(615), at(615.02), at(615.1)])).toMatchObject({ level: 615.04, fired: 0 })
    expect(levelOf([at(619), at(615), at(615.02), at(615.04)]).level).toBeCloseTo(615.03, 9)
    expect(levelOf([at(615), at(615.2)])).toMatchObject({ level: 615.1, fired: disagreement })
  })
})

describe('levelsOf', () => {
  const limits = { min: 590, max: 640 }
  const sensor = (values: (number | null)[], more = {}) => ({
    readings: series(values),
    gain: 1,
    offset: 600,
    average: true,
    every: EVERY,
    ...more,
  })

  it('gives each instant the latest good readings', () => {
    const a = sensor([15, 15.01, 15.02, 99, 15.04, null, null, null, null])
    const b = sensor([15, 15.01, 15.02, 15.03, 15.04, 15.05, 15.06, 15.07, 15.08])
    const out = levelsOf([a, b], [-1, 0, 3 * EVERY, 4 * EVERY + 1000, 6 * EVERY, 7 * EVERY], limits)
    expect([...out.v].map((v) => (Number.isNaN(v) ? null : Math.round(v * 1000) / 1000))).toEqual([
      null,
      615,
      615.025,
      615.04,
      615.05,
      615.07,
    ])
    expect([...out.q]).toEqual([MISSING, GOOD, GOOD, GOOD, GOOD, PARTIAL])
    expect([...out.fired]).toEqual([0, 0, 0, 0, 0, stale])
    expect(out.sensors[0].fired[3]).toBe(range)
    expect(out.sensors[1].fired.every((f) => f === 0)).toBe(true)
  })

  it('equals levelOf at a single instant', () => {
    const out = levelsOf(
      [
        sensor([3.21], { offset: 612 }),
        sensor([3.29], { offset: 611.98 }),
        sensor([9.99], { average: false }),
      ],
      [0],
      limits,
    )
    expect(out.v[0]).toBeCloseTo(615.24, 9)
    expect([...levelsOf([], [0], limits).q]).toEqual([MISSING])
  })

  it('does not modify the readings', () => {
    const s = series([15, 0, 15])
    levelsOf([sensor([])], [0], limits)
    expect([...calibratedSeries(s, 2, 1).v]).toEqual([31, 1, 31])
    expect([...s.v]).toEqual([15, 0, 15])
  })
})
