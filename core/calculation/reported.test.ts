import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ESTIMATED, GOOD, MISSING, REJECTED, STALE, grade } from '#core/quality/index.ts'
import { fromEntries, type Entry, type SeriesKind } from '#core/series/index.ts'
import { Cursor } from './cursor.ts'
import { MINUTE } from './fixtures.ts'
import { Reported } from './reported.ts'

const EVERY = 5 * MINUTE
const SILENT = 3 * EVERY
const cursor = (kind: SeriesKind, list: Entry[], heartbeat: boolean, hold = 0) =>
  new Cursor({ kind, series: fromEntries(list) }, { every: EVERY, heartbeat, hold, allowSuspect: false })
const both = (kind: SeriesKind, sensor: Entry[], log: Entry[], hold = 0) =>
  new Reported(cursor(kind, sensor, true, hold), cursor('step', log, false))

describe('a sensor and the log', () => {
  const sensor: Entry[] = [
    [0, 1],
    [EVERY, 2],
    [20 * EVERY, 5],
  ]
  const end = EVERY + SILENT

  test('the log replaces a silent sensor by entries after its last reading', () => {
    const r = both('step', sensor, [[2 * EVERY, 3]])
    expect([r.at(end), r.logged, r.quality]).toEqual([2, false, GOOD])
    expect([r.at(end + 1), r.logged, r.quality]).toEqual([3, true, ESTIMATED])
    expect([r.at(20 * EVERY - 1), r.logged]).toEqual([3, true])
    expect([r.at(20 * EVERY), r.logged, r.quality]).toEqual([5, false, GOOD])
  })

  test('entries from before the last reading are ignored', () => {
    const r = both('step', sensor, [[EVERY - 1, 3]])
    expect([r.at(end + 1), r.logged, grade(r.quality)]).toEqual([NaN, false, STALE])
    const same = both('step', sensor, [[EVERY, 3]])
    expect(same.at(end + 1)).toBe(3)
  })

  test('a rejected reading or a null does not count as a reading', () => {
    const r = both(
      'step',
      [...sensor, [4 * EVERY, 9, REJECTED], [6 * EVERY, null, MISSING]],
      [[2 * EVERY, 3]],
    )
    expect([r.at(8 * EVERY), r.quality]).toEqual([3, ESTIMATED])
  })

  test('without any reading only the log is used', () => {
    const r = both('step', [], [[EVERY, 3]])
    expect([r.at(0), r.quality]).toEqual([NaN, MISSING])
    expect([r.at(EVERY), r.quality]).toEqual([3, GOOD])
    expect(r.integral(EVERY, 3 * EVERY)).toBe((3 * 2 * EVERY) / 1000)
    expect([r.quality, r.most(3 * EVERY)]).toEqual([GOOD, 3])
    const alone = new Reported(null, cursor('step', [[EVERY, 3]], false))
    expect([alone.at(9 * EVERY), alone.logged, alone.quality]).toEqual([3, true, GOOD])
    // The explanation names the entry.
    expect([r.at(9 * EVERY), r.log!.lastUsed, alone.log!.lastUsed]).toEqual([3, 0, 0])
  })

  test('volumes are by sensor and log, each over its own time', () => {
    const r = both('step', sensor, [
      [2 * EVERY, 3],
      [10 * EVERY, 4],
    ])
    const seconds = EVERY / 1000
    // 1 for one interval, 2 for three (until it is silent), 3 until the tenth, 4 until the sensor is back, 5 for one.
    expect(r.integral(0, 21 * EVERY)).toBeCloseTo((1 + 2 * 3 + 3 * 6 + 4 * 10 + 5) * seconds, 9)
    expect([r.quality, r.most(21 * EVERY)]).toEqual([ESTIMATED, 5])
    expect(r.moves(0, 21 * EVERY)).toEqual({
      t: [EVERY, end + 1, 10 * EVERY, 20 * EVERY],
      v: [2, 3, 4, 5],
      logged: [false, true, true, false],
      held: false,
    })
    expect(both('step', sensor, [[0, 3]]).integral(0, 21 * EVERY)).toBeNaN()
    expect(both('step', sensor, [[0, 3]]).moves(0, 21 * EVERY)).toBeNull()
  })
})

describe('a last reading that is held', () => {
  const sensor: Entry[] = [
    [0, 1],
    [EVERY, 2],
    [20 * EVERY, 5],
  ]
  const hold = 10 * EVERY
  const end = EVERY + SILENT

  test('is an estimate once the sensor is silent, up to its limit, and is replaced by later entries', () => {
    const r = both('step', sensor, [[6 * EVERY, 3]], hold)
    expect([r.at(end), r.held, r.quality]).toEqual([2, false, GOOD])
    expect([r.at(end + 1), r.held, r.quality]).toEqual([2, true, ESTIMATED])
    expect([r.at(6 * EVERY), r.held, r.logged, r.quality]).toEqual([3, false, true, ESTIMATED])
    const older = both('step', sensor, [[EVERY - 1, 3]], hold)
    expect([older.at(EVERY + hold), older.held, older.logged]).toEqual([2, true, false])
    expect([older.at(EVERY + hold + 1), older.held, older.quality]).toEqual([NaN, false, STALE])
    expect([older.at(20 * EVERY), older.held, older.quality]).toEqual([5, false, GOOD])
  })

  test('counts in volumes over its own time', () => {
    const seconds = EVERY / 1000
    const r = both('step', sensor, [[6 * EVERY, 3]], hold)
    // 1 for one interval, 2 until the log speaks, 3 until the sensor is back, 5 for one.
    expect(r.integral(0, 21 * EVERY)).toBeCloseTo((1 + 2 * 5 + 3 * 14 + 5) * seconds, 9)
    expect([r.quality, r.held, r.most(21 * EVERY)]).toEqual([ESTIMATED, true, 5])
    expect(r.moves(0, 21 * EVERY)).toEqual({
      t: [EVERY, 6 * EVERY, 20 * EVERY],
      v: [2, 3, 5],
      logged: [false, true, false],
      held: true,
    })
    const none = both('step', sensor, [[0, 3]], hold)
    expect(none.integral(0, 11 * EVERY)).toBeCloseTo((1 + 2 * 10) * seconds, 9)
    expect(none.integral(0, 12 * EVERY)).toBeNaN()
    expect(none.moves(0, 21 * EVERY)).toBeNull()
  })

  test.each<SeriesKind>(['step', 'instant', 'mean'])('of kind %s is held unchanged', (kind) => {
    const c = cursor(kind, sensor, true, hold)
    expect([c.at(9 * EVERY), c.held, c.quality]).toEqual([2, true, ESTIMATED])
    expect(c.integral(8 * EVERY, 9 * EVERY)).toBeCloseTo((2 * EVERY) / 1000, 9)
    expect([c.held, c.quality]).toEqual([true, ESTIMATED])
    expect(c.at(12 * EVERY)).toBeNaN()
  })
})

test('the integral is that of the value in force at each instant', () => {
  const entries = (most: number) =>
    fc.array(fc.tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 9 })), { maxLength: most })
  fc.assert(
    fc.property(
      entries(20),
      entries(6),
      fc.constantFrom<SeriesKind>('step', 'mean', 'instant'),
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 1, max: 60 }),
      (seen, written, kind, start, length) => {
        const at = (list: [number, number][]) => list.map(([m, v]): Entry => [m * MINUTE, v])
        const r = both(kind, at(seen), at(written))
        const [a, b] = [start * MINUTE, (start + length) * MINUTE]
        let sum = 0
        let known = true
        for (let x = a; x < b; x += MINUTE / 4) {
          // Everything changes at quarters of minutes, a mean's cover included; in between it is straight.
          const own = cursor(kind, at(seen), true).integral(x, x + MINUTE / 4)
          if (own === own) {
            sum += own
            continue
          }
          const last = written.filter(([m]) => m * MINUTE <= x).sort((p, q) => p[0] - q[0])
          const tl = last.at(-1)?.[0]
          const newer = seen.some(([m]) => m * MINUTE <= x && tl !== undefined && m > tl)
          if (tl === undefined || newer) known = false
          else sum += at(written).findLast(([t]) => t === tl * MINUTE)![1]! * 15
        }
        const got = r.integral(a, b)
        if (known) expect(got).toBeCloseTo(sum, 6)
        else expect(got).toBeNaN()
      },
    ),
    { numRuns: 300 },
  )
})
