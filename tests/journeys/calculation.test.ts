import { describe, expect, test } from 'vitest'
import { compute, reachOf } from '#core/calculation/index.ts'
import { ESTIMATED, grade, GOOD, MISSING, STALE } from '#core/quality/index.ts'
import { equal, fromEntries, slice, type Series } from '#core/series/index.ts'
import { demoDescription, observe, parseFaults, simulate, type Fault } from '#plant/index.ts'
import { describeSeed } from '../description.ts'

// Eight days of the wet season with a flood in them.
const from = Date.UTC(2025, 9, 12)
const to = from + 8 * 86_400_000
const seed = demoDescription()
const d = describeSeed(seed)
const truth = simulate({ from: from - 86_400_000, to, step: 60_000 })
const kinds = new Map(seed.series.map((s) => [s.code, s.kind]))

function inputsOf(faults: Fault[] = []) {
  const lists = new Map<string, [number, number | null, number][]>()
  for (const r of observe(truth, faults)) {
    let list = lists.get(r.series)
    if (!list) lists.set(r.series, (list = []))
    list.push([r.t, r.v, 0])
  }
  const inputs = new Map(
    [...lists].map(([code, list]) => [code, { series: fromEntries(list), kind: kinds.get(code)! }]),
  )
  return (code: string) => inputs.get(code)
}

const clean = inputsOf()
const run = (inputs = clean, a = from, b = to) => compute(d, inputs, a, b, seed.plant.zone)

/** Root mean square difference from a column of the truth, at the instants of the series. */
function difference(s: Series, column: Float64Array) {
  const at = new Map(Array.from(truth.t, (t, i) => [t, column[i]]))
  let square = 0
  let sum = 0
  let worst = 0
  let n = 0
  for (let i = 0; i < s.t.length; i++) {
    const e = s.v[i] - at.get(s.t[i])!
    square += e * e
    sum += e
    worst = Math.max(worst, Math.abs(e))
    n++
  }
  return { rmse: Math.sqrt(square / n), bias: sum / n, worst, n }
}

describe('the calculation against the simulated truth', () => {
  const out = run()

  test('an instant every five minutes, every quantity good', () => {
    for (const field of [
      'lake_level',
      'total_capacity',
      'total_discharge_lake',
      'total_discharge_out',
      'power',
    ]) {
      const s = out.get(`general.${field}`)!
      expect(s.t.length, field).toBe(8 * 288 + 1)
      expect(s.t[0]).toBe(from)
      expect(s.t.at(-1)).toBe(to)
      expect(
        [...new Set(s.q)].filter((q) => grade(q) !== GOOD),
        field,
      ).toEqual([])
    }
  })

  test('level within a centimetre, outflow within two percent of its size', () => {
    expect(difference(out.get('general.lake_level')!, truth.level).rmse).toBeLessThan(0.01)
    const flow = difference(out.get('general.total_discharge_out')!, truth.outflow)
    const mean = truth.outflow.reduce((a, b) => a + b, 0) / truth.length
    expect(Math.abs(flow.bias)).toBeLessThan(0.01 * mean)
  })

  test('inflow: its volume within one percent, its course within the accuracy of a centimetre of level', () => {
    const inflow = out.get('general.inflow_moving_average')!
    const e = difference(inflow, truth.inflow)
    const peak = Math.max(...truth.inflow)
    const mean = truth.inflow.reduce((a, b) => a + b, 0) / truth.length
    expect(Math.abs(e.bias)).toBeLessThan(0.02 * mean)
    expect(Math.max(...inflow.v)).toBeGreaterThan(0.9 * peak)
    expect(Math.max(...inflow.v)).toBeLessThan(1.1 * peak)
  })

  test('basin rain adds up to the rain that fell', () => {
    const rain = out.get('basin.rain')!
    const sum = rain.v.reduce((a, b) => a + b, 0)
    const fell =
      truth.basinRainTotal[truth.length - 1] - truth.basinRainTotal[Array.from(truth.t).indexOf(from)]
    expect(fell).toBeGreaterThan(20)
    expect(Math.abs(sum - fell) / fell).toBeLessThan(0.15)
  })

  test('any span computed alone has the same digits as within the whole: live and recomputed are the same', () => {
    for (const [a, b] of [
      [from + 3 * 86_400_000, from + 3 * 86_400_000],
      [from + 86_400_000 + 300_000, from + 2 * 86_400_000],
      [to - 3_600_000, to],
    ]) {
      const part = run(clean, a, b)
      for (const [code, s] of out)
        expect(equal(part.get(code)!, slice(s, a, b + 1)), `${code} ${a}`).toBe(true)
    }
  })

  test('inputs beyond its reach do not matter', () => {
    const a = from + 2 * 86_400_000
    const { before, back } = reachOf(d)
    const cut = (code: string) => {
      const input = clean(code)
      if (!input) return undefined
      const { t } = input.series
      // With the entry before, as history carries it.
      let first = t.findIndex((x) => x >= a - before)
      if (first > 0) first--
      return { kind: input.kind, series: slice(input.series, t[first], a + back + 1) }
    }
    const part = run(cut, a, a)
    for (const [code, s] of out) expect(equal(part.get(code)!, slice(s, a, a + 1)), code).toBe(true)
  })
})

describe('when sensors fail', () => {
  const middle = from + 4 * 86_400_000
  const at = (s: Series, t: number) => {
    const i = s.t.indexOf(t)
    return { v: s.v[i], q: s.q[i] }
  }
  const faults = (text: string) => parseFaults(text, middle)

  test('both level sensors silent: no level, no inflow, with the reason; closed gates still count', () => {
    const silent = faults('silent:level.reservoir.*@now/+3h')
    const out = run(inputsOf(silent))
    const t = middle + 3_600_000
    expect(at(out.get('general.lake_level')!, t).v).toBeNaN()
    expect(grade(at(out.get('general.lake_level')!, t).q)).toBe(STALE)
    expect(at(out.get('general.total_discharge_lake')!, t).v).toBeNaN()
    expect(grade(at(out.get('general.total_discharge_lake')!, t).q)).toBeGreaterThanOrEqual(STALE)
  })

  test('one of two level sensors silent: the other is used, and the value is flagged', () => {
    const out = run(inputsOf(faults('silent:level.reservoir.1@now/+3h')))
    const level = at(out.get('general.lake_level')!, middle + 3_600_000)
    expect(level.v).toBeCloseTo(at(run().get('general.lake_level')!, middle + 3_600_000).v, 1)
    expect(grade(level.q)).not.toBe(GOOD)
    expect(grade(level.q)).toBeLessThan(STALE)
  })

  test('a silent power sensor: that unit, the turbine total and the outflow are estimates, then missing, not zero', () => {
    const out = run(inputsOf(faults('silent:unit.1.power@now/+3h')))
    // Its last power is held for two hours.
    const held = at(out.get('unit.unit.1.q')!, middle + 3_600_000)
    // The same power, with the head of its own time.
    expect(Math.abs(held.v / at(out.get('unit.unit.1.q')!, middle).v - 1)).toBeLessThan(0.02)
    expect(grade(held.q)).toBe(ESTIMATED)
    expect(grade(at(out.get('general.total_discharge_out')!, middle + 3_600_000).q)).toBe(ESTIMATED)
    const t = middle + 2.5 * 3_600_000
    expect(at(out.get('unit.unit.1.q')!, t).v).toBeNaN()
    expect(at(out.get('unit.unit.2.q')!, t).v).not.toBeNaN()
    expect(at(out.get('general.total_discharge_turbine')!, t).v).toBeNaN()
    expect(at(out.get('general.total_discharge_out')!, t).v).toBeNaN()
    expect([STALE, MISSING]).toContain(grade(at(out.get('general.total_discharge_out')!, t).q))
  })
})
