import {
  gaugeWeights,
  isohyets,
  rainField,
  thiessenMean,
  type AreaMean,
  type RainField,
} from '#core/rain/index.ts'
import { contains } from '#core/geo/polygon.ts'
import { RAIN_STEPS } from '../../parts/rain-classes/index.tsx'
import type { LonLat, Surface } from '../../ui/map/index.ts'
import type { SurfaceKind } from './address.ts'
import type { ShownStation } from './values.ts'

/** Rain over a basin from its gauges; what does not depend on the hour is computed once. */
interface Rain {
  of(kind: SurfaceKind, gauges: readonly ShownStation[]): Surface | null
  /** Mean over the basin: by the coefficients in force, or of the field. */
  mean(kind: SurfaceKind, gauges: readonly ShownStation[]): AreaMean
}

type Ring = readonly (readonly [number, number])[]

export function rainOf(
  basin: Ring | null,
  gauges: readonly ShownStation[],
  /** Label of a gauge's part of the basin. */
  words: (value: number | null, weight: number) => string = () => '',
): Rain {
  const places = gauges.map(({ station: s }) => [s.longitude, s.latitude] as const)
  const weights = gaugeWeights(
    gauges.map(({ station: s }) => ({
      longitude: s.longitude,
      latitude: s.latitude,
      thiessen: s.thiessen_coefficient,
    })),
    basin,
  )
  let field: RainField | null = null
  const fieldOf = () => (field ??= rainField(basin!, places))
  const valuesOf = (all: readonly ShownStation[]) => all.map((g) => g.rain?.total ?? null)
  return {
    of(kind, all) {
      if (kind === 'none' || !basin || gauges.length === 0) return null
      const values = valuesOf(all)
      if (kind === 'thiessen')
        return {
          steps: RAIN_STEPS,
          parts: (weights.computed ?? []).map(({ ring }, i) => ({
            ring,
            value: values[i],
            label: words(values[i], weights.used[i]),
          })),
        }
      const { lattice, at } = fieldOf()
      const found = at(values)
      const linesAt = (levels: readonly number[], quiet: boolean) =>
        levels.flatMap((level) =>
          isohyets(lattice, found, level).flatMap((line) =>
            within(line, basin).map((points) => ({ points, label: String(level), quiet })),
          ),
        )
      // A line between two classes is labelled with the value of their boundary.
      if (kind === 'idw')
        return {
          steps: RAIN_STEPS,
          field: { lattice, values: found },
          lines: linesAt(RAIN_STEPS, true),
        }
      return { steps: RAIN_STEPS, lines: linesAt(levelsOf(found), false) }
    },
    mean(kind, all) {
      const values = valuesOf(all)
      if (basin && (kind === 'idw' || kind === 'isohyets')) return fieldOf().mean(values)
      return thiessenMean(values, weights.used)
    },
  }
}

const ROUND = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500]
const MOST_LINES = 8

/** Round values for isohyets of a field: at most eight, all within the rain that fell. */
export function levelsOf(field: Float64Array): number[] {
  let [min, max] = [Infinity, -Infinity]
  for (const v of field)
    if (v === v) {
      min = Math.min(min, v)
      max = Math.max(max, v)
    }
  if (!(max > min)) return []
  const within = (step: number) => {
    const first = Math.max(step, Math.ceil(min / step) * step)
    const count = Math.max(0, Math.floor(max / step - first / step + 1e-9) + 1)
    return Array.from({ length: count }, (_, i) => Math.round((first + i * step) * 10) / 10)
  }
  return ROUND.map(within).find((all) => all.length <= MOST_LINES) ?? []
}

/** Parts of a line within a ring. */
export function within(line: readonly LonLat[], ring: Ring): LonLat[][] {
  const runs: LonLat[][] = []
  let run: LonLat[] = []
  for (const point of line) {
    if (contains(ring, point)) run.push(point)
    else {
      if (run.length > 1) runs.push(run)
      run = []
    }
  }
  if (run.length > 1) runs.push(run)
  return runs
}
