import { MISSING, STALE, grade, usable } from '../quality/index.ts'
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
  /** The last known level: instant (epoch ms), m (null: none), quality byte; null where there never was one. */
  level: { t: number; v: number | null; q: number } | null
  levels: PassableLevels
  /** The newest reading of any sensor, epoch ms; null: none is known. A level that is held since says nothing newer. */
  lastReading: number | null
  /** Age from which a level says nothing of the present, ms. */
  maxAge: number
}

/**
 * The state of a reservoir by its level: silent without a present one, alarm or attention by the limit that it has
 * passed, attention where checks doubt it, else ok. A silent one whose last level was above the flood level says so.
 */
export function reservoirState({ now, level, levels, lastReading, maxAge }: StateInputs): {
  state: ReservoirState
  reason: StateReason | null
} {
  if (level === null || level.v === null || grade(level.q) === MISSING)
    return { state: 'silent', reason: 'no_level' }
  const passed = passedLimit(level.v, levels)
  if (grade(level.q) === STALE || now - Math.min(level.t, lastReading ?? level.t) > maxAge)
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
