import { WGS84 } from './crs.ts'
import { GeoError } from './error.ts'
import type { XY } from './polygon.ts'
import { MOST_POINTS, MOST_RINGS, type FilePolygon, type FileShapes } from './shapes.ts'

const TAG = /<(\/?)(?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]*?)?(\/?)>/g

/**
 * Polygons of a KML text; always degrees of WGS 84. Only the tags with coordinates are read, by a scanner that knows no
 * entities at all: a text that declares some is refused. @throws GeoError
 */
export function readKml(text: string): FileShapes {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new GeoError('geo_entities')
  const clean = uncommented(text)
  const polygons: FilePolygon[] = []
  let polygon: { outer: XY[] | null; holes: XY[][] } | null = null
  let within: 'outer' | 'inner' | null = null
  let coordinates = -1
  const count = { points: 0, rings: 0 }
  let kml = false
  for (const m of clean.matchAll(TAG)) {
    const [all, closes, name, empty] = m
    if (empty) continue
    if (name === 'kml') kml = true
    if (name === 'Polygon') {
      if (closes && polygon?.outer) polygons.push({ ring: polygon.outer, holes: polygon.holes })
      polygon = closes ? null : { outer: null, holes: [] }
    } else if (name === 'outerBoundaryIs') within = closes ? null : 'outer'
    else if (name === 'innerBoundaryIs') within = closes ? null : 'inner'
    else if (name === 'coordinates' && polygon && within) {
      if (!closes) coordinates = m.index + all.length
      else if (coordinates >= 0) {
        const ring = pointsOf(clean.slice(coordinates, m.index), count)
        if (within === 'outer') polygon.outer = ring
        else polygon.holes.push(ring)
        coordinates = -1
      }
    }
  }
  if (!kml) throw new GeoError('geo_unknown_format')
  return { format: 'KML', crs: WGS84, polygons }
}

/** Removes comments. By hand: a pattern takes for ever over comments that never end. */
function uncommented(text: string): string {
  const kept: string[] = []
  let at = 0
  for (;;) {
    const from = text.indexOf('<!--', at)
    kept.push(text.slice(at, from < 0 ? undefined : from))
    const to = from < 0 ? -1 : text.indexOf('-->', from)
    if (to < 0) return kept.join('')
    at = to + 3
  }
}

/** Tuples `lon,lat[,height]` between blanks. */
function pointsOf(text: string, count: { points: number; rings: number }): XY[] {
  const points: XY[] = []
  if (++count.rings > MOST_RINGS) throw new GeoError('geo_too_many_points', { max: MOST_POINTS })
  for (const m of text.matchAll(/\S+/g)) {
    if (++count.points > MOST_POINTS) throw new GeoError('geo_too_many_points', { max: MOST_POINTS })
    const parts = m[0].split(',')
    const [x, y] = [numberOf(parts[0]), numberOf(parts[1])]
    if (parts.length < 2 || parts.length > 3 || !Number.isFinite(x) || !Number.isFinite(y))
      throw new GeoError('geo_not_a_number', { row: points.length + 1 })
    points.push([x, y])
  }
  return points
}

const numberOf = (text: string | undefined) => (text === undefined || text === '' ? NaN : Number(text))
