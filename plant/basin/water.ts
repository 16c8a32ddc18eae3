/** The lake, the rivers and the borders of the invented basin, drawn by hand: km east and north of the dam. */
import type { DescriptionSeed } from '#contract/description.ts'
import { toDegrees } from './map.ts'

type Km = readonly [x: number, y: number]
type Layers = NonNullable<DescriptionSeed['plant']['mapLayers']>

/** The shore at normal level: from the dam along the north, up the valley, and back along the south. */
// prettier-ignore
export const SHORE: readonly Km[] = [
  [-0.05, 0], [-0.3, 0.12], [-0.75, -0.12], [-1.3, -0.49], [-1.9, -0.69], [-2.5, -1.09], [-3.05, -1.07],
  [-3.4, -0.77], [-3.75, 0.25], [-3.98, 0.2], [-4, -0.82], [-4.3, -1.22], [-5, -1.47], [-5.7, -1.72],
  [-6.3, -1.57], [-6.55, -0.5], [-6.8, -0.55], [-6.85, -1.67], [-7.7, -2.12], [-8.6, -2.27], [-9.3, -2.75],
  [-9.9, -3.2], [-10.5, -3.6], [-9.8, -3.34], [-9.2, -2.97], [-8.5, -2.52], [-7.7, -2.42], [-7, -2.37],
  [-6.75, -3.3], [-6.65, -4], [-6.55, -4.9], [-6.35, -4.2], [-6.25, -3.4], [-6.2, -2.52], [-5.3, -2.12],
  [-4.6, -1.82], [-3.9, -1.6], [-3.3, -1.54], [-2.95, -2.45], [-2.7, -2.4], [-2.55, -1.54], [-1.9, -1.14],
  [-1.3, -0.92], [-0.8, -0.6], [-0.35, -0.32],
]

interface River {
  name: string
  rank: 1 | 2 | 3
  /** Downstream. */
  lines: readonly (readonly Km[])[]
}

// prettier-ignore
export const RIVERS: readonly River[] = [
  { name: 'Sông An Vân', rank: 1, lines: [
    [[-23, -11.8], [-22.2, -10.6], [-21, -9.9], [-19.8, -8.6], [-18.3, -8.1], [-17.2, -6.9], [-15.8, -6.3],
      [-14.6, -5.3], [-13.3, -4.6], [-12.2, -4.5], [-11.3, -3.8], [-10.2, -3.4]],
    [[0, 0], [0.5, 0.3], [0.98, 0.8], [1.6, 1.5], [2.6, 1.7], [3.4, 2.5], [4.6, 2.7], [5.6, 3.6]],
  ] },
  { name: 'Suối Ba Vân', rank: 2, lines: [
    [[-16.6, -0.4], [-16.2, -1.8], [-15.2, -2.8], [-14.9, -4], [-14.6, -5.3]],
  ] },
  { name: 'Suối Đồi Mây', rank: 2, lines: [
    [[-17, -13.6], [-16, -12.4], [-15.6, -11], [-16.4, -9.6], [-16.9, -8.3], [-17.2, -6.9]],
  ] },
  { name: 'Suối Nước Sim', rank: 2, lines: [
    [[-9.6, -12.2], [-8.7, -10.8], [-7.6, -9.6], [-7.5, -8.2], [-6.7, -7], [-6.9, -5.8], [-6.56, -4.6]],
  ] },
  { name: 'Suối Đồng Ngà', rank: 2, lines: [
    [[-8.3, 3.3], [-7.9, 2.3], [-7, 1.2], [-7.1, 0.2], [-6.7, -0.75]],
  ] },
  { name: 'Suối Núi Sương', rank: 3, lines: [[[-20.4, -6.2], [-20.3, -7.3], [-19.8, -8.6]]] },
  { name: 'Suối Nước Lát', rank: 3, lines: [[[-5, -10], [-5.7, -8.9], [-5.9, -7.7], [-6.7, -7]]] },
  { name: 'Suối Nước Vin', rank: 3, lines: [[[-4.7, 3.2], [-4.3, 2.2], [-4.2, 1.2], [-3.88, 0.1]]] },
  { name: 'Suối Nước Trà', rank: 3, lines: [[[-2.7, -7.2], [-3.1, -6], [-2.7, -4.6], [-2.8, -2.2]]] },
]

/** Borders, as invented as the basin: the province along the divide in the west, communes within. */
// prettier-ignore
const BORDERS: readonly River[] = [
  { name: 'Ranh giới tỉnh Quảng Ngãi', rank: 1, lines: [
    [[-19.6, 4.2], [-19.2, 1.4], [-21.2, -1.6], [-21.8, -4.4], [-23.2, -6.6], [-24.6, -9.4], [-24.9, -12.4],
      [-25.2, -15.2], [-24.6, -18.4], [-22, -18.8], [-18.2, -17], [-14.2, -16.4], [-10.4, -16.2]],
  ] },
  { name: 'Sơn Tây – Sơn Tây Thượng', rank: 3, lines: [
    [[-19.2, 1.4], [-17.9, -0.6], [-18.4, -3.4], [-18.9, -6.6], [-18.2, -8.9], [-17.7, -10.4]],
  ] },
  { name: 'Ba Xa', rank: 3, lines: [
    [[-18.2, -17], [-18.6, -13], [-17.7, -10.4], [-15.9, -8.4], [-13.6, -7.6], [-11.6, -6.3], [-9.3, -6.2],
      [-7.8, -5.6], [-5, -5.9], [-2.2, -8.4], [0.8, -7.4], [3.4, -8.8]],
  ] },
  { name: 'Sơn Tây – Sơn Tây Hạ', rank: 3, lines: [
    [[-12.4, 5.4], [-11.2, 2.2], [-11.6, -0.8], [-10.9, -2.6], [-11.2, -4.6], [-11.6, -6.3]],
  ] },
]

/** Smooths a line by cutting its corners twice (Chaikin 1974). Its ends stay. */
export function rounded(line: readonly Km[], closed = false): Km[] {
  let points = [...line]
  for (let round = 0; round < 2; round++) {
    const sides = points.flatMap((a, i): Km[] => {
      const b = points[i + 1] ?? (closed ? points[0] : null)
      if (!b) return []
      const at = (share: number): Km => [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]
      return [at(0.25), at(0.75)]
    })
    points = closed ? sides : [points[0], ...sides.slice(1, -1), points[points.length - 1]]
  }
  return points
}

const degrees = (line: readonly Km[]) =>
  line.map(([x, y]): [number, number] => {
    const { longitude, latitude } = toDegrees({ x, y })
    return [longitude, latitude]
  })

const lines = (all: readonly River[]) =>
  all.map(({ name, rank, lines }) => ({ name, rank, parts: lines.map((line) => degrees(rounded(line))) }))

/** The map layers of the basin. */
export function mapLayers(): Layers {
  const shore = degrees(rounded(SHORE, true))
  return {
    rivers: { shapes: lines(RIVERS) },
    lakes: { shapes: [{ name: 'Hồ An Vân', rank: 2, parts: [[...shore, shore[0]]] }] },
    borders: { shapes: lines(BORDERS) },
  }
}
