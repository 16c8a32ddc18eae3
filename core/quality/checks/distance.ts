interface Place {
  latitude: number
  longitude: number
}

const RADIUS_KM = 6371
const rad = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance, km; coordinates in degrees. */
export function distance(a: Place, b: Place): number {
  const h =
    Math.sin(rad(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(rad(a.latitude)) * Math.cos(rad(b.latitude)) * Math.sin(rad(b.longitude - a.longitude) / 2) ** 2
  return 2 * RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}
