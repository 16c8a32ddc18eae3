import { rainOver } from '#core/rain/index.ts'
import type { Series } from '#core/series/index.ts'
import { toLocal, type TimeSpan } from '#core/time/index.ts'
import type { RainRecord } from '#contract/dashboard.ts'
import { round, wireValue } from '#contract/fields.ts'

interface BasinRainSeries {
  gauge: Series
  radar: Series
}

/**
 * Basin rain by gauges and by radar over each span (from, to], stamped at its end. Spans without data are left out; -1
 * and MISSING where more than half is missing, PARTIAL where more than a tenth is. every: ms between the basin totals
 * due over a span.
 */
export function rainRecords(
  { gauge, radar }: BasinRainSeries,
  spans: readonly TimeSpan[],
  every: (from: number, to: number) => number,
  zone: string,
): RainRecord[] {
  const rows: RainRecord[] = []
  for (const { from, to } of spans) {
    const due = every(from, to)
    const value = rainOver(gauge, from, to, due)
    const rada = rainOver(radar, from, to, due)
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
