import type { Layer } from '#core/edits/index.ts'
import type { TimeSpan } from '#core/time/index.ts'
import type { Series } from '#core/series/types.ts'
import type { Client } from './store/context.ts'

/** Readings of one plant in parallel arrays, in any order; for equal (series, t) the later one counts. */
export interface WriteBatch {
  hydroCode: string
  series: readonly string[]
  /** Epoch ms, whole. */
  t: ArrayLike<number>
  /** NaN: an explicit null. */
  v: ArrayLike<number>
  /** Quality bytes. */
  q: ArrayLike<number>
}

export type WriteSource = 'ingest' | 'computed' | 'import'

/** Who changes closed days, and why; with `run`, every day that changes is copied first, open ones too. */
export interface WriteReason {
  run?: string | null
  actor?: string | null
  reason?: string | null
}

export interface WriteOptions extends WriteReason {
  /** Runs within this transaction. The caller emits `changes` after its commit. */
  client?: Client
  source: WriteSource
  /** Also returns which readings changed, when not all did. */
  detail?: boolean
}

export interface WriteDaysOptions extends WriteOptions {
  /**
   * Chooses which of the readings of a day are written, when the day is locked and read: `stored` is what it holds.
   * Without: all of them. Called again when the transaction is repeated.
   */
  choose?: (series: string, stored: Series, incoming: Series) => Series
}

export interface Entry {
  t: number
  /** NaN: an explicit null. */
  v: number
  q: number
}

/** The change of one series: its span, and the last entry when that moved or changed. */
export interface Change {
  hydroCode: string
  series: string
  from: number
  to: number
  last?: Entry
  /** A check regraded readings: their effective values change, or only how they are shown. */
  regraded?: 'used' | 'shown'
}

export interface WriteResult {
  changed: number
  unchanged: number
  changes: Change[]
  /** With `detail`: the readings that changed; null when all or none did. */
  changedKeys: { series: string[]; t: number[] } | null
}

/** A source of layers: features provide them, history applies them. */
export interface Layers {
  /**
   * Layers that touch [from, to], both ends included, by series; absent: none. Edits are in the order in which they
   * were made. knownAt: without those made later, with those undone later. unchecked: flags of checks may be left out.
   */
  over(
    hydroCode: string,
    series: readonly string[],
    from: number,
    to: number,
    o: { client?: Client; knownAt?: number; unchecked?: boolean },
  ): Promise<Map<string, Layer[]>>
}

/**
 * Flags by which the calculation judges readings, for display only; effective values do not change. knownAt: those that
 * were known then.
 */
export type JudgedLayers = (
  hydroCode: string,
  series: readonly string[],
  from: number,
  to: number,
  o?: { client?: Client; knownAt?: number },
) => Promise<NonNullable<LayerChange['add']>>

/** A preview of layers: those to add, and those to leave out. */
export interface LayerChange {
  add?: readonly { series: string; layer: Layer }[]
  remove?: readonly string[]
}

/** Without options: effective values, with edits and flags of checks applied. */
export interface PointOptions {
  client?: Client
  /** As sent: for what writes, packs or restores, or answers who sent it. */
  raw?: boolean
  /** Without the flags of checks: what checks read. */
  unchecked?: boolean
  /** With the layers of a preview. */
  change?: LayerChange
}

/** Readings as checks see them: edits applied, flags of checks not. */
export interface CheckedSeries {
  series: Series
  /** Spans that somebody confirmed. */
  confirmed: readonly TimeSpan[]
}

export interface ReadOptions extends PointOptions {
  /** Adds the last entry at or before `from` that is not REJECTED, of any age, and what lies between. */
  carry?: boolean
  /** Refused in words where more readings than this are stored: what somebody asks is not to fill memory. */
  most?: number
}

/** Readings of one plant sorted by series and time, one per instant; series i has [start[i], start[i + 1]). */
export interface Sorted {
  hydroCode: string
  codes: string[]
  start: Int32Array
  t: Float64Array
  v: Float64Array
  q: Uint8Array
}

/** A UTC day of a series. */
export interface DayKey {
  series: string
  day: number
}

export interface Day extends DayKey {
  data: Series
}

/** The last entry of a series, and, where that has no value, the newest one that has. Values are null where absent. */
export interface LastOfMany {
  hydroCode: string
  series: string
  t: number
  v: number | null
  q: number
  knownT: number | null
  knownV: number | null
  knownQ: number | null
}

/** Reads of several plants at once, one statement each: as stored, without edits and flags, which computed values lack. */
export interface ManyPlants {
  /** Last entries of some series; where one has no value, also the newest that has one since `since`. */
  last(hydroCodes: readonly string[], series: readonly string[], since: number): Promise<LastOfMany[]>
  /** The instant of the newest entry of any of the named series of each plant; those without any are left out. */
  newest(wanted: readonly { hydroCode: string; series: string }[]): Promise<Map<string, number>>
  /** The entries of each span, in the order of the spans; of the days kept as rows. */
  spans(wanted: readonly SpanOfMany[]): Promise<Series[]>
  /** Rain over (from, to] from one series of increments; of the days kept as rows. */
  rain(
    hydroCodes: readonly string[],
    series: string,
    from: number,
    to: number,
  ): Promise<Map<string, RainOfMany>>
}

/**
 * A span (from, to] of a series, epoch ms. step > 0: means of value and instant of each step (ms) of what has a value;
 * 0: the entries themselves.
 */
export interface SpanOfMany {
  hydroCode: string
  series: string
  from: number
  to: number
  step: number
}

/** Increments of rain over a span: the newest, epoch ms; sum (mm), number and quality of the usable ones. */
export interface RainOfMany {
  t: number
  sum: number
  present: number
  q: number
}
