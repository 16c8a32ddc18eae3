/** Levels of the water at an instant, m; NaN where unknown. Quality bytes beside them. */
export interface Water {
  /** Lake level. */
  z: number
  zq: number
  /** Level below the dam by its gauge. */
  tail: number
  tailQ: number
  /** Whether there is a gauge below the dam at all. */
  gauged: boolean
}

/** Volume in an interval, m3, NaN when a part of it is missing; q: worst quality. */
export interface Passed {
  volume: number
  q: number
}
