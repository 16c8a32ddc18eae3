import { parseDecimal } from '../../lib/decimal.ts'
import type { Gauge, Thiessen } from './queries.ts'

/** Weights as they are typed, by station; empty: the computed one counts. */
type Typed = Readonly<Record<string, string>>

const textOf = (weight: number | null): string => (weight === null ? '' : String(weight))

export const typedOf = ({ stations }: Thiessen): Typed =>
  Object.fromEntries(stations.map((s) => [s.id, textOf(s.stored)]))

/** The share that a text says: null for none, undefined where it is no share. */
export function shareOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const value = parseDecimal(text)
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined
}

/** What a gauge counts with; NaN while what is typed is no share. */
export function usedOf(gauge: Gauge, text: string, n: number): number {
  const share = shareOf(text)
  return share === undefined ? NaN : (share ?? gauge.computed ?? 1 / n)
}

/** Sum of what counts, and whether it is 1 within 0.01, as basin rain asks for. */
export function sumOf({ stations }: Thiessen, typed: Typed): { sum: number; good: boolean } {
  const sum = stations.reduce((all, s) => all + usedOf(s, typed[s.id] ?? '', stations.length), 0)
  return { sum, good: Math.abs(sum - 1) <= 0.01 + 1e-9 }
}

/** What has to be sent; null while something that is typed is no share. */
export function changesOf(
  { stations }: Thiessen,
  typed: Typed,
): { id: string; version: string; weight: number | null }[] | null {
  const changes = []
  for (const { id, version, stored } of stations) {
    const weight = shareOf(typed[id] ?? '')
    if (weight === undefined) return null
    if (weight !== stored) changes.push({ id, version, weight })
  }
  return changes
}
