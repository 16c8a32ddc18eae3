import { parseDecimal } from '../../lib/decimal.ts'
import type { GaugeWeights, WeightedGauge } from './queries.ts'

/** Weights as typed, by station; empty: the computed weight applies. */
export type TypedWeights = Readonly<Record<string, string>>

const textOf = (weight: number | null): string => (weight === null ? '' : String(weight))

export const typedOf = ({ stations }: GaugeWeights): TypedWeights =>
  Object.fromEntries(stations.map((s) => [s.id, textOf(s.stored)]))

/** Parses a share; null: empty, undefined: not a share. */
export function shareOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const value = parseDecimal(text)
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined
}

/** The weight in force for a gauge; NaN while the typed text is not a share. */
export function usedOf(gauge: WeightedGauge, text: string, n: number): number {
  const share = shareOf(text)
  return share === undefined ? NaN : (share ?? gauge.computed ?? 1 / n)
}

/** Sum of the weights in force, and whether it is 1 within 0.01, as basin rain requires. */
export function sumOf({ stations }: GaugeWeights, typed: TypedWeights): { sum: number; good: boolean } {
  const sum = stations.reduce((all, s) => all + usedOf(s, typed[s.id] ?? '', stations.length), 0)
  return { sum, good: Math.abs(sum - 1) <= 0.01 + 1e-9 }
}

/** The weights to send; null while any typed text is not a share. */
export function weightChanges(
  { stations }: GaugeWeights,
  typed: TypedWeights,
): { id: string; version: string; weight: number | null }[] | null {
  const changes = []
  for (const { id, version, stored } of stations) {
    const weight = shareOf(typed[id] ?? '')
    if (weight === undefined) return null
    if (weight !== stored) changes.push({ id, version, weight })
  }
  return changes
}
