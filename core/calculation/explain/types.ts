import type { Parameters, Version } from '#core/description/index.ts'
import type { Note } from '#core/notes.ts'
import type { AverageExplanation } from '../watch.ts'

export type ReadingRole =
  | 'level'
  | 'opening'
  | 'power'
  | 'discharge'
  | 'inflow'
  | 'release'
  | 'rain'
  | 'radar'
  | 'meter'
  | 'reading'
  | 'station'

/** A version of an item, by its noun. */
export interface NamedVersion {
  noun: 'plant' | 'position' | 'gate' | 'unit' | 'station' | 'sensor' | 'table' | 'parameters'
  version: Version<unknown>
}

/** One reading behind a value. NaN where there is none. */
export interface EffectiveReading {
  role: ReadingRole
  /** Of the position, outlet, unit or station. */
  name: string
  code: string
  /** null: no reading ever. */
  t: number | null
  sent: number
  sentQ: number
  calibration: { noun: 'position' | 'sensor'; version: Version<unknown>; gain: number; offset: number } | null
  checks: string[]
  /** Whether it is held as an estimate though it is too old to speak for that instant. */
  held: boolean
  /** Newer ones that do not count. */
  passedOver: { t: number; sent: number; q: number; checks: string[] }[]
  effective: number
  unit: string
  q: number
}

/** The average of a saved instant, with what was stored before. */
export interface Saved {
  average?: AverageExplanation & { q: number }
}

export interface ParameterExplanation {
  name: keyof Parameters
  value: number | string | boolean | null
  unit: string
}

/** Why a value is what it is. */
export interface ValueExplanation {
  code: string
  t: number
  v: number
  q: number
  unit: string
  /** 1 table, 2 efficiency and head loss, 3 formula, 4 measured; null: none of these. */
  method: number | null
  reason: { code: string; field: string | null } | null
  /** Later lines use earlier ones; the last one is the value. */
  lines: Note[]
  inputs: EffectiveReading[]
  versions: NamedVersion[]
  parameters: { version: Version<Parameters> | null; values: ParameterExplanation[] } | null
}
