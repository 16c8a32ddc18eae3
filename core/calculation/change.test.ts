import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Description, Version } from '#core/description/index.ts'
import { GOOD, grade, MISSING, STALE } from '#core/quality/index.ts'
import { equal, slice, type Series } from '#core/series/index.ts'
import { compute } from './compute.ts'
import {
  HOUR,
  MINUTE,
  T0,
  ZONE,
  at,
  description,
  every,
  gate,
  inputsFrom,
  parameters,
  position,
  table,
  unit,
  version,
} from './fixtures.ts'
import { reachOf } from './reach.ts'
import { asInputs, FROM, plant, readings, TO } from './scenario.ts'

const even = fc.noBias(fc.integer({ min: 0, max: 999_999 })).map((n) => n / 1e6)

/** What may be found out about a plant: an edit of the body of one item. */
type Edit = (d: Description) => [keyof Omit<Description, 'hydroCode'>, string, (body: never) => unknown]

const edits: Record<string, Edit> = {
  calibration: () => ['positions', 'z1', (b: object) => ({ ...b, offset: 0.03, gain: 1.0001 })],
  'reporting interval': () => ['positions', 'z2', (b: object) => ({ ...b, every: 900 })],
  'storage curve': () => [
    'tables',
    'ZV',
    (b: { rows: number[][] }) => ({ ...b, rows: b.rows.map(([z, v]) => [z, 1.07 * v]) }),
  ],
  rating: () => [
    'tables',
    'ZAQ',
    (b: { rows: number[][] }) => ({ ...b, rows: b.rows.map(([z, a, q]) => [z, a, 0.9 * q]) }),
  ],
  'turbine table': () => [
    'tables',
    'nHPQ',
    (b: { rows: number[][] }) => ({ ...b, rows: b.rows.map(([n, h, p, q]) => [n, h, p, 1.05 * q]) }),
  ],
  tailwater: () => [
    'tables',
    'QZ',
    (b: { rows: number[][] }) => ({ ...b, rows: b.rows.map(([q, z]) => [q, z + 0.2]) }),
  ],
  gate: () => [
    'gates',
    'formula',
    (b: object) => ({ ...b, parameters: { width: 9, sill: 600, maxOpening: 6 } }),
  ],
  unit: () => ['units', 'u1', (b: object) => ({ ...b, cutIn: 0.3 })],
  station: () => ['stations', 'r1', (b: object) => ({ ...b, thiessen: 0.9 })],
  seepage: () => ['parameters', 'parameters', (b: object) => ({ ...b, seepage: 1, movingPoints: 3 })],
  interval: () => ['parameters', 'parameters', (b: object) => ({ ...b, interval: 900 })],
  suspects: () => ['parameters', 'parameters', (b: object) => ({ ...b, allowSuspect: true })],
}

/** The description with an edit in force from c on; from always with c = -Infinity. */
function edited(d: Description, edit: Edit, c: number): Description {
  const [noun, id, change] = edit(d)
  const versions = (d[noun] as Version<unknown>[]).flatMap((v) => {
    if (v.id !== id) return [v]
    const next = version(id, change(v.body as never), c)
    return c === -Infinity ? [next] : [{ ...v, to: c }, next]
  })
  return { ...d, [noun]: versions }
}

const until = (out: Map<string, Series>, c: number) =>
  new Map([...out].map(([code, s]) => [code, slice(s, -Infinity, c)]))
const since = (out: Map<string, Series>, c: number) =>
  new Map([...out].map(([code, s]) => [code, slice(s, c, Infinity)]))

function same(a: Map<string, Series>, b: Map<string, Series>, what: string): void {
  for (const [code, s] of a) {
    const other = b.get(code)
    if (s.t.length > 0 || other) expect(other !== undefined && equal(s, other), `${what}: ${code}`).toBe(true)
  }
}

describe('a description that changes within the span', () => {
  test.each(Object.keys(edits))('%s: values before stay, values after are new', (name) => {
    let differs = 0
    fc.assert(
      fc.property(fc.noBias(fc.nat()), fc.boolean(), even, (seed, tail, place) => {
        const c = FROM + 6 * HOUR + Math.floor((place * (TO - FROM - 20 * HOUR)) / MINUTE) * MINUTE
        const old = plant(tail)
        const changing = edited(old, edits[name], c)
        const always = edited(old, edits[name], -Infinity)
        const inputs = asInputs(readings(seed))
        const out = compute(changing, inputs, FROM, TO, ZONE)
        same(until(out, c), until(compute(old, inputs, FROM, TO, ZONE), c), 'before')
        const settled = c + reachOf(changing).after
        const now = compute(always, inputs, FROM, TO, ZONE)
        same(since(out, settled), since(now, settled), 'after')
        // Outlets know nothing of the past: they are new at once.
        if (!['calibration', 'reporting interval', 'suspects'].includes(name)) {
          const outlets = [...out].filter(([code]) => /^(outlet|leaf|unit)\./.test(code))
          same(since(new Map(outlets), c), since(now, c), 'at once')
        }
        const was = compute(old, inputs, settled, TO, ZONE)
        for (const [code, s] of since(out, settled)) if (!equal(s, was.get(code)!)) differs++
      }),
      // Whether a sensor reports every 5 or 15 minutes matters only where it falls silent, which is not in every plant.
      { numRuns: name === 'reporting interval' ? 40 : 8 },
    )
    expect(differs).toBeGreaterThan(0)
  })

  test.each(Object.keys(edits))('%s: any part of the span has the digits of the whole', (name) => {
    fc.assert(
      fc.property(fc.noBias(fc.nat()), fc.boolean(), even, even, (seed, tail, place, start) => {
        const c = FROM + Math.floor((place * (TO - FROM)) / MINUTE) * MINUTE
        const d = edited(plant(tail), edits[name], c)
        const inputs = asInputs(readings(seed))
        const a = FROM + Math.floor((start * (TO - FROM)) / (15 * MINUTE)) * 15 * MINUTE
        const b = Math.min(TO, a + 4 * HOUR)
        const whole = compute(d, inputs, FROM, TO, ZONE)
        const part = compute(d, inputs, a, b, ZONE)
        for (const [code, s] of whole) {
          const own = slice(s, a, b + 1)
          if (own.t.length > 0) expect(equal(part.get(code)!, own), `${code} ${c - a}`).toBe(true)
        }
      }),
      { numRuns: 8 },
    )
  })
})

describe('the balance over a change', () => {
  const END = T0 + 6 * HOUR
  const c = T0 + 3 * HOUR
  const flat = every(T0 - 12 * HOUR, END, 5 * MINUTE, () => 612)
  const open = every(T0 - 12 * HOUR, END, 5 * MINUTE, () => 1)
  const run = (d: Description, more: Parameters<typeof inputsFrom>[0] = {}) =>
    compute(d, inputsFrom({ z: ['instant', flat], 'g.opening': ['step', open], ...more }), T0, END, ZONE)
  const inflows = (out: Map<string, Series>) => out.get('general.total_discharge_lake')!
  /** Through an orifice 8 m wide, 1 m open, under 12 m. */
  const Q = 0.6 * 8 * 1 * Math.sqrt(2 * 9.81 * 12)

  test('a version that changes nothing leaves no hole', () => {
    const d = description({
      gates: [version('g', gate('g'))],
      positions: [version('z', position('z'), -Infinity, c), version('z', position('z'), c)],
    })
    const s = inflows(run(d))
    expect(new Set(s.q)).toEqual(new Set([GOOD]))
    for (const v of s.v) expect(v).toBeCloseTo(Q, 9)
  })

  test('a new storage curve adds no water', () => {
    const curve = (top: number, from?: number, to?: number) =>
      version(
        'ZV',
        table('ZV', null, [
          [580, 0],
          [640, top],
        ]),
        from,
        to ?? null,
      )
    const d = {
      ...description({ gates: [version('g', gate('g'))] }),
      tables: [curve(60, undefined, c), curve(66, c)],
    }
    const out = run(d)
    for (const v of inflows(out).v) expect(v).toBeCloseTo(Q, 9)
    expect(
      at(out, 'general.total_capacity', c).v - at(out, 'general.total_capacity', c - 5 * MINUTE).v,
    ).toBeCloseTo(3.2e6, 0)
  })

  test('a gate taken out of use, or into use, counts to the minute', () => {
    const cutAt = c + 2 * MINUTE
    const d = description({
      parameters: [version('p', parameters({ inflowMethod: 1, window: 300, movingPoints: 1 }))],
      gates: [version('g', gate('g'), -Infinity, cutAt), version('h', gate('h'), cutAt + MINUTE)],
    })
    const out = run(d, { 'h.opening': ['step', open] })
    expect(at(out, 'general.total_discharge_lake', c).v).toBeCloseTo(Q, 9)
    expect(at(out, 'general.total_discharge_lake', c + 5 * MINUTE).v).toBeCloseTo((Q * 4) / 5, 9)
    expect(at(out, 'general.total_discharge_lake', c + 10 * MINUTE).v).toBeCloseTo(Q, 9)
    expect(out.get('outlet.g.q')!.t.at(-1)).toBe(c)
    expect(out.get('outlet.h.q')!.t[0]).toBe(c + 5 * MINUTE)
  })

  test('with a changed interval, the mean outflow covers the same hour', () => {
    // Opens at c - 30 min: half of the hour before c.
    const opening = every(T0 - 12 * HOUR, END, 5 * MINUTE, (t) => (t < c - 30 * MINUTE ? 0 : 1))
    for (const [before, after] of [
      [300, 900],
      [900, 300],
      [600, 240],
    ]) {
      const p = (interval: number) => parameters({ interval, inflowMethod: 1, movingPoints: 1, window: 3600 })
      const d = description({
        parameters: [version('p', p(before), -Infinity, c), version('p', p(after), c)],
        gates: [version('g', gate('g'))],
      })
      const out = run(d, { 'g.opening': ['step', opening] })
      const s = inflows(out)
      for (let i = 0; i < s.t.length; i++) {
        const share = Math.min(1, Math.max(0, (s.t[i] - (c - 30 * MINUTE)) / HOUR))
        expect(s.v[i], `${before} to ${after} at ${(s.t[i] - c) / MINUTE}`).toBeCloseTo(Q * share, 9)
        expect(s.t[i] % (1000 * (s.t[i] < c ? before : after))).toBe(0)
      }
      expect(slice(s, c, END).t.length).toBe((3 * 3600) / after)
    }
  })

  test('a table of the plant serves the only gate, until there is another', () => {
    const rows = [610, 620].flatMap((z) => [0, 6].map((a) => [z, a, 50 * a]))
    const d = description({
      gates: [version('g', gate('g')), version('h', gate('h'), c)],
      tables: [version('ZAQ', table('ZAQ', null, rows))],
    })
    const out = run(d, { 'h.opening': ['step', open] })
    expect(at(out, 'outlet.g.q', c - 5 * MINUTE).v).toBe(50)
    expect(at(out, 'outlet.g.q', c).v).toBeCloseTo(Q, 9)
  })

  test('a position that no longer counts is neither awaited nor reported missing', () => {
    const d = description({
      positions: [
        version('z', position('z')),
        version('y', position('y'), -Infinity, c),
        version('y', position('y', { average: false }), c),
      ],
    })
    const gone = every(T0 - 12 * HOUR, c - 1, 5 * MINUTE, () => 612)
    const out = run(d, { y: ['instant', gone] })
    expect(new Set(out.get('general.lake_level')!.q)).toEqual(new Set([GOOD]))
  })

  test('no position at all: missing; a silent one: stale', () => {
    const none = run(description({ positions: [] }))
    expect(grade(at(none, 'general.lake_level', END).q)).toBe(MISSING)
    expect(grade(at(none, 'general.total_discharge_lake', END).q)).toBe(MISSING)
    const silent = every(T0 - 20 * HOUR, T0 - 18 * HOUR, 5 * MINUTE, () => 612)
    const out = run(description({ units: [version('u', unit('u'))] }), {
      z: ['instant', silent],
      'u.power': ['instant', silent],
    })
    for (const code of [
      'lake_level',
      'total_capacity',
      'total_discharge_out',
      'total_discharge_lake',
      'power',
    ])
      expect(grade(at(out, `general.${code}`, END).q), code).toBe(STALE)
  })
})
