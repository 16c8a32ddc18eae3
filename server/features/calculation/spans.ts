import { inForce, type Description } from '#core/description/index.ts'
import { inputSeries, reachOf, reachOfChange, type Instants } from '#core/calculation/index.ts'
import { DAY, HOUR, uniteSpans } from '#core/time/index.ts'
import type { DirtySpan } from '#server/features/history/index.ts'
import { DESCRIPTION_SPAN } from '#server/features/plants/index.ts'

/** Marks of this pseudo series name a time to compute as it is, without its reach. */
export const INSTANTS_SPAN = '*instants'

/** Marks of this pseudo series name a time of which nothing but energy is computed, in approved months too. */
export const ENERGY_SPAN = '*energy'

/** Spans that are closer are computed as one: the readings before an instant cost as much to read, ms. */
const NEAR = HOUR

/** Fewest days of marks taken at once, and with that the shortest span of one transaction. */
const DAYS_AT_ONCE = 2
const CHUNK = 10 * DAY
/** The same in instants, for plants whose fastest source is slow, as with daily readings. */
const TAKEN = 576
const COMPUTED = 2880
/** Longest span of one transaction, however slow the sources are, ms. */
const LONGEST = 3660 * DAY

/**
 * How much a plant's loop does in one transaction. The reach of each mark is computed too, so with fewer days than the
 * reach the same instants would be computed over and over; ingest, however, is blocked in proportion to readings, not
 * days.
 */
export function batchOf(d: Description): { days: number; chunk: number } {
  const { after, back } = reachOf(d)
  const versions = [...d.positions, ...d.gates, ...d.units, ...d.stations]
  const intervals = d.parameters.map((v) => v.body.interval)
  const every = [...versions.map((v) => v.body.every), ...intervals].filter((s) => s > 0)
  const finest = every.length === 0 ? 0 : Math.min(...every) * 1000
  const taken = Math.max(DAYS_AT_ONCE * DAY, after + back, TAKEN * finest)
  const chunk = Math.max(CHUNK, after + back, COMPUTED * finest)
  return { days: Math.ceil(Math.min(taken, LONGEST) / DAY), chunk: Math.min(chunk, LONGEST) }
}

/**
 * Spans of time that marks touch, united, up to `last`, the last complete instant. Totals that end where a span of
 * changed readings begins are touched too, and belong to the time before it. next: the first entry after a
 * mark (it matters for series of states, see `reachOfChange`). logs: logs with any entries.
 */
export function touched(
  d: Description,
  marks: readonly DirtySpan[],
  last: number,
  next: (mark: DirtySpan) => number | null = () => null,
  logs: ReadonlySet<string> = new Set(),
): Instants[] {
  const inputs = new Set(inputSeries(d))
  const reach = reachOf(d)
  const spans = marks.flatMap((m): Instants[] => {
    if (m.series === INSTANTS_SPAN) return [{ from: m.from, to: m.to }]
    if (m.series === DESCRIPTION_SPAN) return [{ from: m.from - 1 - reach.back, to: m.to + reach.after }]
    if (!inputs.has(m.series)) return []
    const { from, to } = reachOfChange(d, m.series, m.from, m.to, next(m), logs)
    return [{ from: from - 1, to }]
  })
  return uniteSpans(
    spans.map((x) => ({ from: x.from, to: Math.min(x.to, last) })),
    NEAR,
  )
}

/** The parts of spans in automatic operation; in manual operation the loop publishes nothing. */
export function automatic(d: Description, spans: readonly Instants[]): Instants[] {
  const cuts = d.parameters.flatMap((v) => (v.to === null ? [v.from] : [v.from, v.to]))
  const sorted = [...new Set(cuts)].filter(Number.isFinite).sort((a, b) => a - b)
  return spans.flatMap(({ from, to }) => {
    const starts = [from, ...sorted.filter((t) => t > from && t <= to)]
    return starts
      .map((start, i) => ({ from: start, to: i + 1 < starts.length ? starts[i + 1] - 1 : to }))
      .filter((x) => inForce(d.parameters, x.from)?.body.operation !== 'manual')
  })
}

/** The parts of spans that none of the others covers. */
export function partsOutside(spans: readonly Instants[], others: readonly Instants[]): Instants[] {
  const sorted = others.toSorted((a, b) => a.from - b.from)
  return spans.flatMap(({ from, to }) => {
    const out: Instants[] = []
    let start = from
    for (const o of sorted) {
      if (o.to < start || o.from > to) continue
      if (o.from > start) out.push({ from: start, to: o.from - 1 })
      start = o.to + 1
    }
    if (start <= to) out.push({ from: start, to })
    return out
  })
}
