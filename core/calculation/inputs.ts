import type { Series, SeriesKind } from '#core/series/types.ts'

export interface Input {
  series: Series
  kind: SeriesKind
  /** Unit as sent; absent: that in which it is read. */
  unit?: string
  /** Spans, epoch ms, both ends included, in which the readings were confirmed. */
  confirmed?: readonly { from: number; to: number }[]
  /** Standard error of each value, m, where a person entered them. */
  error?: number
}

/** Readings and entered values by series code; undefined for an unknown series. */
export type Inputs = (code: string) => Input | undefined
