import { plane } from '../geo/projection.ts'
import type { XY } from '../geo/polygon.ts'
import { thiessenCells, type ThiessenCell } from './thiessen.ts'

/** A rain gauge as its station describes it. */
export interface Gauge {
  longitude: number
  latitude: number
  /** Entered share of the basin; null: the computed one is used. */
  thiessen?: number | null
}

export interface GaugeWeights {
  /** By Thiessen polygons, with rings of longitude and latitude; null without an outline. */
  computed: ThiessenCell[] | null
  /** The weight used for each: entered, or its part of what the entered ones leave. */
  used: number[]
}

/**
 * Weights of the rain gauges of a basin (ring of longitude and latitude, null: there is none). Entered ones take
 * precedence over computed ones gauge by gauge; gauges without an entry share what the entered ones leave, in
 * proportion to their polygons (equally without an outline). Entered weights that do not sum to 1 stay as they are: a
 * mean over them divides by their sum.
 */
export function gaugeWeights(
  gauges: readonly Gauge[],
  basin: readonly XY[] | null | undefined,
): GaugeWeights {
  const computed = basin && basin.length > 2 && gauges.length > 0 ? cellsOf(gauges, basin) : null
  const own = gauges.map((_, i) => computed?.[i].weight ?? 1 / gauges.length)
  const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0)
  const isEntered = (g: Gauge) => g.thiessen !== null && g.thiessen !== undefined
  const entered = gauges.filter(isEntered).map((g) => g.thiessen!)
  if (entered.length === 0) return { computed, used: own }
  const left = Math.max(0, 1 - sum(entered))
  const rest = sum(own.filter((_, i) => !isEntered(gauges[i])))
  const used = gauges.map((g, i) => g.thiessen ?? (rest > 0 ? (own[i] * left) / rest : 0))
  return { computed, used }
}

function cellsOf(gauges: readonly Gauge[], basin: readonly XY[]): ThiessenCell[] {
  const { to, from } = plane(basin)
  const places = gauges.map((g) => to([g.longitude, g.latitude]))
  return thiessenCells(basin.map(to), places).map(({ weight, ring }) => ({ weight, ring: ring.map(from) }))
}
