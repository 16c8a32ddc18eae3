import { REJECTED } from '#core/quality/index.ts'
import { utcDay } from '#core/time/index.ts'
import { emptySeries, indexAt, merge, type Series } from '#core/series/index.ts'
import { type Client, type Context } from '../store/context.ts'
import { lockDays, putDays } from '../packing/days.ts'
import { sliceDay, dayKeyOf } from '../store/day.ts'
import { recomputeLast } from '../store/last.ts'
import { markDirty, type DirtySpan } from '../store/dirty-spans.ts'
import { takeRows } from '../packing/packer.ts'
import { keepKnown } from '../as-of/known.ts'
import { entryChanges, keepPast, type PastDay } from '../as-of/past.ts'
import { partsOf, writeParts } from './parts.ts'
import { sort } from './sort.ts'
import type { Change, Day, Entry, WriteDaysOptions, WriteResult } from '../types.ts'
import { kindsOf } from './write.ts'

/** Days written in one transaction, or by one statement within the caller's. */
const DAYS = 366

/**
 * Bulk import: writes packed days under the same locks as the packer. Given readings replace stored ones, except where
 * `choose` says otherwise; rows of these days are packed with them. Locks are taken in the same order as by ingest:
 * days with their rows, marks, last values.
 */
export async function writeDays(
  ctx: Context,
  hydroCode: string,
  incoming: ReadonlyMap<string, Series>,
  options: WriteDaysOptions,
): Promise<WriteResult> {
  const days: Day[] = []
  for (const [series, data] of [...incoming].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const s = sort({ hydroCode, series: Array.from({ length: data.t.length }, () => series), ...data })
    const clean: Series = { t: s.t, v: s.v, q: s.q }
    for (let i = 0; i < clean.t.length;) {
      const day = utcDay(clean.t[i])
      const part = sliceDay(clean, day)
      days.push({ series, day, data: part })
      i += part.t.length
    }
  }
  const parts = partsOf(days, DAYS)
  return writeParts(ctx, options.client, options.client ? [parts] : parts.map((part) => [part]), (c, group) =>
    putParts(ctx, c, hydroCode, group, options),
  )
}

/** The days of one transaction, with the marks and changes that they cause. */
async function putParts(
  ctx: Context,
  client: Client,
  hydroCode: string,
  parts: readonly Day[][],
  options: WriteDaysOptions,
): Promise<WriteResult> {
  const total: WriteResult = { changed: 0, unchanged: 0, changes: [], changedKeys: null }
  const spans: DirtySpan[] = []
  const written: Day[] = []
  for (const days of parts) {
    const done = await putDaysOf(ctx, client, hydroCode, days, options)
    total.changed += done.changed
    total.unchanged += done.unchanged
    spans.push(...done.spans)
    written.push(...done.written)
  }
  if (total.changed === 0) return total
  await markDirty(ctx, client, hydroCode, kindsOf(options.source), spans)
  const bySeries = Map.groupBy(spans, (s) => s.series)
  for (const [series, days] of Map.groupBy(written, (d) => d.series)) {
    const seriesSpans = bySeries.get(series)!
    const change: Change = {
      hydroCode,
      series,
      from: seriesSpans[0].from,
      to: seriesSpans[seriesSpans.length - 1].to,
    }
    const last = await raiseLast(ctx, client, hydroCode, series, days)
    if (last && last.t >= change.from && last.t <= change.to) change.last = last
    total.changes.push(change)
  }
  return total
}

/** Locks days, merges the given readings into them, and packs them. */
async function putDaysOf(
  ctx: Context,
  client: Client,
  hydroCode: string,
  days: readonly Day[],
  options: WriteDaysOptions,
): Promise<{ changed: number; unchanged: number; spans: DirtySpan[]; written: Day[] }> {
  const packed = await lockDays(ctx, client, hydroCode, days)
  const taken = await takeRows(client, hydroCode, days)
  await ctx.pause('rows taken')
  const now = ctx.clock.now()
  const past: PastDay[] = []
  const put: Day[] = []
  const written: Day[] = []
  let changed = 0
  let unchanged = 0
  const spans: DirtySpan[] = []
  for (const d of days) {
    const key = dayKeyOf(d)
    const old = merge(packed.get(key) ?? emptySeries(), taken.get(key)?.data ?? emptySeries())
    const data = options.choose ? options.choose(d.series, old, d.data) : d.data
    const span = difference(old, data)
    changed += span.n
    unchanged += d.data.t.length - span.n
    const all = merge(old, data)
    if (span.n > 0) {
      past.push({
        ...d,
        data: old,
        arrived: taken.get(key)?.arrived,
        wrote: options.run ? entryChanges(old, all) : emptySeries(),
      })
      spans.push({ series: d.series, from: span.from, to: span.to })
      written.push({ ...d, data })
    }
    if (span.n > 0 || taken.has(key)) put.push({ ...d, data: all })
  }
  await keepPast(ctx, client, hydroCode, past, options.source, options, now)
  await keepKnown(client, hydroCode, [...taken.values()])
  await putDays(client, hydroCode, put)
  await ctx.pause('days packed')
  return { changed, unchanged, spans, written }
}

/** How many entries of `over` are new or different, and the span of those. */
function difference(base: Series, over: Series): { n: number; from: number; to: number } {
  let n = 0
  let from = Infinity
  let to = -Infinity
  for (let i = 0; i < over.t.length; i++) {
    const k = base.t.length === 0 ? -1 : indexAt(base, over.t[i])
    if (k >= 0 && base.t[k] === over.t[i] && base.q[k] === over.q[i] && Object.is(base.v[k], over.v[i]))
      continue
    n++
    if (from === Infinity) from = over.t[i]
    to = over.t[i]
  }
  return { n, from, to }
}

/**
 * Moves the last value forward to the newest entry of these days. It is recomputed where a row that arrived meanwhile
 * may replace that entry, or where an entry was rejected.
 */
async function raiseLast(
  ctx: Context,
  client: Client,
  hydroCode: string,
  series: string,
  days: readonly Day[],
): Promise<Entry | null> {
  const now = ctx.clock.now()
  const data = days[days.length - 1].data
  const end = data.t[data.t.length - 1]
  const i = indexAt(data, now)
  const settled = i >= 0 && (data.q[i] & 7) !== REJECTED
  const found = await client.query<{ t: number | null }>(
    `INSERT INTO series_last AS l (hydro_code, series, t, v, q, ahead, changed_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (hydro_code, series) DO UPDATE SET
        t = CASE WHEN l.t IS NULL OR excluded.t >= l.t THEN excluded.t ELSE l.t END,
        v = CASE WHEN l.t IS NULL OR excluded.t >= l.t THEN excluded.v ELSE l.v END,
        q = CASE WHEN l.t IS NULL OR excluded.t >= l.t THEN excluded.q ELSE l.q END,
        ahead = greatest(l.ahead, excluded.ahead), changed_at = excluded.changed_at
     RETURNING t`,
    settled
      ? [
          hydroCode,
          series,
          data.t[i],
          Number.isNaN(data.v[i]) ? null : data.v[i],
          data.q[i],
          end > now ? end : null,
          now,
        ]
      : [hydroCode, series, null, null, null, end > now ? end : null, now],
  )
  const rejects = days.some((d) => d.data.q.some((q) => (q & 7) === REJECTED))
  const raised = settled && found.rows[0].t === data.t[i]
  if (!raised && !rejects && settled) return null
  const [last] = await recomputeLast(ctx, client, hydroCode, [series])
  return raised && !rejects ? last : null
}
