import { plane } from '../geo/projection.ts'
import { bounds, type XY } from '../geo/polygon.ts'
import { basinCells } from '../rain/grid.ts'

/** A place at which a forecast is requested for a part of the basin. */
interface ForecastCell {
  longitude: number
  latitude: number
  /** Share of the basin, 0-1; all of a basin sum to 1. */
  weight: number
}

/** Side of the smallest cell, m: weather models are coarser. */
const FINEST = 1000
const STEP = 500

/**
 * Centres of the analytic grid of a basin (ring of longitude and latitude), whose cells are made so large that there are
 * at most `most`, each with its share of the basin. Empty for a ring without area.
 */
export function forecastCells(ring: readonly XY[], most: number): ForecastCell[] {
  if (ring.length < 3) return []
  const { to, from } = plane(ring)
  const basin = ring.map(to)
  const [x0, y0, x1, y1] = bounds(basin)
  let size = Math.max(FINEST, Math.ceil(Math.sqrt(((x1 - x0) * (y1 - y0)) / (2 * most)) / STEP) * STEP)
  let cells = basinCells(basin, { x: x0, y: y0, size })
  while (cells.length > most) {
    size += STEP
    cells = basinCells(basin, { x: x0, y: y0, size })
  }
  const all = cells.reduce((sum, c) => sum + c.inside, 0)
  return cells.map(({ at, inside }) => {
    const [longitude, latitude] = from(at)
    return { longitude, latitude, weight: inside / all }
  })
}
