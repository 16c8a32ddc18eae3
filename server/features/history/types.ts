import type { Client } from './context.ts'
import type { Series } from '#core/series/types.ts'

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

export type Source = 'ingest' | 'computed' | 'import'

/** Who changes what is closed, and why; `run` set: every day that changes is copied first, open ones too. */
export interface Because {
  run?: string | null
  actor?: string | null
  reason?: string | null
}

export interface WriteOptions extends Because {
  /** Join this transaction. The caller emits `changes` after its commit. */
  client?: Client
  source: Source
  /** Also tell which readings changed, when not all did. */
  detail?: boolean
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
}

export interface WriteResult {
  changed: number
  unchanged: number
  changes: Change[]
  /** With `detail`: the readings that changed; null when all or none did. */
  changedKeys: { series: string[]; t: number[] } | null
}

export interface ReadOptions {
  /** Add the last entry at or before `from`, however old. */
  carry?: boolean
  client?: Client
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
