import { crsOfPrj } from './crs.ts'
import { GeoError } from './error.ts'
import { area, bounds, contains, signedArea, type XY } from './polygon.ts'
import { MOST_POINTS, MOST_RINGS, type FilePolygon, type FileShapes } from './shapes.ts'

const MAGIC = 9994
const HEADER = 100
/** Polygon, PolygonZ, PolygonM. */
const POLYGONS = [5, 15, 25]

/**
 * Polygons of a .shp file (ESRI Shapefile Technical Description, 1998), with the system of its .prj (null: there is
 * none). @throws GeoError
 */
export function readShapefile(shp: Uint8Array, prj: string | null): FileShapes {
  const crs = prj === null ? null : crsOfPrj(prj)
  const view = new DataView(shp.buffer, shp.byteOffset, shp.byteLength)
  const broken = () => new GeoError('geo_malformed', { detail: '.shp' })
  if (shp.byteLength < HEADER || view.getInt32(0) !== MAGIC) throw broken()
  const type = view.getInt32(32, true)
  if (!POLYGONS.includes(type)) throw new GeoError('geo_not_a_polygon_layer', { type })
  const polygons: FilePolygon[] = []
  const count = { points: 0, rings: 0 }
  let at = HEADER
  while (at + 8 <= shp.byteLength) {
    const length = view.getInt32(at + 4) * 2
    const start = at + 8
    if (length < 4 || start + length > shp.byteLength) throw broken()
    const kind = view.getInt32(start, true)
    if (kind !== 0) {
      if (!POLYGONS.includes(kind)) throw new GeoError('geo_not_a_polygon_layer', { type: kind })
      polygons.push(...grouped(ringsOf(view, start, length, count)))
    }
    at = start + length
  }
  return { format: 'Shapefile', crs, polygons }
}

function ringsOf(
  view: DataView,
  start: number,
  length: number,
  count: { points: number; rings: number },
): XY[][] {
  const broken = () => new GeoError('geo_malformed', { detail: '.shp' })
  if (length < 44) throw broken()
  const parts = view.getInt32(start + 36, true)
  const points = view.getInt32(start + 40, true)
  if (parts < 1 || points < 0) throw broken()
  count.points += points
  count.rings += parts
  if (count.points > MOST_POINTS || count.rings > MOST_RINGS)
    throw new GeoError('geo_too_many_points', { max: MOST_POINTS })
  const first = start + 44 + 4 * parts
  if (first + 16 * points > start + length) throw broken()
  const begins = Array.from({ length: parts }, (_, i) => view.getInt32(start + 44 + 4 * i, true))
  return begins.map((from, i) => {
    const to = begins[i + 1] ?? points
    if (from < 0 || to < from || to > points) throw broken()
    return Array.from({ length: to - from }, (_, k): XY => {
      const p = first + 16 * (from + k)
      const [x, y] = [view.getFloat64(p, true), view.getFloat64(p + 8, true)]
      if (!Number.isFinite(x) || !Number.isFinite(y)) throw new GeoError('geo_not_a_number', { row: k + 1 })
      return [x, y]
    })
  })
}

/**
 * Groups rings into polygons. By the format, outer rings run clockwise and holes anticlockwise; each hole belongs to
 * the ring around it. In a file that breaks this, a ring inside no other is an outer one in either direction.
 */
function grouped(rings: XY[][]): FilePolygon[] {
  const outer = rings
    .filter((r) => signedArea(r) < 0)
    .map((ring) => ({ ring, holes: [] as XY[][], size: area(ring), box: bounds(ring) }))
    .sort((a, b) => a.size - b.size)
  const alone: FilePolygon[] = []
  for (const hole of rings.filter((r) => r.length > 0 && signedArea(r) >= 0)) {
    const [x, y] = hole[0]
    const around = outer.find(
      ({ ring, box: [x0, y0, x1, y1] }) =>
        x >= x0 && x <= x1 && y >= y0 && y <= y1 && contains(ring, hole[0]),
    )
    if (around) around.holes.push(hole)
    else alone.push({ ring: hole, holes: [] })
  }
  return [...outer.map(({ ring, holes }) => ({ ring, holes })), ...alone]
}
