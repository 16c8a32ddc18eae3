/**
 * A layer over the raw readings of a series. Edits are made by people, with a reason; checks flag doubtful readings.
 * Both are spans, both ends included. The effective series is computed from raw and layers at every read: raw is never
 * changed, so undoing gives the same digits as before. A layer changes an instant by that instant's reading alone. What
 * an edit needs from around its span (the ends of an interpolated line, the instants without a reading) is determined
 * once, when it is made, and stored with it: later readings cannot change an edit.
 */
export type Layer = EditLayer | CheckLayer

export type EditLayer = ReplaceLayer | DeleteLayer | InterpolateLayer | OffsetLayer | DriftLayer | FlagLayer
export type EditKind = EditLayer['kind']
export const EDIT_KINDS = [
  'replace',
  'delete',
  'interpolate',
  'offset',
  'drift',
  'flag',
] as const satisfies readonly EditKind[]

interface EditSpan {
  id: string
  source: 'act'
  /** Epoch ms, both ends included. */
  from: number
  to: number
}

/** Instants without a reading that get a value: from, from + step, ... up to `to`. */
export interface Fill {
  from: number
  to: number
  /** ms, above 0. */
  step: number
}

/** One value for every reading of the span, and for the filled instants. */
export interface ConstantLayer extends EditSpan {
  kind: 'replace'
  value: number
  fill: readonly Fill[]
}

/** Readings that replace all of the span: instants ascending, all within it. */
export interface PointsLayer extends EditSpan {
  kind: 'replace'
  points: readonly (readonly [t: number, v: number])[]
}

export type ReplaceLayer = ConstantLayer | PointsLayer

/** Removes the readings of the span. */
export interface DeleteLayer extends EditSpan {
  kind: 'delete'
}

/** Puts readings on the straight line from (t0, v0) to (t1, v1), which are outside of the span. */
export interface InterpolateLayer extends EditSpan {
  kind: 'interpolate'
  line: { t0: number; v0: number; t1: number; v1: number }
  fill: readonly Fill[]
}

/** v + b */
export interface OffsetLayer extends EditSpan {
  kind: 'offset'
  b: number
}

/** v + b0 at `from`, v + b1 at `to`, linear between. */
export interface DriftLayer extends EditSpan {
  kind: 'drift'
  b0: number
  b1: number
}

/** Sets the grade. GOOD confirms: flags of checks on the reading no longer count. */
export interface FlagLayer extends EditSpan {
  kind: 'flag'
  grade: number
}

/** A check fired over this span: readings in it are at least as bad as `grade`. */
export interface CheckLayer {
  id: string
  source: 'check'
  kind: 'flag'
  from: number
  to: number
  grade: number
}
