import { vn2000ToWgs84 } from './datum.ts'
import { GeoError } from './error.ts'
import { unproject } from './projection.ts'
import { find, findAll, parseWkt, type Wkt } from './wkt.ts'

type Datum = 'WGS84' | 'VN2000'
type XY = readonly [x: number, y: number]

/** A coordinate system of contours. name: the usual one. */
export type Crs = { name: string; datum: Datum } & (
  | { kind: 'degrees' }
  | { kind: 'mercator' }
  /** Transverse Mercator: central meridian (degrees), scale on it, false easting and northing, m; metres in a unit. */
  | { kind: 'tm'; lon0: number; scale: number; x0: number; y0: number; unit: number }
)

export const WGS84: Crs = { kind: 'degrees', name: 'WGS 84', datum: 'WGS84' }
const MERCATOR_RADIUS = 6_378_137

/** EPSG codes of VN-2000 / TM-3, by central meridian: those of the provinces, and the zones of the country's maps. */
const TM3: Readonly<Record<number, number>> = {
  5896: 102,
  5897: 105,
  5898: 108,
  5899: 107.75,
  9205: 103,
  9206: 104,
  9207: 104.5,
  9208: 104.75,
  9209: 105.5,
  9210: 105.75,
  9211: 106,
  9212: 106.25,
  9213: 106.5,
  9214: 107,
  9215: 107.25,
  9216: 107.5,
  9217: 108.25,
  9218: 108.5,
}

/** The systems offered for a file that does not name one, in the order of the list. */
export const EPSG_CHOICES: readonly number[] = [
  4326,
  4756,
  32_647,
  32_648,
  32_649,
  3405,
  3406,
  ...Object.entries(TM3)
    .sort((a, b) => a[1] - b[1])
    .map(([code]) => Number(code)),
]

/** 105.75 as 105°45'. */
function meridian(lon: number): string {
  const d = Math.trunc(lon)
  return `${d}°${String(Math.round((Math.abs(lon) - Math.abs(d)) * 60)).padStart(2, '0')}'`
}

const tm3 = (lon0: number): Crs => ({
  kind: 'tm',
  name: `VN-2000 / TM-3 ${meridian(lon0)}`,
  datum: 'VN2000',
  lon0,
  scale: 0.9999,
  x0: 500_000,
  y0: 0,
  unit: 1,
})

const utm = (datum: Datum, zone: number, south = false): Crs => ({
  kind: 'tm',
  name: `${datum === 'WGS84' ? 'WGS 84' : 'VN-2000'} / UTM ${zone}${south ? 'S' : 'N'}`,
  datum,
  lon0: zone * 6 - 183,
  scale: 0.9996,
  x0: 500_000,
  y0: south ? 10_000_000 : 0,
  unit: 1,
})

/** The system of an EPSG code; null when it is not supported. */
export function crsOfEpsg(code: number): Crs | null {
  if (code === 4326 || code === 4979) return WGS84
  if (code === 4756) return { kind: 'degrees', name: 'VN-2000', datum: 'VN2000' }
  if (code === 3857) return { kind: 'mercator', name: 'WGS 84 / Pseudo-Mercator', datum: 'WGS84' }
  if (code === 3405 || code === 3406) return utm('VN2000', code - 3357)
  if (code > 32_600 && code <= 32_660) return utm('WGS84', code - 32_600)
  if (code > 32_700 && code <= 32_760) return utm('WGS84', code - 32_700, true)
  const lon0 = TM3[code]
  return lon0 === undefined ? null : tm3(lon0)
}

/** The system of a name in GeoJSON: EPSG:3405, urn:ogc:def:crs:EPSG::3405, urn:ogc:def:crs:OGC:1.3:CRS84. */
export function crsOfName(name: string): Crs {
  if (/\bCRS84\b/i.test(name)) return WGS84
  const code = /\bEPSG\b[:/]+(?:[\d.]*[:/])?(\d{4,5})$/i.exec(name.trim())?.[1]
  const found = code ? crsOfEpsg(Number(code)) : null
  if (!found) throw new GeoError('geo_unknown_crs', { name: name.slice(0, 80) })
  return found
}

/** The system of a .prj file, by its parameters rather than its name. @throws GeoError */
export function crsOfPrj(text: string): Crs {
  const wkt = parseWkt(text)
  const name = String(wkt.values[0] ?? '').replaceAll('_', ' ')
  const unknown = () => new GeoError('geo_unknown_crs', { name: (name || wkt.keyword).slice(0, 80) })
  const datum = datumOf(wkt)
  if (!datum) throw unknown()
  if (!['PROJCS', 'PROJCRS', 'PROJECTEDCRS'].includes(wkt.keyword)) {
    if (!['GEOGCS', 'GEOGCRS', 'GEODCRS'].includes(wkt.keyword)) throw unknown()
    return { kind: 'degrees', name, datum }
  }
  const method = String(find(wkt, 'PROJECTION', 'METHOD')?.values[0] ?? '')
  if (/auxiliary|pseudo|popular/i.test(method) && datum === 'WGS84') return { kind: 'mercator', name, datum }
  if (!/transverse.?mercator|gauss.?kr/i.test(method)) throw unknown()
  const value = (pattern: RegExp, otherwise: number) => {
    const found = findAll(wkt, 'PARAMETER').find((p) => pattern.test(String(p.values[0])))?.values[1]
    return typeof found === 'number' ? found : otherwise
  }
  if (value(/lat.*origin/i, 0) !== 0) throw unknown()
  const lon0 = value(/central.?meridian|longitude.*origin/i, NaN)
  if (!Number.isFinite(lon0)) throw unknown()
  // The last unit in the text that belongs to the system itself is that of its lengths.
  const units = wkt.children.filter((c) => c.keyword === 'UNIT' || c.keyword === 'LENGTHUNIT')
  const unit = units.at(-1)?.values[1]
  return {
    kind: 'tm',
    name,
    datum,
    lon0,
    scale: value(/scale/i, 1),
    x0: value(/false.?easting/i, 0),
    y0: value(/false.?northing/i, 0),
    unit: typeof unit === 'number' && unit > 0 ? unit : 1,
  }
}

function datumOf(wkt: Wkt): Datum | null {
  const spheroid = find(wkt, 'SPHEROID', 'ELLIPSOID')
  const [, a, rf] = spheroid?.values ?? []
  // GRS 80 differs from WGS 84 by a tenth of a millimetre.
  if (a !== 6_378_137 || typeof rf !== 'number' || Math.abs(rf - 298.2572) > 1e-3) return null
  const words = [wkt, find(wkt, 'GEOGCS', 'BASEGEOGCRS'), find(wkt, 'DATUM', 'ENSEMBLE')]
    .map((n) => String(n?.values[0] ?? ''))
    .join(' ')
  if (/vn.?2000|viet.?nam.?2000/i.test(words)) return 'VN2000'
  return /wgs.?(19)?84|world geodetic system 1984/i.test(words) ? 'WGS84' : null
}

/** From a system to longitude and latitude of WGS 84, degrees. */
export function toWgs84(crs: Crs): (point: XY) => [lon: number, lat: number] {
  const degrees = toDegrees(crs)
  return crs.datum === 'WGS84' ? degrees : (point) => vn2000ToWgs84(degrees(point))
}

function toDegrees(crs: Crs): (point: XY) => [lon: number, lat: number] {
  if (crs.kind === 'degrees') return ([x, y]) => [x, y]
  if (crs.kind === 'mercator')
    return ([x, y]) => [
      (x / MERCATOR_RADIUS) * (180 / Math.PI),
      Math.atan(Math.sinh(y / MERCATOR_RADIUS)) * (180 / Math.PI),
    ]
  const { lon0, scale, x0, y0, unit } = crs
  return ([x, y]) => unproject(x * unit - x0, y * unit - y0, lon0, scale)
}
