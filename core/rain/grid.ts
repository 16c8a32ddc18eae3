import { GOOD, MISSING, PARTIAL } from '../quality/index.ts'
import { idw } from './idw.ts'
import type { IdwOptions } from './idw.ts'
import { area, bounds, clip } from '../geo/polygon.ts'
import type { XY } from '../geo/polygon.ts'
import { thiessenMean } from './thiessen.ts'
import type { AreaMean } from './thiessen.ts'

export interface GridCell {
  /** Centre, m. */
  at: XY
  /** Column and row of the grid. */
  column: number
  row: number
  /** Share of the cell that lies inside the basin, (0, 1]. */
  inside: number
}

/** A regular grid: corner of column 0, row 0 (x and y grow with them) and the side of a cell, m. */
export interface RainGrid {
  x: number
  y: number
  size: number
}

const MOST = 10_000

/**
 * The cells of a grid that share area with a basin (planar ring, m). Without a grid: one of 1 km over the bounds of the
 * basin, coarser where that would be more than 10,000 cells.
 */
export function basinCells(basin: readonly XY[], grid?: RainGrid): GridCell[] {
  const [x0, y0, x1, y1] = bounds(basin)
  const g = grid ?? gridOver(x0, y0, x1, y1)
  const cells: GridCell[] = []
  const columns = [Math.floor((x0 - g.x) / g.size), Math.floor((x1 - g.x) / g.size)]
  for (let row = Math.floor((y0 - g.y) / g.size); row <= Math.floor((y1 - g.y) / g.size); row++) {
    const bottom = g.y + row * g.size
    const strip = clip(clip(basin, [0, bottom], [0, -1]), [0, bottom + g.size], [0, 1])
    if (area(strip) === 0) continue
    for (let column = columns[0]; column <= columns[1]; column++) {
      const left = g.x + column * g.size
      const part = area(clip(clip(strip, [left, 0], [-1, 0]), [left + g.size, 0], [1, 0]))
      const inside = Math.min(1, part / (g.size * g.size))
      if (inside > 1e-12) cells.push({ at: [left + g.size / 2, bottom + g.size / 2], column, row, inside })
    }
  }
  return cells
}

function gridOver(x0: number, y0: number, x1: number, y1: number): RainGrid {
  let size = 1000
  while ((Math.floor((x1 - x0) / size) + 1) * (Math.floor((y1 - y0) / size) + 1) > MOST) size += 250
  return { x: x0, y: y0, size }
}

/** Mean over the cells of a gridded product (radar, weather model), weighted by their share inside the basin. */
export function gridMean(cells: readonly GridCell[], value: (cell: GridCell) => number | null): AreaMean {
  return thiessenMean(
    cells.map(value),
    cells.map((c) => c.inside),
  )
}

/**
 * Basin mean by inverse distance weighting on the cells. Cells beyond the reach of every gauge are missing (PARTIAL;
 * with less than half of the basin reached, MISSING). PARTIAL too when a gauge has no value.
 */
export function idwMean(
  cells: readonly GridCell[],
  points: readonly XY[],
  values: ArrayLike<number | null>,
  options: IdwOptions = {},
  /** The value of a cell, where there is a faster way than through every gauge. */
  at: (cell: GridCell) => number | null = (cell) => idw(points, values, cell.at, options),
): AreaMean {
  const mean = gridMean(cells, at)
  const lacking = points.some((_, i) => values[i] === null || Number.isNaN(values[i]))
  return mean.q === GOOD && lacking
    ? { ...mean, q: PARTIAL }
    : mean.mean === null
      ? { ...mean, q: MISSING }
      : mean
}
