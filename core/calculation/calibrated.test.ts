import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Sensor } from '#core/description/index.ts'
import { GOOD } from '#core/quality/index.ts'
import { fromEntries, type Entry, type SeriesKind } from '#core/series/index.ts'
import { calibratedInputs, calibrationOf, effectiveValue } from './calibrated.ts'
import { compute } from './compute.ts'
import { HOUR, MINUTE, T0, ZONE, at, description, every, gate, inputsFrom, version } from './fixtures.ts'

const sensor = (series: string, more: Partial<Sensor> = {}): Sensor => ({
  name: series,
  kind: 5,
  port: '',
  target: { noun: 'leaf', id: 'g/g' },
  series,
  state: 'installed',
  gain: 1,
  offset: 0,
  plate: '',
  ...more,
})
const used = (kind: SeriesKind, list: Entry[], sensors: ReturnType<typeof version<Sensor>>[]) => {
  const inputs = inputsFrom({ x: [kind, fromEntries(list)] })
  const s = calibratedInputs(description({ sensors }), inputs)('x')!.series
  return [...s.t].map((t, i) => [t, s.v[i]])
}

describe('calibration in force at the reading', () => {
  test('is that of the version at the instant of the reading', () => {
    const list: Entry[] = [
      [0, 1, GOOD],
      [10, 2, GOOD],
      [20, 3, GOOD],
    ]
    const sensors = [
      version('s', sensor('x', { gain: 2 }), -Infinity, 10),
      version('s', sensor('x', { gain: 10, offset: -1 }), 10, 20),
    ]
    const wanted = [
      [0, 2],
      [10, 19],
      [20, 3],
    ]
    expect(used('instant', list, sensors)).toEqual(wanted)
    const d = description({ sensors })
    expect(list.map(([t, v]) => [t, effectiveValue(d, 'x', t, v!)])).toEqual(wanted)
  })

  test('is that before a change for a total that is stamped at it: it was measured before', () => {
    const sensors = [
      version('s', sensor('x', { gain: 2 }), -Infinity, 10),
      version('s', sensor('x', { gain: 3 }), 10, null),
    ]
    const list: Entry[] = [0, 10, 20].map((t): Entry => [t, 1, GOOD])
    expect(used('total', list, sensors).map(([, v]) => v)).toEqual([2, 2, 3])
    expect(used('mean', list, sensors).map(([, v]) => v)).toEqual([2, 2, 3])
    const d = description({ sensors })
    expect(list.map(([t]) => calibrationOf(d, 'x', t, 'total')?.body.gain)).toEqual([2, 2, 3])
  })

  test('a step gets an entry where its calibration changes', () => {
    const list: Entry[] = [
      [0, 4, GOOD],
      [30, 5, GOOD],
    ]
    const sensors = [
      version('s', sensor('x', { gain: 2 }), 10, 20),
      version('s', sensor('x', { gain: 3 }), 40),
    ]
    expect(used('step', list, sensors)).toEqual([
      [0, 4],
      [10, 8],
      [20, 4],
      [30, 5],
      [40, 15],
    ])
  })

  test('a step has the value of its last reading under the calibration of each instant', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(times, times, fc.integer({ min: -5, max: 65 }), (readings, cuts, t) => {
        const list = readings.sort((a, b) => a - b).map((x, i): Entry => [x, i + 1, GOOD])
        const edges = cuts.sort((a, b) => a - b)
        const sensors = edges.map((from, i) =>
          version('s', sensor('x', { gain: i + 2, offset: i }), from, edges[i + 1] ?? null),
        )
        const out = used('step', list, sensors)
        const raw = list.findLast(([x]) => x <= t)
        const c = edges.findLastIndex((x) => x <= t)
        const expected = raw && (c < 0 ? raw[1] : (c + 2) * (raw[1] as number) + c)
        expect(out.findLast(([x]) => x <= t)?.[1]).toBe(expected)
      }),
    )
  })

  test('a position calibrates its own readings; its sensor does not calibrate them again', () => {
    const sensors = [version('s', sensor('x', { target: { noun: 'position', id: 'z' }, gain: 2 }))]
    expect(used('instant', [[0, 1, GOOD]], sensors)).toEqual([[0, 1]])
  })

  test('the discharge of a gate follows the calibration of its opening', () => {
    const z = every(T0 - 12 * HOUR, T0 + HOUR, 5 * MINUTE, () => 612)
    const a = every(T0 - 12 * HOUR, T0 + HOUR, 5 * MINUTE, () => 100)
    const inputs = inputsFrom({ z: ['instant', z], 'g.opening': ['step', a] })
    const q = (gain: number) => {
      const d = description({
        gates: [version('g', gate('g'))],
        sensors: [version('s', sensor('g.opening', { gain }), T0)],
      })
      const out = compute(d, inputs, T0 - HOUR, T0 + HOUR, ZONE)
      return [at(out, 'outlet.g.q', T0 - MINUTE * 5).v, at(out, 'outlet.g.q', T0 + MINUTE * 5).v]
    }
    const [before, after] = q(0.01)
    expect(before).not.toBeCloseTo(after, 3)
    // 1 m under 12 m of water: an orifice.
    expect(after).toBeCloseTo(0.6 * 8 * 1 * Math.sqrt(2 * 9.81 * 12), 6)
  })
})
