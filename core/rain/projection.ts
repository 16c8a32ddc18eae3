import { bounds } from './polygon.ts'
import type { XY } from './polygon.ts'

/** WGS 84, which VN-2000 shares. */
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
const E = Math.sqrt(F * (2 - F))
const RADIAN = Math.PI / 180

/**
 * Transverse Mercator, degrees to metres: x east of the central meridian, y north of the equator, scale 1 on the
 * central meridian (UTM is this with scale 0.9996 and x + 500,000). With the meridian through the basin, lengths are
 * right to 0.03 % within 150 km of it.
 * @param lon0 central meridian, degrees
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

/** The projection of a basin: central meridian through the middle of its ring of [longitude, latitude]. */
export function planeOf(ring: readonly XY[]): (point: XY) => [x: number, y: number] {
  const [west, , east] = bounds(ring)
  const lon0 = (west + east) / 2
  return ([lon, lat]) => project(lon, lat, lon0)
}
