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

/** Who changes what is closed, and why; `run` set: every day that changes is copied first, open ones too. */
export interface WriteReason {
  run?: string | null
  actor?: string | null
  reason?: string | null
}

export interface WriteOptions extends WriteReason {
  /** Join this transaction. The caller emits `changes` after its commit. */
  client?: Client
  source: WriteSource
  /** Also tell which readings changed, when not all did. */
  detail?: boolean
}

export interface WriteDaysOptions extends WriteOptions {
  /**
   * What of the readings given for a day is written, decided when the day is locked and read: `stored` is what it
   * holds. Without: all of them. Called again when the transaction is.
   */
  choose?: (series: string, stored: Series, given: Series) => Series
}

export interface Entry {
  t: number
  /** NaN: an explicit null. */
  v: number
  q: number
}

/** What happened to one series: the span that changed, and the last entry when it moved or changed. */
export interface Change {
  hydroCode: string
  series: string
  from: number
  to: number
  last?: Entry
  /** A check graded readings anew: used differently from now on, or only shown differently. */
  regraded?: 'used' | 'shown'
}

export interface WriteResult {
  changed: number
  unchanged: number
  changes: Change[]
  /** With `detail`: the readings that changed; null when all or none did. */
  changedKeys: { series: string[]; t: number[] } | null
}

/** Who lays what over the readings: features give theirs, history applies them. */
export interface Layers {
  /**
   * What touches [from, to], both ends included, by series; absent: nothing. Acts in the order in which they were made.
   * knownAt: as they were known then, those made later or undone by then left out. unchecked: what checks lay may be
   * left out.
   */
  over(
    hydroCode: string,
    series: readonly string[],
    from: number,
    to: number,
    o: { client?: Client; knownAt?: number; unchecked?: boolean },
  ): Promise<Map<string, Layer[]>>
}

/** Flags of readings that the calculation judges by itself, for whoever shows them; they change nothing that is used. */
export type JudgedLayers = (
  hydroCode: string,
  series: readonly string[],
  from: number,
  to: number,
  client?: Client,
) => Promise<NonNullable<LayerChange['add']>>

/** Layers tried out: over those that are there, and without these. */
export interface LayerChange {
  add?: readonly { series: string; layer: Layer }[]
  remove?: readonly string[]
}

/** Without anything: as it is used, acts of people and flags of checks applied. */
export interface PointOptions {
  client?: Client
  /** As it was sent: for whatever writes, packs, restores, or answers who sent it. */
  raw?: boolean
  /** Without the flags of checks: what checks look at. */
  unchecked?: boolean
  /** As it would be. */
  change?: LayerChange
}

/** Readings as checks look at them: acts of people applied, flags of checks not. */
export interface CheckedSeries {
  series: Series
  /** Where somebody confirmed them. */
  confirmed: readonly TimeSpan[]
}

export interface ReadOptions extends PointOptions {
  /** Add the last entry at or before `from` that is not REJECTED, however old, and what lies between. */
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
