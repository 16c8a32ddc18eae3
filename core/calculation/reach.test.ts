import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Parameters } from '#core/description/index.ts'
import { GOOD, MISSING, REJECTED, usable } from '#core/quality/index.ts'
import { equal, fromEntries, slice, toEntries, type Series } from '#core/series/index.ts'
import { compute } from './compute.ts'
import { inputSeries, isLogCode, loggedOutlets } from './codes.ts'
import { HOUR, MINUTE, ZONE, cut } from './fixtures.ts'
import type { Input } from './inputs.ts'
import { isHeld, reachOf, reachOfChange } from './reach.ts'
import { asInputs, FROM, plant, readings, TO } from './scenario.ts'

/** Anywhere between 0 and 1, not at its ends most of the time. */
const even = fc.noBias(fc.integer({ min: 0, max: 999_999 })).map((n) => n / 1e6)

const some = fc.record({
  seed: fc.noBias(fc.nat()),
  tail: fc.boolean(),
  more: fc.record<Partial<Parameters>>({
    inflowMethod: fc.constantFrom(1, 2, 3),
    movingPoints: fc.constantFrom(1, 5),
    window: fc.constantFrom(900, 1000, 3600),
    allowSuspect: fc.boolean(),
    levelRate: fc.constantFrom(1, 0.1),
  }),
})

/** First and last instant at which two results differ. */
function difference(a: Map<string, Series>, b: Map<string, Series>): [number, number, string[]] {
  let first = Infinity
  let last = -Infinity
  const codes: string[] = []
  for (const code of new Set([...a.keys(), ...b.keys()])) {
    const x = a.get(code)
    const y = b.get(code)
    if (!x || !y || x.t.length !== y.t.length) return [-Infinity, Infinity, [code]]
    for (let i = 0; i < x.t.length; i++) {
      const same = (x.v[i] === y.v[i] || (x.v[i] !== x.v[i] && y.v[i] !== y.v[i])) && x.q[i] === y.q[i]
      if (same) continue
      first = Math.min(first, x.t[i])
      last = Math.max(last, x.t[i])
      if (!codes.includes(code)) codes.push(code)
    }
  }
  return [first, last, codes]
}

describe('the reach of inputs', () => {
  test('a span computed from the inputs within its reach has the digits of the whole', () => {
    const spans = fc.record({
      start: even,
      hours: fc.constantFrom(0, 1, 7),
    })
    fc.assert(
      fc.property(some, spans, ({ seed, tail, more }, { start, hours }) => {
        const d = plant(tail, more)
        const inputs = asInputs(readings(seed))
        const whole = compute(d, inputs, FROM, TO, ZONE)
        const a = FROM + Math.floor((start * (TO - FROM)) / (5 * MINUTE)) * 5 * MINUTE
        const b = Math.min(TO, a + hours * HOUR)
        const { before, back } = reachOf(d)
        const part = compute(d, cut(inputs, a - before, b + back), a, b, ZONE)
        for (const [code, s] of whole) {
          const own = part.get(code) ?? fromEntries([])
          expect(equal(own, slice(s, a, b + 1)), `${code} from ${a} to ${b}`).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('an added, removed or changed entry affects nothing outside its reach', () => {
    const act = fc.record({
      series: fc.noBias(fc.nat()),
      place: even,
      kind: fc.constantFrom('change', 'jump', 'remove', 'reject', 'null', 'insert'),
      by: fc.double({ min: -3, max: 3, noNaN: true }),
    })
    let changed = 0
    fc.assert(
      fc.property(some, act, ({ seed, tail, more }, edit) => {
        const d = plant(tail, more)
        const map = readings(seed)
        const codes = inputSeries(d).filter((code) => map.has(code))
        const code = codes[edit.series % codes.length]
        const { series, kind } = map.get(code)!
        const entries = toEntries(series)
        // Much earlier ones change nothing in the compared span.
        const early = Math.max(
          0,
          entries.findIndex(([x]) => x >= FROM - 6 * HOUR),
        )
        const k = early + Math.floor(edit.place * (entries.length - early))
        const [t, v] = entries[k]
        const here =
          edit.kind === 'insert' && k + 1 < entries.length ? Math.floor((t + entries[k + 1][0]) / 2) : t
        const list = entries.filter(([x]) => x !== here)
        if (edit.kind === 'change') list.push([here, Math.abs((v ?? 1) + edit.by / 50), GOOD])
        if (edit.kind === 'jump' || edit.kind === 'insert')
          list.push([here, Math.abs((v ?? 1) + edit.by), GOOD])
        if (edit.kind === 'reject') list.push([here, v, REJECTED])
        if (edit.kind === 'null') list.push([here, null, MISSING])
        const after = new Map<string, Input>(map).set(code, { kind, series: fromEntries(list) })
        const [first, last, where] = difference(
          compute(d, asInputs(map), FROM, TO, ZONE),
          compute(d, asInputs(after), FROM, TO, ZONE),
        )
        if (last > -Infinity) changed++
        const counting = (of: string) =>
          toEntries(map.get(of)!.series).find(
            ([x, w, q]) => x > here && (w === null ? (q & 7) !== REJECTED : usable(q, more.allowSuspect)),
          )?.[0] ?? Infinity
        // The log replaces a sensor until that reports again.
        const sensors = loggedOutlets(d).find((o) => o.log === code)?.sensors ?? []
        const speaks = (of: string) =>
          toEntries(map.get(of)!.series).find(
            ([x, w, q]) => x > here && w !== null && usable(q, more.allowSuspect),
          )?.[0] ?? Infinity
        const partner = loggedOutlets(d).some((o) => map.has(o.log) && o.sensors.includes(code))
        const next = partner ? speaks(code) : Math.min(counting(code), ...sensors.map(speaks))
        const logs = new Set([...map.keys()].filter(isLogCode))
        const reach = reachOfChange(d, code, here, here, next === Infinity ? null : next, logs)
        const what = `${edit.kind} ${code} ${where.join()} ${(first - here) / MINUTE} to ${(last - here) / MINUTE} min`
        expect(first, what).toBeGreaterThanOrEqual(reach.from)
        expect(last, what).toBeLessThanOrEqual(reach.to)
      }),
      { numRuns: 250 },
    )
    // It is meaningful only where many edits do change something (about 80 do).
    expect(changed).toBeGreaterThan(40)
  })

  test('an opening without a heartbeat counts until the next move', () => {
    const d = plant(false)
    const t = FROM - 12 * HOUR
    const next = FROM + 30 * HOUR
    const map = readings(1)
    const opened = (v: number) =>
      asInputs(
        new Map(map).set('silent.opening', {
          kind: 'step',
          series: fromEntries([
            [FROM - 200 * 24 * HOUR, 0.5],
            [t, v],
            [next, 1],
          ]),
        }),
      )
    const [first, last] = difference(
      compute(d, opened(0.5), FROM, TO, ZONE),
      compute(d, opened(0.7), FROM, TO, ZONE),
    )
    expect(isHeld(d, 'silent.opening')).toBe(true)
    expect(isHeld(d, 'formula.opening')).toBe(false)
    expect(first).toBe(FROM)
    expect(last).toBeGreaterThanOrEqual(next)
    expect(reachOfChange(d, 'silent.opening', t, t, next).to).toBeGreaterThanOrEqual(last)
    expect(reachOfChange(d, 'silent.opening', t, t, null).to).toBe(Infinity)
    expect(reachOfChange(d, 'formula.opening', t, t, null).to).toBeLessThan(t + 24 * HOUR)
  })

  test('rain reaches no further than its total', () => {
    const d = plant(false)
    expect(reachOfChange(d, 'r1', FROM, FROM, null)).toEqual({ from: FROM, to: FROM + 20 * MINUTE })
    // One series for a position and a station: the position reaches further.
    d.positions[0].body.series = 'r1'
    expect(reachOfChange(d, 'r1', FROM, FROM, null).from).toBeLessThan(FROM)
  })
})
