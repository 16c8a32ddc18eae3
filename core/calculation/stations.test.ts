import { describe, expect, test } from 'vitest'
import { GOOD, MISSING, REJECTED, STALE, SUSPECT } from '#core/quality/index.ts'
import { fromEntries } from '#core/series/index.ts'
import { computedSeries, inputSeries, isComputedCode } from './codes.ts'
import { compute } from './compute.ts'
import {
  HOUR,
  MINUTE,
  T0,
  ZONE,
  at,
  description,
  every,
  inputsFrom,
  station,
  table,
  version,
} from './fixtures.ts'
import type { Inputs } from './inputs.ts'
import { reachOfChange } from './reach.ts'

const rating = (rows: number[][], from = -Infinity, to: number | null = null) =>
  version('ZQ', table('ZQ', 'river', rows), from, to)
const ROWS = [
  [12, 0],
  [13, 8],
  [14, 45],
]
const plant = (more: Parameters<typeof description>[0] = {}) =>
  description({
    stations: [version('river', station('river', { type: 4, every: 600 }))],
    tables: [rating(ROWS)],
    ...more,
  })
const read = (d: ReturnType<typeof plant>, inputs: Inputs, t = T0 + HOUR) =>
  at(compute(d, inputs, t, t, ZONE), 'station.river.q', t)
const level = (v: number) =>
  inputsFrom({ river: ['instant', every(T0, T0 + 2 * HOUR, 10 * MINUTE, () => v)] })

describe('a station of type 4', () => {
  test('has its discharge from its level by its rating', () => {
    // Half way from 13 to 14 m: (8 + 45) / 2.
    expect(read(plant(), level(13.5))).toEqual({ v: 26.5, q: GOOD })
    expect(read(plant(), level(13))).toEqual({ v: 8, q: GOOD })
    // A quarter of the way from a dry bed, and below it.
    expect(read(plant(), level(12.25))).toEqual({ v: 2, q: GOOD })
    expect(read(plant(), level(11))).toEqual({ v: 0, q: GOOD })
  })

  test('is missing above its rating and without one, with the reason', () => {
    expect(read(plant(), level(14.01))).toEqual({ v: NaN, q: MISSING })
    expect(read(plant({ tables: [] }), level(13))).toEqual({ v: NaN, q: MISSING })
    const wet = [[12, 2], ...ROWS.slice(1)]
    expect(read(plant({ tables: [rating(wet)] }), level(11.9))).toEqual({ v: NaN, q: MISSING })
  })

  test('takes the rating in force at each instant', () => {
    const from = T0 + 90 * MINUTE
    const d = plant({
      tables: [rating(ROWS, -Infinity, from), rating([...ROWS.slice(0, 2), [14, 46]], from)],
    })
    expect(read(d, level(13.5), from - 5 * MINUTE).v).toBe(26.5)
    expect(read(d, level(13.5), from).v).toBe(27)
  })

  test('has the quality of its reading, and none when that is old or rejected', () => {
    const t = T0 + HOUR
    const of = (entries: [number, number | null, number][]) =>
      read(plant(), inputsFrom({ river: ['instant', fromEntries(entries)] }))
    expect(of([[t - 20 * MINUTE, 13, GOOD]])).toEqual({ v: 8, q: GOOD })
    expect(of([[t - 31 * MINUTE, 13, GOOD]])).toEqual({ v: NaN, q: STALE })
    expect(of([])).toEqual({ v: NaN, q: MISSING })
    // The one before it counts.
    expect(
      of([
        [t - 10 * MINUTE, 13, GOOD],
        [t, 99, REJECTED],
      ]),
    ).toEqual({ v: 8, q: GOOD })
    expect(of([[t, 13, SUSPECT]]).v).toBeNaN()
  })

  test('reads a level in another unit, and one that a gain converts to metres', () => {
    const cm = (unit?: string): Inputs => {
      const series = every(T0, T0 + HOUR, 10 * MINUTE, () => 1350)
      return (code) => (code === 'river' ? { kind: 'instant', series, unit } : undefined)
    }
    expect(read(plant(), cm('cm'))).toEqual({ v: 26.5, q: GOOD })
    const body = { name: '', kind: 8, port: '', series: 'river', state: 'installed', plate: '' } as const
    const target = { noun: 'station', id: 'river' } as const
    const d = plant({ sensors: [version('s', { ...body, target, gain: 0.01, offset: 0.1 })] })
    expect(read(d, cm('cm')).v).toBeCloseTo(8 + 0.6 * 37, 9)
    // A station that sends its discharge needs no rating.
    expect(compute(plant(), cm('m3/s'), T0 + HOUR, T0 + HOUR, ZONE).has('station.river.q')).toBe(false)
  })

  test('is declared, read and protected from other sources; a late level changes it and nothing else', () => {
    const d = plant()
    expect(computedSeries(d).filter((s) => s.code === 'station.river.q')).toEqual([
      { code: 'station.river.q', name: 'river', unit: 'm3/s', kind: 'instant' },
    ])
    expect(inputSeries(d)).toContain('river')
    expect(isComputedCode('station.river.q')).toBe(true)
    expect(reachOfChange(d, 'river', T0, T0, null)).toEqual({
      from: T0 - 30 * MINUTE,
      to: T0 + 35 * MINUTE,
    })
  })
})
