/** What people and checks lay over the readings of a series, and how far a span is approved. */
export { applyLayers, tidy } from './apply.ts'
export { differenceOf } from './difference.ts'
export type { Difference } from './difference.ts'
export { countOf, gapsOf, instantsOf } from './fill.ts'
export { REVIEW_STATES, WHOLE_RECORD, splitApproved, statesOver, uniteSpans } from './reviews.ts'
export type { Review, ReviewState } from './reviews.ts'
export { ACT_KINDS } from './types.ts'
export type * from './types.ts'
