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
  /** In the unit of `openingMax`; null when not known. A free overflow has none. */
  opening: number | null
  openingMax: number | null
  /** m3/s; null when not known. */
  q: number | null
  /** The opening as it is written, with its unit. */
  text: string
}

export interface DamUnit {
  id: string
  name: string
  /** MW; null when not known. */
  mw: number | null
  mwMax: number
  /** m3/s; null when not known. */
  q: number | null
  /** The power as it is written, with its unit. */
  text: string
}

/** All words of the picture, in the reader's language. */
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
  /** Heading of the spillway gates, of the bottom outlets, of the units. */
  gates: string
  outlets: string
  units: string
  /** 'open', as in '3/40 open', and 'running', as in '2/12 running'. */
  open: string
  running: string
  /** Said of a value that is not known. */
  missing: string
  /** Which of the values are the last ones of silent sensors. */
  held?: string
  /** Why everything is greyed; only with `stale`. */
  stale?: string
  flowUnit: string
  powerUnit: string
}
