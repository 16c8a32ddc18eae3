import { STALE, grade, usable } from '../quality/index.ts'
import { passedLimit, type PassableLevels } from './passed.ts'

/** The state of a reservoir as a whole, the least serious first. */
export const RESERVOIR_STATES = ['ok', 'attention', 'silent', 'alarm'] as const
type ReservoirState = (typeof RESERVOIR_STATES)[number]

/** Why it is in that state; null where it is ok. */
export const STATE_REASONS = [
  'above_flood',
  'above_normal',
  'above_season',
  'below_dead',
  'level_doubted',
  'level_late',
  'level_late_above_flood',
  'no_level',
] as const
type StateReason = (typeof STATE_REASONS)[number]

interface StateInputs {
  /** Epoch ms. */
  now: number
  /** The last known level, however old: instant (epoch ms), m, quality byte; null: none is known. */
  level: { t: number; v: number; q: number } | null
  levels: PassableLevels
  /** Up to when that level is known, epoch ms: see levelSince. */
  since: number | null
  /** Age from which a level says nothing of the present, ms. */
  maxAge: number
}

/** Whether a reading (instant in epoch ms, quality byte) is too old to count as present: STALE, or past maxAge (ms). */
export function isPast({ t, q }: { t: number; q: number }, now: number, maxAge: number): boolean {
  return grade(q) === STALE || now - t > maxAge
}

/**
 * Up to when a computed level is known, epoch ms. A level that the calculation holds while no sensor reports is as old as
 * the newest reading (null: none is known); one that a person entered for its instant is of that instant.
 */
export function levelSince(t: number, lastReading: number | null, isEntered: boolean): number {
  return isEntered ? t : Math.min(t, lastReading ?? t)
}

/**
 * The state of a reservoir by its level: silent without a present one, alarm or attention by the limit that it has
 * passed, attention where checks doubt it, else ok. A silent one whose last level was above the flood level says so.
 */
export function reservoirState({ now, level, levels, since, maxAge }: StateInputs): {
  state: ReservoirState
  reason: StateReason | null
} {
  if (level === null) return { state: 'silent', reason: 'no_level' }
  const passed = passedLimit(level.v, levels)
  if (isPast({ t: since ?? level.t, q: level.q }, now, maxAge))
    return {
      state: 'silent',
      reason: passed?.limit === 'flood' ? 'level_late_above_flood' : 'level_late',
    }
  if (passed?.severity === 'alarm') return { state: 'alarm', reason: 'above_flood' }
  if (passed)
    return {
      state: 'attention',
      reason: ({ normal: 'above_normal', season: 'above_season', dead: 'below_dead' } as const)[
        passed.limit as 'normal' | 'season' | 'dead'
      ],
    }
  return usable(level.q) ? { state: 'ok', reason: null } : { state: 'attention', reason: 'level_doubted' }
}
