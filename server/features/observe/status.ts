import type { Description } from '#core/description/index.ts'
import { GOOD, MISSING, PARTIAL, usable, worst } from '#core/quality/index.ts'
import { rainOver } from '#core/rain/index.ts'
import { entriesOf, type Series } from '#core/series/index.ts'
import { round } from '#contract/fields.ts'
import type { Observed, ObservedPeriod } from '#contract/observe.ts'
import type { StationRow } from '#contract/stations.ts'
import type { History } from '#server/features/history/index.ts'
import type { SeriesRow } from '#server/features/readings/index.ts'
import { lastPairs } from '#server/features/sensors/index.ts'
import { stationRows, type Stood } from '#server/features/stations/index.ts'
import { heldIn, seriesOf, type StationSeries } from './data.ts'
import { wire, type ObserveSpan } from './span.ts'

/** Shares missing above which an amount is PARTIAL, and MISSING (domain rule 5.4). */
const PARTIAL_ABOVE = 0.1
const MISSING_ABOVE = 0.5

/** A station without fields that only its management needs. */
export function observedOf(row: StationRow): Observed {
  const { sensor_port: _port, from: _from, effective_start: _start, version: _version, ...rest } = row
  return rest
}

/** The stations as of the end of a span, with their readings over it. */
export async function statusOf(
  history: History,
  d: Description,
  series: ReadonlyMap<string, SeriesRow>,
  span: ObserveSpan,
  now: number,
  zone: string,
): Promise<(Observed & { period: ObservedPeriod })[]> {
  const end = Math.min(span.to, now + 1)
  const held = heldIn(d, span)
  const [rows, all] = await Promise.all([
    stationRows(history, d, series, end - 1, zone, stoodAt(history, d.hydroCode, end - 1)),
    seriesOf(history, d, held, series, span, 'all'),
  ])
  const byId = new Map(all.map((one) => [one.id, one]))
  return rows.map((row) => ({
    ...observedOf(row),
    period: periodOf(byId.get(row.station_id), row.every * 1000, { from: span.from, to: end }, span, zone),
  }))
}

function periodOf(
  one: StationSeries | undefined,
  every: number,
  counted: ObserveSpan,
  span: ObserveSpan,
  zone: string,
): ObservedPeriod {
  const { data, kind } = one?.value ?? { data: null, kind: 'instant' as const }
  const rain = kind === 'total'
  const part = data && entriesOf(data, kind, counted.from, counted.to)
  const values = used(part)
  const expected = Math.max(0, Math.floor((counted.to - counted.from) / every + 1e-9))
  const sum = rain && data ? rainOver(data, counted.from, counted.to, every) : null
  const share = expected === 0 ? 0 : Math.min(1, Math.max(0, 1 - values.length / expected))
  const lacks = share > MISSING_ABOVE ? MISSING : share > PARTIAL_ABOVE ? PARTIAL : GOOD
  const q = values.reduce((w, i) => worst(w, part!.q[i]), GOOD)
  const v = values.map((i) => part!.v[i])
  // A state is not silent while nothing moves.
  const state = kind === 'step'
  return {
    ...wire(span, zone),
    count: values.length,
    share: round(state ? 0 : share),
    min: v.length === 0 ? null : round(v.reduce((a, b) => Math.min(a, b))),
    max: v.length === 0 ? null : round(v.reduce((a, b) => Math.max(a, b))),
    mean: v.length === 0 || state ? null : round(v.reduce((a, b) => a + b, 0) / v.length),
    total: sum?.total === null || !sum ? null : round(sum.total),
    quality:
      v.length === 0 ? MISSING : rain ? sum!.q : state ? q : worst(q, lacks === MISSING ? PARTIAL : lacks),
  }
}

/** Indices of the readings that may be used. */
function used(s: Series | null): number[] {
  const out: number[] = []
  for (let i = 0; s && i < s.t.length; i++) if (!Number.isNaN(s.v[i]) && usable(s.q[i])) out.push(i)
  return out
}

/** The last readings at or before an instant. */
function stoodAt(history: History, hydro: string, t: number): Stood {
  const pairs = (series: readonly string[]) => lastPairs(history, hydro, series, t, true)
  return {
    pairs,
    last: async (series) => {
      const found = await pairs(series)
      return new Map(
        [...found].flatMap(([code, { last }]) =>
          last ? [[code, { t: last.t, v: last.v ?? NaN, q: last.q }] as const] : [],
        ),
      )
    },
  }
}
