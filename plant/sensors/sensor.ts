/** A measuring device, which turns true values into readings. */
import type { Truth } from '../truth/record.ts'

export interface Row {
  truth: Truth
  i: number
}

export interface Sensor {
  code: string
  name: string
  unit: string
  kind: 'instant' | 'total' | 'step'
  /** Seconds between readings, where the truth is that fine. */
  every: number
  /** Smallest difference that it resolves, in its unit. */
  resolution: number
  /** Value in its unit before it is rounded; before: the row one interval earlier, for totals. */
  sense: (row: Row, t: number, seed: number, before: Row | undefined) => number | undefined
  /** Gate (index) whose movements it reports at once. */
  gate?: number
  /** Size of a count that a restart loses. */
  counter?: number
}
