/** The limit that a lake level has passed, and how much that matters: one rule for dashboards, walls and overviews. */

/** Levels, m. season: the seasonal limit in force; null or absent: none. */
export interface PassableLevels {
  dead: number
  normal: number
  designedFlood: number
  season?: number | null
}

interface PassedLimit {
  limit: 'flood' | 'normal' | 'season' | 'dead'
  severity: 'attention' | 'alarm'
  /** How far beyond it, m; never negative. */
  by: number
}

/** Half of the last decimal that levels are shown with, m: a lake that is shown at its normal level is not above it. */
const SHOWN = 0.005

/** The most serious limit that a level (m) has passed; null while it lies between all of them. */
export function passedLimit(z: number, levels: PassableLevels): PassedLimit | null {
  const { dead, normal, designedFlood, season } = levels
  if (z > designedFlood) return { limit: 'flood', severity: 'alarm', by: z - designedFlood }
  if (z - normal >= SHOWN) return { limit: 'normal', severity: 'attention', by: z - normal }
  if (season !== null && season !== undefined && z - season >= SHOWN)
    return { limit: 'season', severity: 'attention', by: z - season }
  if (z < dead) return { limit: 'dead', severity: 'attention', by: dead - z }
  return null
}
