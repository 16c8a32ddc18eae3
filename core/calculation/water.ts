/** What is known of the water at an instant, m; NaN where it is not. Quality bytes beside the levels. */
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

/** Volume that passed in an interval, m3, NaN when something in it is missing; q: worst quality. */
export interface Passed {
  volume: number
  q: number
}
