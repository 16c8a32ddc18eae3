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
/** Kind of a place: decides its symbol. */
export type MapMarkKind = (typeof MAP_MARK_KINDS)[number]

export interface MapMark {
  id: string
  at: LonLat
  name: string
  kind: MapMarkKind
  /** A second line below the name. */
  note?: string
  /** The reached alarm level: a ring shows it beside the words. */
  alarm?: Alarm
  /** late: hollow. none: hollow and dashed. */
  state?: MarkState
}

/** Whether a place reports: now, no longer, or never so far. */
export type MarkState = 'good' | 'late' | 'none'

/** Background tiles: an address with {z}/{x}/{y}, or of a PMTiles file. */
export interface Tiles {
  kind: 'xyz' | 'pmtiles'
  url: string
  attribution: string
  maxZoom: number
}

/** 0: none; 1: to watch; 2 and 3: dangerous. */
export type Alarm = 0 | 1 | 2 | 3

/** A part of the basin. */
export interface Area {
  id: string
  ring: readonly LonLat[]
}

/** Layers below the stations, in drawing order. */
export const BASE_LAYERS = ['lakes', 'borders', 'rivers'] as const
export type BaseLayer = (typeof BASE_LAYERS)[number]

export interface BaseShape {
  /** Empty: drawn without a name. */
  name: string
  /** Rank of a river: 1 main river, 3 stream; of a border: 1 provinces, 3 communes. */
  rank: 1 | 2 | 3
  /** Lines; of a lake its shore, then its islands. */
  parts: readonly (readonly LonLat[])[]
}
export type Base = Readonly<Partial<Record<BaseLayer, readonly BaseShape[]>>>

/** Values over the basin, coloured by classes that stay the same from frame to frame. */
export interface Surface {
  /** Lower bounds of the classes, ascending; lower values have no colour. */
  steps: readonly number[]
  /** Parts with one value each; null: unknown. */
  parts?: readonly {
    ring: readonly LonLat[]
    value: number | null
    /** Lines of its label. */
    label?: string
  }[]
  /** A field at the nodes of a lattice of degrees, by rows; NaN: unknown. */
  field?: {
    lattice: { x: number; y: number; dx: number; dy: number; columns: number; rows: number }
    values: Float64Array
  }
  /** quiet: a line between coloured classes. */
  lines?: readonly { points: readonly LonLat[]; label: string; quiet?: boolean }[]
}

/** Content of a map. */
export interface MapContent {
  base?: Base | null
  basin?: readonly LonLat[] | null
  /** The outline that `basin` would replace. */
  before?: readonly LonLat[] | null
  areas?: readonly Area[]
  marks?: readonly MapMark[]
  /** The point being placed. */
  place?: { at: LonLat; kind: MapMarkKind; name: string; note?: string; alarm?: Alarm } | null
  /** The initial bounds. */
  bounds?: Bounds | null
  /** The last view, used instead of the bounds; the button still shows those. */
  seen?: Bounds | null
  /** The box being drawn. */
  box?: Bounds | null
  /** Rain over the basin. */
  surface?: Surface | null
  tiles?: Tiles | null
  /** Marks that lie too close to be told apart are one symbol with their number, and these words beside it. */
  clusters?: ((count: number, alarms: number) => string) | null
  /** Id of the selected mark: its spot is ringed, and its name always drawn. */
  chosen?: string | null
}

/** Symbols of the station types (1 rain ... 8 battery). */
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
