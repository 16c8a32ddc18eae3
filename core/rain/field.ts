import { bounds, type XY } from '../geo/polygon.ts'
import { plane } from '../geo/projection.ts'
import { basinCells, idwMean, type GridCell } from './grid.ts'
import type { IdwOptions } from './idw.ts'
import type { Lattice } from './isohyets.ts'
import { reach } from './reach.ts'
import type { AreaMean } from './thiessen.ts'

/** Rain over a basin by inverse distance weighting, prepared for changing values. */
export interface RainField {
  /** Degrees; one node beyond the basin on all sides, so that lines cross its edge. */
  lattice: Lattice
  /** mm at the nodes, by rows; NaN where no gauge is within reach. */
  at(values: ArrayLike<number | null>): Float64Array
  /** Mean over the basin (domain rule 5.2). */
  mean(values: ArrayLike<number | null>): AreaMean
}

/** Most nodes of the lattice: what a browser computes between two frames. */
const NODES = 4000

/**
 * @param basin ring of longitude and latitude
 * @param gauges longitude and latitude of each
 */
export function rainField(
  basin: readonly XY[],
  gauges: readonly XY[],
  options: IdwOptions & { nodes?: number } = {},
): RainField {
  const { nodes = NODES, ...rest } = options
  const { to } = plane(basin)
  const points = gauges.map(to)
  const lattice = latticeOver(basin, nodes)
  const places: XY[] = []
  for (let j = 0; j < lattice.rows; j++)
    for (let i = 0; i < lattice.columns; i++)
      places.push(to([lattice.x + i * lattice.dx, lattice.y + j * lattice.dy]))
  const atNode = reach(places, points, rest)
  let cells: { all: GridCell[]; number: Map<GridCell, number>; at: typeof atNode } | null = null
  const cellsOf = () => {
    const all = basinCells(basin.map(to))
    const centres = all.map((c) => c.at)
    return { all, number: new Map(all.map((c, i) => [c, i])), at: reach(centres, points, rest) }
  }
  return {
    lattice,
    at: (values) => Float64Array.from(places, (_, i) => atNode(values, i) ?? NaN),
    mean: (values) => {
      const { all, number, at } = (cells ??= cellsOf())
      return idwMean(all, points, values, rest, (cell) => at(values, number.get(cell)!))
    },
  }
}

/** A lattice over a basin, about square on the ground, with one step beyond its bounds. */
function latticeOver(basin: readonly XY[], nodes: number): Lattice {
  const [west, south, east, north] = bounds(basin)
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const [width, height] = [(east - west) * narrow, north - south]
  let dy = Math.sqrt((width * height) / nodes)
  const count = () => [Math.ceil((width + 1e-12) / dy) + 3, Math.ceil((height + 1e-12) / dy) + 3]
  while (count()[0] * count()[1] > nodes) dy *= 1.05
  const [columns, rows] = count()
  const dx = dy / narrow
  return {
    x: (west + east) / 2 - ((columns - 1) / 2) * dx,
    y: (south + north) / 2 - ((rows - 1) / 2) * dy,
    dx,
    dy,
    columns,
    rows,
  }
}
