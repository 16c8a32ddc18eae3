import { rainStep } from '#core/calculation/index.ts'
import { inForce, type Description } from '#core/description/index.ts'
import { rainOver } from '#core/rain/index.ts'
import type { Series } from '#core/series/index.ts'
import { toLocal } from '#core/time/index.ts'
import type { RainRecord } from '#contract/dashboard.ts'
import { round, wireValue } from '#contract/fields.ts'

/** ms between basin totals in force at t. */
export function rainEvery(d: Description, t: number): number {
  return rainStep(d, t, (inForce(d.parameters, t)?.body.interval ?? 300) * 1000)
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
    if (value.t === null && rada.t === null) continue
    const three = (mm: number | null) => wireValue(mm === null ? null : round(mm, 3))
    rows.push({
      date_string: toLocal(to, zone),
      value: three(value.total),
      rada_value: three(rada.total),
      quality: { value: value.q, rada_value: rada.q },
    })
  }
  return rows
}
