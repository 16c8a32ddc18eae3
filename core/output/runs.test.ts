import { expect, test } from 'vitest'
import { fromEntries, type Entry } from '../series/index.ts'
import { HOUR, MINUTE } from '../time/index.ts'
import { unitRuns } from './runs.ts'

const GAP = 15 * MINUTE
const at = (minutes: number) => minutes * MINUTE
const readings = (list: Entry[]) => fromEntries(list.map(([m, v, q]) => [at(m), v, q] as Entry))
const runs = (v: number) => v > 10
const span = (from: number, to: number) => ({ start: at(from), end: at(to) })

test('a reading holds until the next, and is split at the limits of spans', () => {
  const power = readings([
    [0, 0],
    [10, 500],
    [20, 500],
    [30, 5],
    [40, 0],
    [50, 500],
    [60, 500],
  ])
  expect(unitRuns(power, runs, [span(0, 25), span(25, 60)], GAP)).toEqual([
    { running: at(15), covered: at(25), starts: 1 },
    { running: at(15), covered: at(35), starts: 1 },
  ])
})

test('what is silent for long is not known, but that it runs again is a start', () => {
  const power = readings([
    [0, 0],
    [10, 0],
    [60, 500],
    [70, 500],
    [80, null],
    [90, 500],
  ])
  expect(unitRuns(power, runs, [span(0, 120)], GAP)).toEqual([
    { running: at(10), covered: at(20), starts: 1 },
  ])
})

test('a unit that runs throughout was not started, and without readings nothing is known', () => {
  const power = readings(Array.from({ length: 7 }, (_, i): Entry => [i * 10, 800]))
  expect(unitRuns(power, runs, [span(0, 60)], GAP)).toEqual([{ running: HOUR, covered: HOUR, starts: 0 }])
  expect(unitRuns(readings([]), runs, [span(0, 60)], GAP)).toEqual([{ running: 0, covered: 0, starts: 0 }])
})

test('a start at the limit of two spans is counted where the reading at the limit is missing', () => {
  const power = readings([
    [0, 0],
    [10, 0],
    [20, null],
    [25, 500],
    [30, 500],
  ])
  const whole = unitRuns(power, runs, [span(0, 30)], GAP)
  expect(whole).toEqual([{ running: at(5), covered: at(30), starts: 1 }])
  expect(unitRuns(power, runs, [span(20, 30)], GAP)).toEqual([{ running: at(5), covered: at(10), starts: 1 }])
})
