import type { Series, SeriesKind } from '#core/series/types.ts'

export interface Input {
  series: Series
  kind: SeriesKind
  /** Unit of what was sent; absent: the one that it is read in. */
  unit?: string
  /** Spans, epoch ms, both ends included, in which the readings were confirmed. */
  confirmed?: readonly { from: number; to: number }[]
  /** Standard error of each value, where a person gave them, m. */
  error?: number
}

/** What a sensor or person sent, by series code; undefined when the series is not known. */
export type Inputs = (code: string) => Input | undefined
