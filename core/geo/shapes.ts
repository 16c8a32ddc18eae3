import type { Crs } from './crs.ts'
import type { XY } from './polygon.ts'

/** A polygon as a file holds it: its outer ring, first point repeated or not, and what is cut out of it. */
export interface FilePolygon {
  ring: XY[]
  holes: XY[][]
}

/** What a reader finds in a file. crs null: the file does not say. */
export interface FileShapes {
  format: 'GeoJSON' | 'KML' | 'KMZ' | 'Shapefile'
  crs: Crs | null
  polygons: FilePolygon[]
}

/** Points of all rings of a file together. */
export const MOST_POINTS = 200_000
/** Rings of a file. */
export const MOST_RINGS = 5000
