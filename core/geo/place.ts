import { crsOfEpsg, toWgs84 } from './crs.ts'

/** A place in degrees of WGS 84. */
export interface GeoPlace {
  latitude: number
  longitude: number
}

const NUMBER = String.raw`\d{1,3}(?:[.,]\d+)?`
/** 14°58'12", 14° 58.2', 14.97°, 14 58 12, with N, S, E, W, B (Bắc), Đ (Đông) or T (Tây) beside it. */
const ANGLE = new RegExp(
  String.raw`^([NSEWBĐT])?\s*([+-]?${NUMBER})\s*(?:°|º|˚|độ|d)?\s*(?:(${NUMBER})\s*(?:'|’|′|´|phút)?\s*(?:(${NUMBER})\s*(?:"|”|″|''|’’|giây)?)?)?\s*([NSEWBĐT])?$`,
  'iu',
)

type Axis = 'latitude' | 'longitude'

/**
 * Sign and axis of each letter. Vietnamese N is Nam, south; but no dam of Viet Nam is south of the equator, so N is
 * north.
 */
const AXES: Readonly<Record<string, { axis: Axis; sign: 1 | -1 }>> = {
  N: { axis: 'latitude', sign: 1 },
  B: { axis: 'latitude', sign: 1 },
  S: { axis: 'latitude', sign: -1 },
  E: { axis: 'longitude', sign: 1 },
  Đ: { axis: 'longitude', sign: 1 },
  W: { axis: 'longitude', sign: -1 },
  T: { axis: 'longitude', sign: -1 },
}

const decimal = (text: string | undefined) => (text === undefined ? 0 : Number(text.replace(',', '.')))

function angleOf(text: string): { value: number; axis: Axis | null } | null {
  const m = ANGLE.exec(text.trim())
  if (!m) return null
  const [, before, degrees, minutes, seconds, after] = m
  const parts = [decimal(minutes), decimal(seconds)]
  if (parts.some((p) => p >= 60)) return null
  // Only the last part may have decimals.
  if (minutes !== undefined && /[.,]/.test(degrees)) return null
  if (seconds !== undefined && /[.,]/.test(minutes)) return null
  const size = Math.abs(decimal(degrees)) + parts[0] / 60 + parts[1] / 3600
  const side = AXES[(before ?? after ?? '').toUpperCase()]
  const sign = side?.sign ?? (degrees.startsWith('-') ? -1 : 1)
  return { value: rounded(sign * size), axis: side?.axis ?? null }
}

/** Rounds to six decimals of a degree, a tenth of a metre. */
const rounded = (degrees: number) => Number(degrees.toFixed(6))

/**
 * Parses an angle, degrees: 14°58'12", 14 58 12, 14.97. null for other texts. axis: which axis it must be; a letter of
 * the other one is refused.
 */
export function parseAngle(text: string, axis: Axis): number | null {
  const found = angleOf(text)
  if (found === null || (found.axis !== null && found.axis !== axis)) return null
  return Math.abs(found.value) <= (axis === 'latitude' ? 90 : 180) ? found.value : null
}

/** Words that people write before coordinates. */
const WORDS = /vĩ độ|kinh độ|lat(itude)?|long?(itude)?|tọa độ|(?<=\d\s*)m\b|[=:()]/giu

/**
 * Parses a text of two angles, latitude first unless their letters or sizes say otherwise: 14°58'12"N 108°21'30"E;
 * 14.97, 108.358. null for other texts.
 */
export function parsePlace(text: string): GeoPlace | null {
  const plain = text
    .replace(WORDS, ' ')
    .replace(/Bắc/giu, 'B')
    .replace(/Đông/giu, 'Đ')
    .replace(/Tây/giu, 'T')
    .trim()
  for (const [a, b] of halves(plain)) {
    const one = angleOf(a)
    const two = angleOf(b)
    if (!one || !two || (one.axis !== null && one.axis === two.axis)) continue
    const swapped = one.axis === 'longitude' || two.axis === 'latitude' || Math.abs(one.value) > 90
    const [latitude, longitude] = swapped ? [two.value, one.value] : [one.value, two.value]
    if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude }
  }
  return null
}

/** The ways to split a text in two: at separators of a list first, then at the blanks in its middle. */
function* halves(text: string): Generator<[string, string]> {
  for (const between of [/[;\n\t|]+/, /,\s+/]) {
    const parts = text.split(between).filter((p) => p.trim() !== '')
    if (parts.length === 2) yield [parts[0], parts[1]]
  }
  const words = text.split(/\s+/)
  // Equal numbers of parts first: 14 58 12 108 21 30.
  const places = words.map((_, i) => i).slice(1)
  places.sort((a, b) => Math.abs(a - words.length / 2) - Math.abs(b - words.length / 2))
  for (const i of places) yield [words.slice(0, i).join(' '), words.slice(i).join(' ')]
  if (!/\s/.test(text)) {
    const comma = text.split(',')
    if (comma.length === 2) yield [comma[0], comma[1]]
    for (const end of [/^(.+?[NSB])(.+)$/iu, /^(.+?["”″])(.+)$/u]) {
      const m = end.exec(text)
      if (m) yield [m[1], m[2]]
    }
  }
}

/** Ranges of northings and eastings of Viet Nam, m. */
const NORTHINGS = [850_000, 2_700_000] as const
const EASTINGS = [150_000, 850_000] as const

/**
 * Parses northing and easting from a text such as X = 1655123.45 Y = 540321.1, m. By their sizes, since X is north on
 * Vietnamese maps and east on others. null for other texts.
 */
export function parseGrid(text: string): { north: number; east: number } | null {
  const plain = text.replace(/(?<=\d)[ \u00a0](?=\d{3}(?:\D|$))/g, '')
  const found = [...plain.matchAll(/\d+(?:[.,]\d+)?/g)].map((m) => Number(m[0].replace(',', '.')))
  if (found.length !== 2) return null
  const inside = (v: number, [least, most]: readonly [number, number]) => v >= least && v <= most
  const north = found.find((v) => inside(v, NORTHINGS))
  const east = found.find((v) => inside(v, EASTINGS))
  return north === undefined || east === undefined ? null : { north, east }
}

/** The place of a northing and an easting in a system by its EPSG code; null for an unsupported code. */
export function placeOfGrid({ north, east }: { north: number; east: number }, epsg: number): GeoPlace | null {
  const crs = crsOfEpsg(epsg)
  if (!crs) return null
  const [longitude, latitude] = toWgs84(crs)([east, north])
  return { latitude: rounded(latitude), longitude: rounded(longitude) }
}
