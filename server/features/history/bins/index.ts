import type { Bins } from '#core/series/index.ts'
import type { BinsOptions } from './context.ts'
import { knownBins } from './known.ts'
import { readBins, thin, type DirtyMarker, type Thin, type ThinOptions } from './read.ts'
import { settleBins, settlePlant } from './settle.ts'
import { readSteps, type Steps } from './steps.ts'

export type { IntervalOf } from './context.ts'
export type { Thin } from './read.ts'

/** Hour bins, kept up to date through dirty spans, and what charts are thinned from. */
export interface HourBins {
  /** Recomputes the hour bins of marked spans. Returns how many marks were settled. */
  settleBins(limit?: number): Promise<number>
  /** The same for some marks of one plant; 0 when it has none. */
  settlePlantBins(hydroCode: string): Promise<number>
  /** Hour bins that start in [from, to); empty hours are absent (core/series `fold`). */
  bins(hydroCode: string, series: readonly string[], from: number, to: number): Promise<Map<string, Bins>>
  /** The same by readings as of a past instant. */
  known(
    hydroCode: string,
    series: readonly string[],
    from: number,
    to: number,
    then: { read: BinsOptions['read']; knownAt: number },
  ): Promise<Map<string, Bins>>
  thin(
    hydroCode: string,
    series: readonly string[],
    from: number,
    to: number,
    px: number,
    incoming?: ThinOptions,
  ): Promise<Map<string, Thin>>
  /** Whole hours, days or months of the plant, whichever gives at most `rows` rows. */
  steps(hydroCode: string, series: readonly string[], from: number, to: number, rows: number): Promise<Steps>
}

export function createBins(o: BinsOptions, markBins: DirtyMarker): HourBins {
  return {
    settleBins: (limit) => settleBins(o, limit),
    settlePlantBins: (hydroCode) => settlePlant(o, hydroCode),
    bins: (hydroCode, series, from, to) => readBins(o, markBins, hydroCode, series, from, to),
    known: (hydroCode, series, from, to, { read, knownAt }) =>
      knownBins(o, read, hydroCode, series, from, to, knownAt),
    thin: (hydroCode, series, from, to, px, incoming) =>
      thin(o, markBins, hydroCode, series, from, to, px, incoming),
    steps: (hydroCode, series, from, to, rows) => readSteps(o, markBins, hydroCode, series, from, to, rows),
  }
}
