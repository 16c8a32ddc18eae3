/** Locations of an invented basin in the hills of western Quảng Ngãi. Degrees, and km east and north of the dam. */

export const DAM = { latitude: 14.826, longitude: 108.486 }
export const POWERHOUSE = { latitude: 14.8332, longitude: 108.4951 }

/** [longitude, latitude], anticlockwise from the dam. */
// prettier-ignore
export const RING: [number, number][] = [
  [108.486, 14.826], [108.4627, 14.8512], [108.4428, 14.8633], [108.425, 14.867], [108.4074, 14.8672],
  [108.3947, 14.8543], [108.3734, 14.8587], [108.358, 14.8495], [108.3454, 14.8354], [108.3237, 14.8347],
  [108.3194, 14.8097], [108.2997, 14.8049], [108.2964, 14.7815], [108.2886, 14.7643], [108.275, 14.7528],
  [108.2693, 14.7345], [108.2647, 14.7159], [108.2628, 14.6959], [108.2644, 14.6739], [108.2858, 14.6785],
  [108.304, 14.6848], [108.3241, 14.6886], [108.3378, 14.6966], [108.3637, 14.6919], [108.3694, 14.7052],
  [108.3832, 14.7092], [108.4058, 14.7004], [108.4056, 14.7196], [108.4263, 14.7083], [108.4351, 14.7136],
  [108.4404, 14.7261], [108.4504, 14.7307], [108.4612, 14.7345], [108.4666, 14.7542], [108.474, 14.7724],
  [108.4832, 14.7882],
]

export const BASIN_AREA = 330

const KM_NORTH = 110.6
const KM_EAST = 111.32 * Math.cos((14.75 * Math.PI) / 180)

export interface Place {
  x: number
  y: number
}

export function toKm([longitude, latitude]: [number, number]): Place {
  return { x: (longitude - DAM.longitude) * KM_EAST, y: (latitude - DAM.latitude) * KM_NORTH }
}

export function toDegrees({ x, y }: Place): { latitude: number; longitude: number } {
  return {
    latitude: Number((DAM.latitude + y / KM_NORTH).toFixed(5)),
    longitude: Number((DAM.longitude + x / KM_EAST).toFixed(5)),
  }
}

const OUTLINE = RING.map(toKm)

/** Whether a place lies in the basin (even-odd rule). */
export function inBasin({ x, y }: Place): boolean {
  let inside = false
  for (let i = 0, j = OUTLINE.length - 1; i < OUTLINE.length; j = i++) {
    const a = OUTLINE[i]
    const b = OUTLINE[j]
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside
}

/** Middles of the squares of a side (km) that lie in the basin. */
export function grid(side: number): Place[] {
  const places: Place[] = []
  for (let y = -17 + side / 2; y < 6; y += side)
    for (let x = -25 + side / 2; x < 1; x += side) if (inBasin({ x, y })) places.push({ x, y })
  return places
}

/** Sub-basins, upstream first: the gauged headwater, the southern streams, the shores of the lake. km2 */
export const CATCHMENTS = [
  { code: 'BAVAN', name: 'Thượng nguồn Ba Vân', area: 138.2 },
  { code: 'NUOCSIM', name: 'Suối Nước Sim', area: 66 },
  { code: 'VENHO', name: 'Khu giữa và ven hồ', area: 125.8 },
]

/** Index in CATCHMENTS of a place of the basin. */
export function catchmentAt({ x, y }: Place): number {
  if (x < -13.2) return 0
  return y < -5.5 - 0.15 * (x + 13.2) ? 1 : 2
}

interface RainStation extends Place {
  code: string
  name: string
  commune: string
  /** Share of the basin by Thiessen polygons. */
  thiessen: number
}

// prettier-ignore
export const RAIN_STATIONS: RainStation[] = [
  { code: 'daumoi', name: 'Đầu mối An Vân', commune: 'xã Sơn Tây Hạ', x: -2, y: -3.2, thiessen: 0.129 },
  { code: 'dongnga', name: 'Đồng Ngà', commune: 'xã Sơn Tây Hạ', x: -7.4, y: 1.4, thiessen: 0.173 },
  { code: 'nuocsim', name: 'Nước Sim', commune: 'xã Ba Xa', x: -7.2, y: -9.8, thiessen: 0.159 },
  { code: 'bavan', name: 'Ba Vân', commune: 'xã Sơn Tây', x: -13.6, y: -4.3, thiessen: 0.225 },
  { code: 'doimay', name: 'Đồi Mây', commune: 'xã Ba Xa', x: -14.8, y: -11.6, thiessen: 0.136 },
  { code: 'nuisuong', name: 'Núi Sương', commune: 'xã Sơn Tây Thượng', x: -20.4, y: -9.3, thiessen: 0.178 },
]

/** Where true rain falls: a 4 km grid for the runoff, then the stations. */
export const CELLS = grid(4).map((place) => ({ ...place, catchment: catchmentAt(place) }))
