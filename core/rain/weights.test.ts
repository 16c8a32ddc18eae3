import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gaugeWeights } from './index.ts'

const BASIN: [number, number][] = [
  [108, 14],
  [109, 14],
  [109, 15],
  [108, 15],
]
const gauge = (longitude: number, thiessen: number | null = null) => ({ longitude, latitude: 14.5, thiessen })
const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0)

describe('weights of gauges', () => {
  test('without entered ones are those of their polygons, without an outline all equal', () => {
    const gauges = [gauge(108.25), gauge(108.75)]
    gaugeWeights(gauges, BASIN).used.forEach((w) => expect(w).toBeCloseTo(0.5, 3))
    expect(gaugeWeights(gauges, null).used).toEqual([0.5, 0.5])
  })

  test('an entered one counts as it is; the others share the rest, by their polygons', () => {
    const gauges = [gauge(108.125, 0.6), gauge(108.5), gauge(108.875)]
    const { computed, used } = gaugeWeights(gauges, BASIN)
    expect(used[0]).toBe(0.6)
    expect(sum(used)).toBeCloseTo(1, 12)
    expect(used[1] / used[2]).toBeCloseTo(computed![1].weight / computed![2].weight, 9)
  })

  test('entered for all gauges are used as they are; a mixture sums to 1 unless the entered ones exceed it', () => {
    const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null })
    fc.assert(
      fc.property(fc.array(share, { minLength: 1, maxLength: 6 }), (shares) => {
        const gauges = shares.map((s, i) => gauge(108.1 + i * 0.15, s))
        const { used } = gaugeWeights(gauges, BASIN)
        const entered = sum(shares.filter((s) => s !== null))
        shares.forEach((s, i) => s !== null && expect(used[i]).toBe(s))
        if (shares.includes(null)) expect(sum(used)).toBeCloseTo(Math.max(1, entered), 9)
      }),
    )
  })
})
