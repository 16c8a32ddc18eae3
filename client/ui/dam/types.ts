/** Elevations of a reservoir, m. */
export interface DamLevels {
  minPossible: number
  dead: number
  normal: number
  flood: number
  check?: number | null
  crest?: number | null
  maxPossible: number
}

/** 1 free overflow, 2 radial gate, 3 flat gate, 4 sand flush (bottom outlet), 5 round culvert. */
export type GateType = 1 | 2 | 3 | 4 | 5

export interface DamGate {
  id: string
  name: string
  type: GateType
  /** Sill elevation, m. */
  sill?: number | null
  /** In the unit of `openingMax`; null: unknown. A free overflow has none. */
  opening: number | null
  openingMax: number | null
  /** m3/s; null: unknown. */
  q: number | null
  /** Opening as text, with its unit. */
  text: string
}

export interface DamUnit {
  id: string
  name: string
  /** MW; null: unknown. */
  mw: number | null
  mwMax: number
  /** m3/s; null: unknown. */
  q: number | null
  /** Power as text, with its unit. */
  text: string
}

/** Texts of the picture, in the page's language. */
export interface DamLabels {
  /** Accessible name. */
  title: string
  level: string
  tail: string
  dead: string
  normal: string
  flood: string
  check: string
  crest: string
  /** Headings of the spillway gates, the bottom outlets and the units. */
  gates: string
  outlets: string
  units: string
  /** 'open', as in '3/40 open', and 'running', as in '2/12 running'. */
  open: string
  running: string
  /** Text for an unknown value. */
  missing: string
  /** Names the values that are the last ones of silent sensors. */
  held?: string
  /** Why everything is greyed; only with `stale`. */
  stale?: string
  flowUnit: string
  powerUnit: string
}
