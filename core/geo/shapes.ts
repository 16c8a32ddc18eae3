import type { Crs } from './crs.ts'
import type { XY } from './polygon.ts'

/** A polygon of a file: its outer ring, first point repeated or not, and its holes. */
export interface FilePolygon {
  ring: XY[]
  holes: XY[][]
}

/** What a reader finds in a file. crs null: the file names none. */
export interface FileShapes {
  format: 'GeoJSON' | 'KML' | 'KMZ' | 'Shapefile'
  crs: Crs | null
  polygons: FilePolygon[]
}

/** Points of all rings of a file together. */
export const MOST_POINTS = 200_000
/** Rings of a file. */
export const MOST_RINGS = 5000

/** What maps draw below the stations, each from a file of its own. */
export const LAYERS = ['rivers', 'lakes', 'borders'] as const
export type MapLayerKind = (typeof LAYERS)[number]

/** One drawn shape: the lines of a river or border, or the rings of a lake, its shore first, then its islands. */
export interface MapShape {
  /** Empty where the file gives none. */
  name: string
  /** Of a river: 1 the main one, 2 a tributary, 3 a stream; of a border: 1 of provinces, 3 of communes. */
  rank: 1 | 2 | 3
  /** [longitude, latitude] WGS 84; of a ring the last point is the first. */
  parts: [number, number][][]
}

/** So many points of a layer are kept: what a map of a basin shows. */
export const LAYER_POINTS = 3000
/** So many lines and rings a layer may have. */
export const LAYER_PARTS = 500
