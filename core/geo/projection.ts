import { bounds } from './polygon.ts'
import type { XY } from './polygon.ts'

/** Ellipsoid of WGS 84, which VN-2000 shares. */
const A = 6_378_137
const F = 1 / 298.257223563
const N = F / (2 - F)
/** Rectifying radius, and the Krueger series to n^4 (Karney 2011, eq. 35); exact to micrometres within 3 degrees. */
const RADIUS = (A / (1 + N)) * (1 + N ** 2 / 4 + N ** 4 / 64)
const ALPHA = [
  N / 2 - (2 / 3) * N ** 2 + (5 / 16) * N ** 3 + (41 / 180) * N ** 4,
  (13 / 48) * N ** 2 - (3 / 5) * N ** 3 + (557 / 1440) * N ** 4,
  (61 / 240) * N ** 3 - (103 / 140) * N ** 4,
  (49_561 / 161_280) * N ** 4,
]
/** The inverse (ibid., eq. 36). */
const BETA = [
  N / 2 - (2 / 3) * N ** 2 + (37 / 96) * N ** 3 - (1 / 360) * N ** 4,
  (1 / 48) * N ** 2 + (1 / 15) * N ** 3 - (437 / 1440) * N ** 4,
  (17 / 480) * N ** 3 - (37 / 840) * N ** 4,
  (4397 / 161_280) * N ** 4,
]
const E = Math.sqrt(F * (2 - F))
const RADIAN = Math.PI / 180

/**
 * Transverse Mercator, degrees to metres: x east of the central meridian, y north of the equator, scale 1 on the
 * central meridian (UTM is this with scale 0.9996 and x + 500,000). With the meridian through the basin, lengths are
 * exact to 0.03 % within 150 km of it. lon0: central meridian, degrees.
 */
export function project(lon: number, lat: number, lon0: number, scale = 1): [x: number, y: number] {
  let d = lon - lon0
  if (d > 180) d -= 360
  else if (d < -180) d += 360
  const sin = Math.sin(lat * RADIAN)
  const conformal = Math.sinh(Math.atanh(sin) - E * Math.atanh(E * sin))
  const xi = Math.atan2(conformal, Math.cos(d * RADIAN))
  const eta = Math.asinh(Math.sin(d * RADIAN) / Math.hypot(conformal, Math.cos(d * RADIAN)))
  let x = eta
  let y = xi
  ALPHA.forEach((alpha, i) => {
    const j = 2 * (i + 1)
    x += alpha * Math.cos(j * xi) * Math.sinh(j * eta)
    y += alpha * Math.sin(j * xi) * Math.cosh(j * eta)
  })
  return [scale * RADIUS * x, scale * RADIUS * y]
}

/**
 * The inverse of `project`: metres to degrees, by Krueger's series and Newton's method for the latitude (Karney 2011,
 * eq. 19-21, 36). Together they return to the same point within micrometres inside a zone.
 */
export function unproject(x: number, y: number, lon0: number, scale = 1): [lon: number, lat: number] {
  const xi0 = y / (scale * RADIUS)
  const eta0 = x / (scale * RADIUS)
  let xi = xi0
  let eta = eta0
  BETA.forEach((beta, i) => {
    const j = 2 * (i + 1)
    xi -= beta * Math.sin(j * xi0) * Math.cosh(j * eta0)
    eta -= beta * Math.cos(j * xi0) * Math.sinh(j * eta0)
  })
  const conformal = Math.sin(xi) / Math.hypot(Math.sinh(eta), Math.cos(xi))
  let tan = conformal / (1 - E * E)
  for (let i = 0; i < 6; i++) {
    const s = Math.sinh(E * Math.atanh((E * tan) / Math.hypot(1, tan)))
    const now = tan * Math.hypot(1, s) - s * Math.hypot(1, tan)
    tan +=
      (((conformal - now) / Math.hypot(1, now)) * (1 + (1 - E * E) * tan * tan)) /
      ((1 - E * E) * Math.hypot(1, tan))
  }
  let lon = lon0 + Math.atan2(Math.sinh(eta), Math.cos(xi)) / RADIAN
  if (lon > 180) lon -= 360
  else if (lon < -180) lon += 360
  return [lon, Math.atan(tan) / RADIAN]
}

/** The plane of a basin: central meridian through the middle of its ring of [longitude, latitude]; with the inverse. */
export function plane(ring: readonly XY[]): {
  to: (p: XY) => [number, number]
  from: (p: XY) => [number, number]
} {
  const [west, , east] = bounds(ring)
  const lon0 = (west + east) / 2
  return { to: ([lon, lat]) => project(lon, lat, lon0), from: ([x, y]) => unproject(x, y, lon0) }
}

/** The projection of a basin (see `plane`). */
export function planeOf(ring: readonly XY[]): (point: XY) => [x: number, y: number] {
  return plane(ring).to
}
