import type { Description } from '#core/description/index.ts'
import { MISSING, STALE, usable, worst } from '#core/quality/index.ts'
import { indexAt } from '#core/series/index.ts'
import type { Inputs } from './inputs.ts'
import { levelTrack, staffsAt } from './levels.ts'
import { LEVEL_STALE_INTERVALS } from './reach.ts'

/** A level at an instant: t the instant of the readings, v in m (NaN: none), quality byte. */
export interface LiveLevel {
  t: number
  v: number
  q: number
}

/**
 * The lake level by the newest readings at or before t, checked like those of the calculation but not averaged over
 * time. Searches the `span` ms before t; the checks use readings of LEVEL_CHECKED reporting intervals before that. One
 * that is too old to be the present level is STALE. null when there was no reading in that span.
 */
export function liveLevel(d: Description, inputs: Inputs, t: number, span: number): LiveLevel | null {
  const levels = levelTrack(d, inputs, 1, t - span, t)
  const last = indexAt(levels, t)
  if (last < 0) return null
  const fresh = LEVEL_STALE_INTERVALS * staffsAt(d, inputs, 1, t).every
  for (let i = last; i >= 0; i--) {
    if (Number.isNaN(levels.v[i]) || !usable(levels.q[i], true)) continue
    const old = t - levels.t[i] > fresh
    return { t: levels.t[i], v: levels.v[i], q: old ? worst(levels.q[i], STALE) : levels.q[i] }
  }
  return { t: levels.t[last], v: NaN, q: MISSING }
}
