/** Ellipsoid of WGS 84, which VN-2000 shares with a shift. */
const A = 6_378_137
const F = 1 / 298.257223563
const E2 = F * (2 - F)
const RADIAN = Math.PI / 180
const SECOND = RADIAN / 3600

/**
 * VN-2000 to WGS 84, EPSG:6960 (Decision 05/2007/QD-BTNMT): seven parameters, rotations by the coordinate frame
 * convention (EPSG:9607). Read as position vectors, they give points about half a metre away.
 */
const SHIFT = [-191.90441429, -39.30318279, -111.45032835] as const
const [RX, RY, RZ] = [-0.00928836 * SECOND, 0.01975479 * SECOND, -0.00427372 * SECOND]
const SCALE = 1 + 0.252906278e-6

type LonLat = readonly [lon: number, lat: number]

/** Degrees of VN-2000, on the ellipsoid, as degrees of WGS 84. */
export function vn2000ToWgs84([lon, lat]: LonLat): [lon: number, lat: number] {
  const [x, y, z] = geocentric(lon, lat)
  return geodetic(
    SHIFT[0] + SCALE * (x + RZ * y - RY * z),
    SHIFT[1] + SCALE * (-RZ * x + y + RX * z),
    SHIFT[2] + SCALE * (RY * x - RX * y + z),
  )
}

function geocentric(lon: number, lat: number): [number, number, number] {
  const sin = Math.sin(lat * RADIAN)
  const cos = Math.cos(lat * RADIAN)
  const n = A / Math.sqrt(1 - E2 * sin * sin)
  return [n * cos * Math.cos(lon * RADIAN), n * cos * Math.sin(lon * RADIAN), n * (1 - E2) * sin]
}

/** Longitude and latitude of a point near the ellipsoid, by iteration on the latitude. */
function geodetic(x: number, y: number, z: number): [lon: number, lat: number] {
  const p = Math.hypot(x, y)
  let lat = Math.atan2(z, p * (1 - E2))
  for (let i = 0; i < 6; i++) {
    const sin = Math.sin(lat)
    lat = Math.atan2(z + (E2 * A * sin) / Math.sqrt(1 - E2 * sin * sin), p)
  }
  return [Math.atan2(y, x) / RADIAN, lat / RADIAN]
}
