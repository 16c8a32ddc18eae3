/** Series: three parallel arrays, sorted by time; reading, joining, averaging, thinning, binning and packing them. */
export { emptySeries } from './types.ts'
export type { Series, SeriesKind } from './types.ts'
export {
  allocate,
  concat,
  endStamped,
  entriesOf,
  equal,
  fromEntries,
  hasEntry,
  indexAt,
  isEndStamped,
  stampsOfTime,
  timeOfStamps,
  isUsable,
  lowerBound,
  merge,
  slice,
  toEntries,
  valueAt,
} from './ops.ts'
export type { Entry, Point } from './ops.ts'
export { holesOf, integral, mean, stepMean } from './integral.ts'
export { windowMeans } from './window-means.ts'
export { rejected, thin } from './thin.ts'
export { BIN_COLUMNS, allocateBins, hourBins, hourEdges, meanOf } from './bins.ts'
export type { Bins } from './bins.ts'
export { MISSING_ABOVE, PARTIAL_ABOVE, coveringBins, fold, foldSpans } from './fold.ts'
export type { Folded } from './fold.ts'
export { packDay, unpackDay } from './day.ts'
export type { PackedDay } from './day.ts'
export { mergeBins, packBins, unpackBins } from './month.ts'
