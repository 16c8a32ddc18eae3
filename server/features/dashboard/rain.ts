import { rainStep } from '#core/calculation/index.ts'
import { inForce, type Description } from '#core/description/index.ts'
import { MISSING } from '#core/quality/index.ts'
import { total } from '#core/rain/index.ts'
import { lowerBound, type Series } from '#core/series/index.ts'
import { toLocal } from '#core/time/index.ts'
import type { RainRecord } from '#contract/dashboard.ts'
import { round, wireValue } from '#contract/fields.ts'
import type { FigureReading } from './figures.ts'

/** ms between basin totals in force at t. */
export function rainEvery(d: Description, t: number): number {
  return rainStep(d, t, (inForce(d.parameters, t)?.body.interval ?? 300) * 1000)
}

/** Sum of the basin totals stamped within (from, to], at the last of them; null when none came. every: ms between them. */
export function rainOver(
  s: Series | undefined,
  from: number,
  to: number,
  every: number,
): FigureReading | null {
  if (!s) return null
  const a = lowerBound(s.t, from + 1)
  const b = lowerBound(s.t, to + 1)
  if (a === b) return null
  const expected = Math.floor((to - from) / every + 1e-9)
  const sum = total(s.v.subarray(a, b), { quality: s.q.subarray(a, b), expected })
  return { t: s.t[b - 1], v: sum.total, q: sum.q }
}

/**
 * Basin rain by gauges and by radar between each two neighbouring edges, stamped at its end. Steps in which nothing
 * came are left out; -1 and MISSING where more than half of it is missing, PARTIAL where more than a tenth is.
 */
export function rainRecords(
  gauge: Series | undefined,
  radar: Series | undefined,
  edges: ArrayLike<number>,
  every: number,
  zone: string,
): RainRecord[] {
  const rows: RainRecord[] = []
  for (let i = 1; i < edges.length; i++) {
    const [from, to] = [edges[i - 1], edges[i]]
    const value = rainOver(gauge, from, to, every)
    const rada = rainOver(radar, from, to, every)
    if (!value && !rada) continue
    const three = (r: FigureReading | null) => wireValue(r === null || r.v === null ? null : round(r.v, 3))
    rows.push({
      date_string: toLocal(to, zone),
      value: three(value),
      rada_value: three(rada),
      quality: { value: value?.q ?? MISSING, rada_value: rada?.q ?? MISSING },
    })
  }
  return rows
}
