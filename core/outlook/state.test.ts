import { describe, expect, test } from 'vitest'
import { GOOD, STALE, SUSPECT } from '../quality/index.ts'
import { passedLimit } from './passed.ts'
import { isPast, levelSince, reservoirState } from './state.ts'

const levels = { dead: 549, normal: 605, designedFlood: 607.5 }
const NOW = 1_000_000_000
const state = (
  v: number,
  { age = 0, q = GOOD, season = null as number | null, heard: reportedAt = 0, entered = false } = {},
) => {
  const s = reservoirState({
    now: NOW,
    level: { t: NOW - age, v, q },
    levels: { ...levels, season },
    since: levelSince(NOW - age, NOW - reportedAt, entered),
    maxAge: 900_000,
  })
  return [s.state, s.reason]
}

describe('the state of a reservoir', () => {
  test('is that of the limit that its level has passed', () => {
    expect(state(600)).toEqual(['ok', null])
    expect(state(607.51)).toEqual(['alarm', 'above_flood'])
    expect(state(607.5)).toEqual(['attention', 'above_normal'])
    // Shown as 605.00.
    expect(state(605.004)).toEqual(['ok', null])
    expect(state(548.9)).toEqual(['attention', 'below_dead'])
    expect(state(601, { season: 600 })).toEqual(['attention', 'above_season'])
    expect(state(606, { season: 600 })).toEqual(['attention', 'above_normal'])
  })

  test('is silent without a present level, and notes whether the last one was above the flood level', () => {
    expect(state(600, { age: 900_001 })).toEqual(['silent', 'level_late'])
    expect(state(600, { age: 900_000 })).toEqual(['ok', null])
    expect(state(600, { q: STALE })).toEqual(['silent', 'level_late'])
    expect(state(608, { age: 1e7 })).toEqual(['silent', 'level_late_above_flood'])
    expect(reservoirState({ now: NOW, level: null, levels, since: null, maxAge: 1 }).reason).toBe('no_level')
  })

  test('is silent where no sensor reports, although the calculation still holds a level', () => {
    expect(state(600, { heard: 900_001 })).toEqual(['silent', 'level_late'])
    expect(state(608, { heard: 900_001 })).toEqual(['silent', 'level_late_above_flood'])
    expect(state(600, { heard: 900_000 })).toEqual(['ok', null])
  })

  test('is current after a person entered a level, whatever the sensors report', () => {
    expect(state(600, { heard: 9e6, entered: true })).toEqual(['ok', null])
    expect(state(608, { heard: 9e6, entered: true })).toEqual(['alarm', 'above_flood'])
    expect(state(600, { age: 900_001, heard: 9e6, entered: true })).toEqual(['silent', 'level_late'])
  })

  test('a value expires by its own age and its own quality', () => {
    expect(isPast({ t: NOW - 900_000, q: GOOD }, NOW, 900_000)).toBe(false)
    expect(isPast({ t: NOW - 900_001, q: GOOD }, NOW, 900_000)).toBe(true)
    expect(isPast({ t: NOW, q: STALE }, NOW, 900_000)).toBe(true)
  })

  test('a doubtful level needs attention', () => {
    expect(state(600, { q: SUSPECT })).toEqual(['attention', 'level_doubted'])
    expect(state(609, { q: SUSPECT })).toEqual(['alarm', 'above_flood'])
  })

  test('the distance to a passed limit is never negative', () => {
    for (let z = 540; z < 612; z += 0.05) {
      const passed = passedLimit(z, levels)
      if (passed) expect(passed.by).toBeGreaterThanOrEqual(0)
    }
  })
})
