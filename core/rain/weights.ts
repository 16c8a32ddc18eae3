import { plane } from '../geo/projection.ts'
import type { XY } from '../geo/polygon.ts'
import { thiessenCells, type Cell } from './thiessen.ts'

/** A rain gauge as its station describes it. */
export interface Gauge {
  longitude: number
  latitude: number
  /** Share of the basin that somebody entered; null: the computed one counts. */
  thiessen?: number | null
}

export interface GaugeWeights {
  /** By Thiessen polygons, with rings of longitude and latitude; null without an outline. */
  computed: Cell[] | null
  /** What each counts with: entered, or else computed, or else all the same. */
  used: number[]
}

/**
 * Weights of the rain gauges of a basin (ring of longitude and latitude, null: there is none). Entered ones win over
 * computed ones gauge by gauge, so a mixture need not sum to 1; a mean over them divides by their sum.
 */
export function gaugeWeights(
  gauges: readonly Gauge[],
  basin: readonly XY[] | null | undefined,
): GaugeWeights {
  const computed = basin && basin.length > 2 && gauges.length > 0 ? cellsOf(gauges, basin) : null
  const used = gauges.map((g, i) => g.thiessen ?? computed?.[i].weight ?? 1 / gauges.length)
  return { computed, used }
}

function cellsOf(gauges: readonly Gauge[], basin: readonly XY[]): Cell[] {
  const { to, from } = plane(basin)
  const places = gauges.map((g) => to([g.longitude, g.latitude]))
  return thiessenCells(basin.map(to), places).map(({ weight, ring }) => ({ weight, ring: ring.map(from) }))
}
