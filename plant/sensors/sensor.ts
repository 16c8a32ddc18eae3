/** A measuring device: how it sees the truth. */
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
  /** Seconds between readings when the truth is that fine. */
  every: number
  /** Smallest difference it can show, in its unit. */
  resolution: number
  /** Value in its unit before it is rounded; before: the row one interval earlier, for totals. */
  sense: (row: Row, t: number, seed: number, before: Row | undefined) => number | undefined
  /** Gate (index) whose movements it reports at once. */
  gate?: number
  /** A count that a restart loses: its size then. */
  counter?: number
}
