import { WGS84, crsOfName, toWgs84, type Crs } from './crs.ts'
import { GeoError, type GeoCode, type GeoParams, type GeoWarning } from './error.ts'
import { COUNTRY, type Dam, type ContourWarning } from './contour.ts'
import type { XY } from './polygon.ts'
import { plane } from './projection.ts'
import { LAYER_PARTS, LAYER_POINTS, MOST_POINTS, type MapLayerKind, type MapShape } from './shapes.ts'
import { simplify } from './simplify.ts'

export interface ReadLayer {
  shapes: MapShape[]
  crs: Crs
  /** In the file. */
  features: number
  points: number
  /** Kept for drawing. */
  kept: number
  warnings: ContourWarning[]
}

/** A layer without any shape this near to the dam (km) gets a warning. */
const LAYER_DISTANCE = 50

type Json = Record<string, unknown>
const isObject = (v: unknown): v is Json => typeof v === 'object' && v !== null && !Array.isArray(v)
const round = (v: number, decimals: number) => Number(v.toFixed(decimals))
const pair = ([x, y]: XY) => `${round(x, 5)}, ${round(y, 5)}`

/** Shapes of each layer; a border may be given by the areas it separates. */
const TAKES: Record<MapLayerKind, { line: boolean; ring: boolean }> = {
  rivers: { line: true, ring: false },
  lakes: { line: false, ring: true },
  borders: { line: true, ring: true },
}

interface Found {
  /** Its position in the file, from 1. */
  feature: number
  properties: Json
  ring: boolean
  parts: XY[][]
}

/**
 * The shapes of a layer from a GeoJSON text (RFC 7946, and the `crs` of the 2008 version), reduced to the points that
 * maps need. Every fault names the number of its feature. chosen: the coordinate system chosen by the user; null: the
 * file's own. @throws GeoError
 */
export function readLayer(text: string, layer: MapLayerKind, dam: Dam | null, chosen: Crs | null): ReadLayer {
  const root = rootOf(text)
  const stated = chosen ?? crsOf(root)
  const features = featuresOf(root)
  const warnings: ContourWarning[] = []
  const warn = (code: GeoWarning, params: GeoParams = {}) => warnings.push({ code, params })
  const { found, points, blank } = partsOf(features, layer)
  if (found.length === 0) throw new GeoError('geo_no_features')
  if (blank > 0) warn('geo_features_blank', { count: blank })
  const crs = stated ?? WGS84
  const placed = found.map((f) => ({ ...f, parts: placedParts(f, crs, stated !== null, dam) }))
  warnOfPlace(placed, dam, warn)
  const { shapes, tolerance } = thinned(placed, layer)
  const kept = shapes.reduce((sum, s) => sum + s.parts.reduce((n, p) => n + p.length, 0), 0)
  if (kept < points) warn('geo_layer_thinned', { from: points, to: kept, metres: Math.ceil(tolerance) })
  return { shapes, crs, features: features.length, points, kept, warnings }
}

function rootOf(text: string): Json {
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch (e) {
    throw new GeoError('geo_not_geojson', { detail: (e as Error).message.slice(0, 120) })
  }
  if (!isObject(root) || typeof root.type !== 'string')
    throw new GeoError('geo_not_geojson', { detail: '"type"' })
  return root
}

/** The features of any GeoJSON; a bare geometry is one without properties. */
function featuresOf(root: Json): unknown[] {
  if (root.type === 'FeatureCollection') {
    if (!Array.isArray(root.features)) throw new GeoError('geo_not_geojson', { detail: '"features"' })
    return root.features
  }
  if (root.type === 'Feature') return [root]
  return [{ type: 'Feature', properties: {}, geometry: root }]
}

/** The parts of the features, checked but for their location. Features without geometry are counted. */
function partsOf(
  features: readonly unknown[],
  layer: MapLayerKind,
): { found: Found[]; points: number; blank: number } {
  const found: Found[] = []
  let [points, parts, blank] = [0, 0, 0]
  features.forEach((value, i) => {
    const feature = i + 1
    const fail = (code: GeoCode, params: GeoParams = {}) => new GeoError(code, { feature, ...params })
    if (!isObject(value) || value.type !== 'Feature') throw fail('geo_feature_not')
    const properties = isObject(value.properties) ? value.properties : {}
    const line = (raw: unknown, ring: boolean): XY[] => {
      if (!Array.isArray(raw)) throw fail('geo_feature_coordinates')
      points += raw.length
      if (points > MOST_POINTS) throw new GeoError('geo_layer_too_many_points', { max: MOST_POINTS })
      if (++parts > LAYER_PARTS) throw new GeoError('geo_too_many_features', { max: LAYER_PARTS })
      const all = raw.map((p: unknown, k): XY => {
        if (!Array.isArray(p) || !Number.isFinite(p[0]) || !Number.isFinite(p[1]))
          throw fail('geo_feature_point', { row: k + 1 })
        return [p[0] as number, p[1] as number]
      })
      const [a, b] = [all[0], all.at(-1)]
      if (ring && a && b && (a[0] !== b[0] || a[1] !== b[1])) throw fail('geo_feature_open')
      const distinct = new Set(all.map(String)).size
      if (distinct < (ring ? 3 : 2)) throw fail('geo_feature_few', { count: distinct, least: ring ? 3 : 2 })
      return all
    }
    const list = (raw: unknown): unknown[] => {
      if (!Array.isArray(raw)) throw fail('geo_feature_coordinates')
      return raw
    }
    const add = (ring: boolean, raw: unknown[]) => {
      if (!TAKES[layer][ring ? 'ring' : 'line']) throw fail(ring ? 'geo_feature_area' : 'geo_feature_line')
      const held = raw.map((one) => line(one, ring))
      if (held.length > 0) found.push({ feature, properties, ring, parts: held })
    }
    const geometry = (g: unknown, depth: number) => {
      if (g === null || g === undefined) return void blank++
      if (!isObject(g) || depth > 4) throw fail('geo_feature_not')
      if (g.type === 'LineString') add(false, [g.coordinates])
      else if (g.type === 'MultiLineString') add(false, list(g.coordinates))
      else if (g.type === 'Polygon') add(true, list(g.coordinates))
      else if (g.type === 'MultiPolygon') for (const one of list(g.coordinates)) add(true, list(one))
      else if (g.type === 'GeometryCollection') for (const one of list(g.geometries)) geometry(one, depth + 1)
      else throw fail('geo_feature_kind', { kind: String(g.type).slice(0, 40) })
    }
    geometry(value.geometry, 0)
  })
  return { found, points, blank }
}

/** Converts to longitude and latitude; refused where the axes are swapped or a point is nowhere on earth. */
function placedParts({ feature, parts }: Found, crs: Crs, isSaid: boolean, dam: Dam | null): XY[][] {
  const convert = toWgs84(crs)
  const degrees = crs.kind === 'degrees'
  for (const part of parts) {
    const at = part.findIndex(([x, y]) => degrees && (Math.abs(x) > 180 || Math.abs(y) > 90))
    if (at < 0) continue
    const [x, y] = part[at]
    const where = { feature, row: at + 1, sample: pair(part[at]) }
    if (Math.abs(x) <= 90 && Math.abs(y) <= 180) throw new GeoError('geo_feature_swapped', where)
    throw new GeoError(isSaid ? 'geo_feature_range' : 'geo_feature_no_crs', where)
  }
  if (degrees && dam) {
    const [x, y] = parts[0][0]
    const off = (lon: number, lat: number) => Math.hypot(lon - dam.longitude, lat - dam.latitude)
    // The axes are swapped: it is at the dam, not at the dam's mirror image.
    if (off(x, y) > 10 && off(y, x) < 3)
      throw new GeoError('geo_feature_swapped', { feature, row: 1, sample: pair(parts[0][0]) })
  }
  return parts.map((part) =>
    part.map((p, i): XY => {
      const [lon, lat] = convert(p)
      if (!(Math.abs(lon) <= 180) || !(Math.abs(lat) <= 89))
        throw new GeoError('geo_feature_range', { feature, row: i + 1, sample: pair(p) })
      return [lon, lat]
    }),
  )
}

function warnOfPlace(
  all: readonly Found[],
  dam: Dam | null,
  warn: (code: GeoWarning, params?: GeoParams) => void,
): void {
  const { west, south, east, north } = COUNTRY
  const abroad = all.find(({ parts }) =>
    parts.some((part) => part.some(([lon, lat]) => lon < west || lon > east || lat < south || lat > north)),
  )
  if (abroad) warn('geo_feature_abroad', { feature: abroad.feature, place: pair(abroad.parts[0][0]) })
  if (!dam) return
  const { to } = plane([[dam.longitude, dam.latitude]])
  const [x, y] = to([dam.longitude, dam.latitude])
  let least = Infinity
  for (const { parts } of all)
    for (const part of parts)
      for (const p of part) {
        // Far from the dam its plane is meaningless, and the point is far in any case.
        if (Math.abs(p[0] - dam.longitude) > 5) continue
        const [px, py] = to(p)
        least = Math.min(least, Math.hypot(px - x, py - y))
      }
  const km = least / 1000
  if (!(km <= LAYER_DISTANCE)) warn('geo_layer_far', { km: Number.isFinite(km) ? Math.round(km) : '> 500' })
}

/** Reduces parts to the points that a map needs, by their distance on the ground. */
function thinned(all: readonly Found[], layer: MapLayerKind): { shapes: MapShape[]; tolerance: number } {
  const parts = all.flatMap((f) => f.parts)
  const { to } = plane(parts.flat())
  const { kept, tolerance } = simplify(
    parts.map((part) => part.map(to)),
    LAYER_POINTS,
  )
  const highest = all.reduce((most, f) => Math.max(most, orderOf(f.properties) ?? 0), 0)
  let at = 0
  const shapes = all.map(({ properties, parts: own }): MapShape => ({
    name: nameOf(properties),
    rank: rankOf(properties, layer, highest),
    parts: own.map((part) =>
      kept[at++].map((i): [number, number] => [round(part[i][0], 5), round(part[i][1], 5)]),
    ),
  }))
  return { shapes, tolerance }
}

/** Keys of names in files of surveys, of OpenStreetMap and of administrative bounds, in any case. */
const NAMES = [
  'name:vi',
  'ten',
  'ten_song',
  'tensong',
  'ten_ho',
  'tenho',
  'ten_tinh',
  'tentinh',
  'name',
  'name_1',
]
const LONGEST = 80
/** Removed from texts: control characters, of which the database refuses one, and direction marks. */
const UNSEEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu

/** A name in the form in which texts are stored, so that it can be stored and imported again. */
const plain = (name: string) =>
  name
    .replace(/\s/g, ' ')
    .replace(UNSEEN, '')
    .replace(/ +/g, ' ')
    .trim()
    // Before it is cut: some letters become two.
    .normalize('NFC')
    .slice(0, LONGEST)
    .toWellFormed()
    .trim()

function nameOf(properties: Json): string {
  const byKey = new Map(Object.entries(properties).map(([k, v]) => [k.toLowerCase(), v]))
  for (const key of NAMES) {
    const value = byKey.get(key)
    const name = typeof value === 'string' ? plain(value) : ''
    if (name !== '') return name
  }
  return ''
}

/** Strahler's order, 1 at the sources. */
function orderOf(properties: Json): number | null {
  for (const [key, value] of Object.entries(properties))
    if (/^(strahler|ord_stra|stream_order|order)$/i.test(key)) {
      const n = Number(value)
      return Number.isInteger(n) && n >= 1 && n <= 12 ? n : null
    }
  return null
}

/**
 * The rank by `rank` (1 main, 2 tributary, 3 stream; of borders 1 provinces, 3 communes), else by Strahler's order,
 * else by the key of OpenStreetMap.
 */
function rankOf(properties: Json, layer: MapLayerKind, highest: number): 1 | 2 | 3 {
  const clamp = (n: number) => Math.max(1, Math.min(3, n)) as 1 | 2 | 3
  const { rank, waterway, admin_level: level } = properties
  if (layer === 'lakes') return 2
  if ((typeof rank === 'number' || typeof rank === 'string') && /^[1-9]$/.test(String(rank)))
    return clamp(Number(rank))
  if (layer === 'borders') {
    const n = Number(level ?? NaN)
    return Number.isNaN(n) || n <= 4 ? 1 : n <= 6 ? 2 : 3
  }
  const order = orderOf(properties)
  if (order !== null) return clamp(1 + highest - order)
  if (waterway === 'river') return 1
  return waterway === 'stream' || waterway === 'ditch' || waterway === 'drain' ? 3 : 2
}

function crsOf(root: Json): Crs | null {
  const { crs } = root
  if (crs === undefined || crs === null) return null
  const properties = isObject(crs) && isObject(crs.properties) ? crs.properties : {}
  const name = properties.name ?? properties.code
  if (typeof name !== 'string' && typeof name !== 'number')
    throw new GeoError('geo_unknown_crs', { name: 'crs' })
  return crsOfName(typeof name === 'number' ? `EPSG:${name}` : name)
}
