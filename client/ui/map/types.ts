/** Degrees, WGS 84. */
export type LonLat = readonly [longitude: number, latitude: number]

export interface MapPlace {
  longitude: number
  latitude: number
}

/** South-west and north-east corner, degrees. */
export interface Bounds {
  startLongitude: number
  startLatitude: number
  endLongitude: number
  endLatitude: number
}

export const MAP_MARK_KINDS = [
  'reservoir',
  'rain',
  'level',
  'discharge',
  'gate',
  'capacity',
  'battery',
] as const
/** What is at a place: decides its symbol. */
export type MapMarkKind = (typeof MAP_MARK_KINDS)[number]

export interface MapMark {
  id: string
  at: LonLat
  name: string
  kind: MapMarkKind
  /** A second line below the name. */
  note?: string
  /** The alarm level that has been reached there: a ring shows it beside the words. */
  alarm?: Alarm
  /** late: hollow. none: hollow and dashed. */
  state?: MarkState
}

/** Whether a place reports: now, no more, or never so far. */
export type MarkState = 'good' | 'late' | 'none'

/** Tiles under the map: an address with {z}/{x}/{y}, or of a PMTiles file. */
export interface Tiles {
  kind: 'xyz' | 'pmtiles'
  url: string
  attribution: string
  maxZoom: number
}

/** 0 none; 1 to be watched, 2 and 3 dangerous. */
export type Alarm = 0 | 1 | 2 | 3

/** A part of the basin. */
export interface Area {
  id: string
  ring: readonly LonLat[]
}

/** What is drawn below the stations, in the order in which it is drawn. */
export const BASE_LAYERS = ['lakes', 'borders', 'rivers'] as const
export type BaseLayer = (typeof BASE_LAYERS)[number]

export interface BaseShape {
  /** Empty: it is drawn without one. */
  name: string
  /** Of a river: 1 the main one, 3 a stream; of a border: 1 of provinces, 3 of communes. */
  rank: 1 | 2 | 3
  /** Lines; of a lake its shore, then its islands. */
  parts: readonly (readonly LonLat[])[]
}
export type Base = Readonly<Partial<Record<BaseLayer, readonly BaseShape[]>>>

/** Values over the basin, coloured by classes that stay the same from one picture to the next. */
export interface Surface {
  /** Where classes begin, rising; what lies below the first has no colour. */
  steps: readonly number[]
  /** Parts of one value each; null: it is not known. */
  parts?: readonly {
    ring: readonly LonLat[]
    value: number | null
    /** What is written on it, in lines. */
    label?: string
  }[]
  /** A field at the nodes of a lattice of degrees, by rows; NaN where it is not known. */
  field?: {
    lattice: { x: number; y: number; dx: number; dy: number; columns: number; rows: number }
    values: Float64Array
  }
  /** quiet: between classes that are coloured anyway. */
  lines?: readonly { points: readonly LonLat[]; label: string; quiet?: boolean }[]
}

/** All that a map shows. */
export interface MapScene {
  base?: Base | null
  basin?: readonly LonLat[] | null
  /** The outline that `basin` would replace. */
  before?: readonly LonLat[] | null
  areas?: readonly Area[]
  marks?: readonly MapMark[]
  /** The point that is being placed. */
  place?: { at: LonLat; kind: MapMarkKind; name: string; note?: string; alarm?: Alarm } | null
  /** The part of the map that is shown first. */
  bounds?: Bounds | null
  /** What was seen the last time, in the place of the bounds; the button still shows those. */
  seen?: Bounds | null
  /** The box that is being drawn. */
  box?: Bounds | null
  /** Rain over the basin. */
  surface?: Surface | null
  tiles?: Tiles | null
  /** Marks that lie too close to be told apart are one symbol with their number, and these words beside it. */
  clusters?: ((count: number, alarms: number) => string) | null
  /** Id of a mark: its spot is ringed, and its name always drawn. */
  chosen?: string | null
}

/** Symbols of the types of stations (1 rain ... 8 battery). */
export const KIND_OF_STATION: Readonly<Record<number, MapMarkKind>> = {
  1: 'rain',
  2: 'level',
  3: 'discharge',
  4: 'discharge',
  5: 'discharge',
  6: 'gate',
  7: 'capacity',
  8: 'battery',
}
