import { crsOfName, type Crs } from './crs.ts'
import { GeoError } from './error.ts'
import type { XY } from './polygon.ts'
import { MOST_POINTS, MOST_RINGS, type FilePolygon, type FileShapes } from './shapes.ts'

type Json = Record<string, unknown>
const isObject = (v: unknown): v is Json => typeof v === 'object' && v !== null && !Array.isArray(v)

/** Polygons of a GeoJSON text (RFC 7946, and the `crs` of the 2008 version). @throws GeoError */
export function readGeoJson(text: string): FileShapes {
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch (e) {
    throw new GeoError('geo_malformed', { detail: (e as Error).message.slice(0, 120) })
  }
  if (!isObject(root)) throw new GeoError('geo_malformed', { detail: 'GeoJSON' })
  const polygons: FilePolygon[] = []
  const count = { points: 0, rings: 0 }
  const ring = (value: unknown): XY[] => {
    if (!Array.isArray(value)) throw new GeoError('geo_malformed', { detail: 'coordinates' })
    count.points += value.length
    if (count.points > MOST_POINTS || ++count.rings > MOST_RINGS)
      throw new GeoError('geo_too_many_points', { max: MOST_POINTS })
    return value.map((p: unknown, i): XY => {
      if (!Array.isArray(p) || typeof p[0] !== 'number' || typeof p[1] !== 'number')
        throw new GeoError('geo_not_a_number', { row: i + 1 })
      return [p[0], p[1]]
    })
  }
  const polygon = (rings: unknown) => {
    if (!Array.isArray(rings) || rings.length === 0) return
    const [outer, ...holes] = rings.map(ring)
    polygons.push({ ring: outer, holes })
  }
  const geometry = (g: unknown, depth: number) => {
    if (!isObject(g) || depth > 4) return
    if (g.type === 'Polygon') polygon(g.coordinates)
    else if (g.type === 'MultiPolygon' && Array.isArray(g.coordinates)) g.coordinates.forEach(polygon)
    else if (g.type === 'GeometryCollection' && Array.isArray(g.geometries))
      for (const one of g.geometries) geometry(one, depth + 1)
  }
  if (root.type === 'FeatureCollection' && Array.isArray(root.features))
    for (const f of root.features) geometry(isObject(f) ? f.geometry : null, 0)
  else if (root.type === 'Feature') geometry(root.geometry, 0)
  else geometry(root, 0)
  return { format: 'GeoJSON', crs: crsOf(root), polygons }
}

/** RFC 7946 knows only WGS 84; a file without a system means that, unless its numbers cannot be degrees. */
function crsOf(root: Json): Crs | null {
  const { crs } = root
  if (!isObject(crs)) return null
  const name = isObject(crs.properties) ? (crs.properties.name ?? crs.properties.code) : undefined
  if (typeof name !== 'string' && typeof name !== 'number')
    throw new GeoError('geo_unknown_crs', { name: 'crs' })
  return crsOfName(typeof name === 'number' ? `EPSG:${name}` : name)
}
