import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EDITED, ESTIMATED, FLOORED, GOOD, MISSING, REJECTED, SUSPECT, grade } from '../quality/index.ts'
import { equal, fromEntries, slice, toEntries, type Entry, type Series } from '../series/index.ts'
import { applyLayers } from './apply.ts'
import type { EditLayer, CheckLayer, Layer } from './types.ts'

const LAST = 60
const time = fc.integer({ min: 0, max: LAST })
const value = fc.integer({ min: -500, max: 500 }).map((v) => v / 10)
const series = fc
  .array(
    fc.tuple(time, fc.option(value), fc.constantFrom(GOOD, ESTIMATED, SUSPECT, REJECTED, GOOD | FLOORED)),
    { maxLength: 40 },
  )
  .map((list) => fromEntries(list.map(([t, v, q]): Entry => (v === null ? [t, null] : [t, v, q]))))
const span = fc.tuple(time, time).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))
const fill = fc
  .tuple(span, fc.integer({ min: 1, max: 9 }))
  .map(([s, step]) => [{ from: s.from, to: s.to, step }])

const within = (s: { from: number; to: number }, f: { from: number; to: number; step: number }[]) =>
  f.filter((x) => x.from >= s.from && x.to <= s.to)

const act: fc.Arbitrary<EditLayer> = span.chain((s) => {
  const base = { id: 'a', source: 'act' as const, ...s }
  return fc.oneof(
    fc.record({ v: value, f: fill }).map(({ v, f }): EditLayer => ({
      ...base,
      kind: 'replace',
      value: v,
      fill: within(s, f),
    })),
    fc
      .uniqueArray(fc.integer({ min: s.from, max: s.to }), { minLength: 1, maxLength: 5 })
      .chain((ts) => fc.tuple(...ts.sort((a, b) => a - b).map((t) => value.map((v) => [t, v] as const))))
      .map((points): EditLayer => ({ ...base, kind: 'replace', points })),
    fc.constant<EditLayer>({ ...base, kind: 'delete' }),
    fc.tuple(value, value, fill).map(([v0, v1, f]): EditLayer => ({
      ...base,
      kind: 'interpolate',
      line: { t0: s.from - 3, v0, t1: s.to + 2, v1 },
      fill: within(s, f),
    })),
    value.map((b): EditLayer => ({ ...base, kind: 'offset', b })),
    fc.tuple(value, value).map(([b0, b1]): EditLayer => ({ ...base, kind: 'drift', b0, b1 })),
    fc
      .constantFrom(GOOD, ESTIMATED, SUSPECT, REJECTED)
      .map((g): EditLayer => ({ ...base, kind: 'flag', grade: g })),
  )
})
const check: fc.Arbitrary<CheckLayer> = fc
  .tuple(span, fc.constantFrom(ESTIMATED, SUSPECT, REJECTED))
  .map(([s, g]) => ({ id: 'c', source: 'check', kind: 'flag', ...s, grade: g }))
const layers: fc.Arbitrary<Layer[]> = fc.array(fc.oneof({ weight: 3, arbitrary: act }, check), {
  maxLength: 6,
})

const copy = (s: Series): Series => ({ t: s.t.slice(), v: s.v.slice(), q: s.q.slice() })
const s5 = fromEntries([
  [0, 1],
  [10, 2],
  [20, null],
  [30, 4, SUSPECT],
  [40, 5],
])
const one = (layer: object) => toEntries(applyLayers(s5, [{ id: 'x', source: 'act', ...layer } as Layer]))

describe('every layer', () => {
  it('leaves raw unchanged, is sorted, and has MISSING where there is no number', () => {
    fc.assert(
      fc.property(series, layers, (s, list) => {
        const before = copy(s)
        const used = applyLayers(s, list)
        expect(equal(s, before)).toBe(true)
        for (let i = 0; i < used.t.length; i++) {
          if (i > 0) expect(used.t[i]).toBeGreaterThan(used.t[i - 1])
          if (Number.isNaN(used.v[i])) expect(grade(used.q[i])).toBe(MISSING)
          else expect(grade(used.q[i])).not.toBe(MISSING)
        }
      }),
    )
  })

  it('changes nothing outside of its span', () => {
    fc.assert(
      fc.property(series, layers, (s, list) => {
        const free = (t: number) => list.every((l) => t < l.from || t > l.to)
        const rest = (x: Series) => toEntries(x).filter(([t]) => free(t))
        expect(rest(applyLayers(s, list))).toEqual(rest(s))
      }),
    )
  })

  it('gives the same at an instant, whatever is read around it', () => {
    fc.assert(
      fc.property(series, layers, span, (s, list, w) => {
        const whole = slice(applyLayers(s, list), w.from, w.to + 1)
        const part = applyLayers(slice(s, w.from, w.to + 1), list, w)
        expect(toEntries(part)).toEqual(toEntries(whole))
      }),
    )
  })

  it('leaves no trace when it is undone', () => {
    fc.assert(
      fc.property(series, layers, act, (s, list, extra) => {
        const without = applyLayers(s, list)
        applyLayers(s, [...list, extra])
        expect(equal(applyLayers(s, list), without)).toBe(true)
      }),
    )
  })

  it('returns the series itself if no layer touches it', () => {
    expect(applyLayers(s5, [])).toBe(s5)
    expect(
      applyLayers(s5, [{ id: 'x', source: 'act', kind: 'delete', from: 50, to: 60 }], { from: 0, to: 40 }),
    ).toBe(s5)
  })
})

describe('edits', () => {
  it('mark every number in their span as edited', () => {
    fc.assert(
      fc.property(series, act, (s, a) => {
        const used = applyLayers(s, [a])
        for (let i = 0; i < used.t.length; i++)
          if (used.t[i] >= a.from && used.t[i] <= a.to && !Number.isNaN(used.v[i]))
            expect(used.q[i] & EDITED).toBe(EDITED)
      }),
    )
  })

  it('that set values outrank readings sent again', () => {
    const gives = act.filter((a) => a.kind === 'replace' || a.kind === 'delete' || a.kind === 'interpolate')
    fc.assert(
      fc.property(series, series, gives, (sent, again, a) => {
        const inside = (s: Series) => toEntries(slice(applyLayers(s, [a]), a.from, a.to + 1))
        const first = new Map(inside(sent).map((e) => [e[0], e]))
        for (const e of inside(again)) if (first.has(e[0])) expect(e).toEqual(first.get(e[0]))
      }),
    )
  })

  it('apply in the order in which they were made', () => {
    fc.assert(
      fc.property(series, act, act, (s, a, b) => {
        const both = applyLayers(s, [a, b])
        expect(equal(both, applyLayers(applyLayers(s, [a]), [b]))).toBe(true)
      }),
    )
  })

  it('replace: one value, also where nothing was sent', () => {
    expect(
      one({ kind: 'replace', from: 10, to: 25, value: 9, fill: [{ from: 15, to: 25, step: 5 }] }),
    ).toEqual([
      [0, 1, GOOD],
      [10, 9, EDITED],
      [15, 9, EDITED],
      [20, 9, EDITED],
      [25, 9, EDITED],
      [30, 4, SUSPECT],
      [40, 5, GOOD],
    ])
  })

  it('replace: exactly these readings', () => {
    expect(one({ kind: 'replace', from: 5, to: 35, points: [[12, 7]] })).toEqual([
      [0, 1, GOOD],
      [12, 7, EDITED],
      [40, 5, GOOD],
    ])
  })

  it('delete', () => {
    expect(one({ kind: 'delete', from: 0, to: 30 })).toEqual([[40, 5, GOOD]])
  })

  it('interpolate: on the line, as estimates, also where nothing was sent', () => {
    expect(
      one({
        kind: 'interpolate',
        from: 15,
        to: 35,
        line: { t0: 10, v0: 2, t1: 40, v1: 5 },
        fill: [{ from: 25, to: 25, step: 10 }],
      }),
    ).toEqual([
      [0, 1, GOOD],
      [10, 2, GOOD],
      [20, 3, EDITED | ESTIMATED],
      [25, 3.5, EDITED | ESTIMATED],
      [30, 4, EDITED | ESTIMATED],
      [40, 5, GOOD],
    ])
  })

  it('offset: adds to numbers and keeps their grade; nulls stay null', () => {
    expect(one({ kind: 'offset', from: 10, to: 30, b: 0.1 })).toEqual([
      [0, 1, GOOD],
      [10, 2.1, EDITED],
      [20, null, MISSING],
      [30, 4.1, EDITED | SUSPECT],
      [40, 5, GOOD],
    ])
  })

  it('drift: b0 at its beginning, b1 at its end, linear between', () => {
    fc.assert(
      fc.property(series, span, value, value, (s, w, b0, b1) => {
        const used = applyLayers(s, [{ id: 'd', source: 'act', kind: 'drift', ...w, b0, b1 }])
        for (let i = 0; i < s.t.length; i++) {
          if (s.t[i] < w.from || s.t[i] > w.to || Number.isNaN(s.v[i])) continue
          const share = w.to === w.from ? 0 : (s.t[i] - w.from) / (w.to - w.from)
          expect(used.v[i]).toBeCloseTo(s.v[i] + b0 * (1 - share) + b1 * share, 5)
        }
      }),
    )
  })

  it('flag: sets the grade, up or down', () => {
    expect(one({ kind: 'flag', from: 0, to: 30, grade: REJECTED })).toEqual([
      [0, 1, EDITED | REJECTED],
      [10, 2, EDITED | REJECTED],
      [20, null, MISSING],
      [30, 4, EDITED | REJECTED],
      [40, 5, GOOD],
    ])
    expect(one({ kind: 'flag', from: 30, to: 30, grade: GOOD })[3]).toEqual([30, 4, EDITED])
  })
})

describe('flags of checks', () => {
  const fired: CheckLayer = { id: 'c', source: 'check', kind: 'flag', from: 0, to: 40, grade: SUSPECT }
  const confirm: Layer = { id: 'f', source: 'act', kind: 'flag', from: 0, to: 10, grade: GOOD }
  const grades = (list: Layer[]) => Array.from(applyLayers(s5, list).q, grade)

  it('make grades worse, never better', () => {
    fc.assert(
      fc.property(series, check, (s, c) => {
        const used = applyLayers(s, [c])
        for (let i = 0; i < s.t.length; i++) {
          const inside = s.t[i] >= c.from && s.t[i] <= c.to
          expect(grade(used.q[i])).toBe(inside ? Math.max(grade(s.q[i]), c.grade) : grade(s.q[i]))
          expect(used.q[i] & EDITED).toBe(0)
        }
      }),
    )
  })

  it('do not count where the reading was confirmed', () => {
    expect(grades([fired])).toEqual([SUSPECT, SUSPECT, MISSING, SUSPECT, SUSPECT])
    expect(grades([confirm, fired])).toEqual([GOOD, GOOD, MISSING, SUSPECT, SUSPECT])
    expect(grades([fired, confirm])).toEqual([GOOD, GOOD, MISSING, SUSPECT, SUSPECT])
  })

  it('do not count where the value was entered, even after offsets', () => {
    const given: Layer = { id: 'r', source: 'act', kind: 'replace', from: 0, to: 10, value: 3, fill: [] }
    const later: Layer = { id: 'o', source: 'act', kind: 'offset', from: 10, to: 30, b: 3 }
    expect(grades([given, fired])).toEqual([GOOD, GOOD, MISSING, SUSPECT, SUSPECT])
    expect(grades([given, later, fired])).toEqual([GOOD, GOOD, MISSING, SUSPECT, SUSPECT])
  })

  it('count again where the value changed after it was confirmed', () => {
    const later: Layer = { id: 'o', source: 'act', kind: 'offset', from: 10, to: 10, b: 3 }
    expect(grades([confirm, later, fired])).toEqual([GOOD, SUSPECT, MISSING, SUSPECT, SUSPECT])
  })
})
