import { utcDay } from '#core/time/index.ts'
import { emptySeries, hasEntry, indexAt, merge, slice, type Series } from '#core/series/index.ts'
import { numbers, reals } from '#server/lib/arrays.ts'
import { rows, type Client, type Context } from '../store/context.ts'
import { firstDayKeys, holdDays, putDays } from '../packing/days.ts'
import { DAY_OF_T, dayKeyOf } from '../store/day.ts'
import { recomputeLast } from '../store/last.ts'
import { markDirty, type DirtySpan } from '../store/dirty-spans.ts'
import { secondOf } from '../as-of/known.ts'
import { entryChanges, copiesOf, keepPast, type PastDay, type RunCopy } from '../as-of/past.ts'
import type { WriteReason, Change, Day, DayKey, WriteSource, WriteResult } from '../types.ts'
import { partsOf, writeParts } from './parts.ts'
import { kindsOf } from './write.ts'

export interface AmendOptions extends WriteReason {
  client?: Client
  source: WriteSource
}

/** Days handled in one transaction. */
const DAYS = 128

/** Removes the readings of a series over [from, to], both ends included. */
export async function erase(
  ctx: Context,
  hydroCode: string,
  series: string,
  from: number,
  to: number,
  options: AmendOptions,
): Promise<WriteResult> {
  const found = await rows<{ day: number }>(
    ctx,
    options.client,
    `SELECT day FROM reading_day WHERE hydro_code = $1 AND series = $2 AND n > 0 AND day BETWEEN $5 AND $6
      UNION SELECT ${DAY_OF_T} FROM reading WHERE hydro_code = $1 AND series = $2 AND t BETWEEN $3 AND $4
      ORDER BY day`,
    [hydroCode, series, from, to, utcDay(from), utcDay(to)],
  )
  const keys = found.map((r) => ({ series, day: r.day }))
  return writeParts(ctx, options.client, partsOf(keys, DAYS), (client, part) =>
    amend(ctx, client, hydroCode, part, options, (_, old) => cut(old, from, to)),
  )
}

/**
 * Puts back what a run or an import replaced. Only readings that are still as the run left them are restored; what was
 * changed since stays. Returns the usual counts; the copies of the run are kept.
 */
export async function restoreRun(
  ctx: Context,
  hydroCode: string,
  run: string,
  options: AmendOptions,
): Promise<WriteResult> {
  const client = options.client
  const copies = client
    ? await copiesOf(ctx, client, hydroCode, run)
    : await ctx.db.tx((c) => copiesOf(ctx, c, hydroCode, run))
  const byKey = Map.groupBy(copies, dayKeyOf)
  return writeParts(ctx, client, partsOf(firstDayKeys(copies), DAYS), (c, part) =>
    amend(ctx, c, hydroCode, part, options, (key, now) => takeBack(now, byKey.get(dayKeyOf(key))!)),
  )
}

/**
 * Changes whole days: `next` says what a day shall hold. Under the locks of days and rows, removed entries are deleted
 * from rows and packed bytes alike; new or different ones are written as rows, like late data. A reading that arrived
 * after a day was read is left as it is.
 */
async function amend(
  ctx: Context,
  client: Client,
  hydroCode: string,
  keys: readonly DayKey[],
  options: AmendOptions,
  next: (key: DayKey, now: Series) => Series,
): Promise<WriteResult> {
  const held = await holdDays(ctx, client, hydroCode, firstDayKeys(keys))
  const now = ctx.clock.now()
  const past: PastDay[] = []
  const packed: Day[] = []
  const gone: { series: string; t: number }[] = []
  const put: RowToPut[] = []
  const spans: DirtySpan[] = []
  let changed = 0
  for (const day of held.values()) {
    const { series } = day
    const want = next(day, day.all)
    const wrote = entryChanges(day.all, want)
    if (wrote.t.length === 0) continue
    past.push({ series, day: day.day, data: day.all, wrote: options.run ? wrote : emptySeries() })
    spans.push({ series, from: wrote.t[0], to: wrote.t[wrote.t.length - 1] })
    changed += wrote.t.length
    const lost = new Set<number>()
    for (let i = 0; i < wrote.t.length; i++) {
      const t = wrote.t[i]
      const had = hasEntry(day.rows, t)
      if (hasEntry(want, t)) put.push({ series, t, v: wrote.v[i], q: wrote.q[i], had })
      else {
        lost.add(t)
        if (had) gone.push({ series, t })
      }
    }
    const rest = without(day.packed, lost)
    if (rest !== day.packed) packed.push({ series, day: day.day, data: rest })
  }
  if (past.length === 0) return { changed: 0, unchanged: 0, changes: [], changedKeys: null }
  await keepPast(ctx, client, hydroCode, past, options.source, options, now)
  await removeRows(client, hydroCode, gone)
  await ctx.pause('rows removed')
  await putRows(client, hydroCode, put, now)
  await putDays(client, hydroCode, packed)
  await ctx.pause('rows written')
  await markDirty(ctx, client, hydroCode, kindsOf(options.source), spans)
  await recomputeLast(
    ctx,
    client,
    hydroCode,
    past.map((d) => d.series),
  )
  const changes = [...Map.groupBy(spans, (s) => s.series)].map(([series, list]): Change => ({
    hydroCode,
    series,
    from: Math.min(...list.map((s) => s.from)),
    to: Math.max(...list.map((s) => s.to)),
  }))
  return { changed, unchanged: 0, changes, changedKeys: null }
}

interface RowToPut {
  series: string
  t: number
  v: number
  q: number
  /** Whether it has a row that was read and is locked. Otherwise a row that arrived since is acknowledged and stays. */
  had: boolean
}

/** Removes rows that were read and are locked. */
async function removeRows(
  client: Client,
  hydroCode: string,
  gone: readonly { series: string; t: number }[],
): Promise<void> {
  if (gone.length === 0) return
  await client.query(
    `DELETE FROM reading r USING unnest($2::text[], $3::int8[]) k(series, t)
      WHERE r.hydro_code = $1 AND r.series = k.series AND r.t = k.t`,
    [hydroCode, gone.map((g) => g.series), numbers(gone.map((g) => g.t))],
  )
}

/** Writes rows of days of which a copy is kept. */
async function putRows(
  client: Client,
  hydroCode: string,
  put: readonly RowToPut[],
  now: number,
): Promise<void> {
  for (const had of [true, false]) {
    const some = put.filter((p) => p.had === had)
    if (some.length === 0) continue
    await client.query(
      `INSERT INTO reading AS r (hydro_code, series, t, v, q, arrived)
       SELECT $1, series, t, v, q, $6 FROM unnest($2::text[], $3::int8[], $4::float8[], $5::int2[]) u(series, t, v, q)
        ORDER BY series COLLATE "C", t
       ON CONFLICT (hydro_code, series, t) ${
         had
           ? 'DO UPDATE SET v = excluded.v, q = excluded.q, arrived = greatest(r.arrived, excluded.arrived)'
           : 'DO NOTHING'
       }`,
      [
        hydroCode,
        some.map((p) => p.series),
        numbers(some.map((p) => p.t)),
        reals(some.map((p) => p.v)),
        numbers(some.map((p) => p.q)),
        secondOf(now),
      ],
    )
  }
}

function without(s: Series, gone: ReadonlySet<number>): Series {
  const keep: number[] = []
  for (let i = 0; i < s.t.length; i++) if (!gone.has(s.t[i])) keep.push(i)
  if (keep.length === s.t.length) return s
  return {
    t: Float64Array.from(keep, (i) => s.t[i]),
    v: Float64Array.from(keep, (i) => s.v[i]),
    q: Uint8Array.from(keep, (i) => s.q[i]),
  }
}

function cut(s: Series, from: number, to: number): Series {
  const inside = slice(s, from, to + 1)
  return inside.t.length === 0 ? s : without(s, new Set(inside.t))
}

/** Undoes the changes of a run to one day, the newest first. */
function takeBack(now: Series, copies: readonly RunCopy[]): Series {
  let day = now
  for (const { before, wrote } of copies)
    if (wrote) day = undoEntries(day, before, merge(before, wrote), wrote.t)
  // Copies that do not say what was written are all undone by the oldest one.
  const oldest = copies.findLast((c) => !c.wrote)
  return oldest ? undoEntries(day, oldest.before, oldest.after ?? day) : day
}

/**
 * `now` with every entry that `after` changed, and that is still as in `after`, set back as in `before`; only at the
 * given instants where there are any.
 */
function undoEntries(now: Series, before: Series, after: Series, only?: Iterable<number>): Series {
  const instants = new Set([...now.t, ...before.t])
  const touched = only && new Set(only)
  const out: [number, number, number][] = []
  for (const t of [...instants].sort((a, b) => a - b)) {
    const n = entry(now, t)
    const b = entry(before, t)
    const back = (!touched || touched.has(t)) && same(n, entry(after, t)) ? b : n
    if (back) out.push(back)
  }
  const result =
    out.length > 0
      ? { t: new Float64Array(out.length), v: new Float64Array(out.length), q: new Uint8Array(out.length) }
      : emptySeries()
  out.forEach(([t, v, q], i) => {
    result.t[i] = t
    result.v[i] = v
    result.q[i] = q
  })
  return result
}

function entry(s: Series, t: number): [number, number, number] | null {
  const i = indexAt(s, t)
  if (i < 0 || s.t[i] !== t) return null
  // NaN of grade 0 is never stored: it marks a removed entry.
  return s.q[i] === 0 && Number.isNaN(s.v[i]) ? null : [t, s.v[i], s.q[i]]
}

function same(a: [number, number, number] | null, b: [number, number, number] | null): boolean {
  if (!a || !b) return a === b
  return a[2] === b[2] && Object.is(a[1], b[1])
}
