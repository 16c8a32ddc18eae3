import { REJECTED } from '#core/quality/index.ts'
import { utcDay } from '#core/time/index.ts'
import { hasEntry, indexAt, type Series } from '#core/series/index.ts'
import { type Client, type Context } from '../store/context.ts'
import { isConflict } from '#server/lib/database.ts'
import { holdDays, packedAmong } from '../packing/days.ts'
import { dayKeyOf } from '../store/day.ts'
import { recomputeLast } from '../store/last.ts'
import type { DirtyKind } from '../store/dirty-spans.ts'
import { keepPast, type PastDay } from '../as-of/past.ts'
import { daysOf, filter } from './sort.ts'
import type { Sorted, WriteOptions, WriteResult } from '../types.ts'
import { upsert } from './upsert.ts'

const NOTHING: WriteResult = { changed: 0, unchanged: 0, changes: [], changedKeys: null }

/** What a write marks. Computed series mark no calculation, which would otherwise run for ever. */
export const kindsOf = (source: WriteOptions['source']): DirtyKind[] =>
  source === 'computed' ? ['bin'] : ['bin', 'calc']

/** Days before this are closed. */
const firstOpenDay = (ctx: Context) => utcDay(ctx.clock.now() - ctx.horizon)

/**
 * Writes a sorted batch. Most batches touch open days only and take one statement. A day that is closed or packed is
 * locked first (always days before rows), read, compared and copied for reads as of the past.
 */
export async function writeSorted(ctx: Context, s: Sorted, options: WriteOptions): Promise<WriteResult> {
  if (s.t.length === 0) return NOTHING
  const { client } = options
  const days = daysOf(s)
  const open = firstOpenDay(ctx)
  if (!options.run && days.every((d) => d.day >= open)) {
    const rejects = s.q.some((q) => (q & 7) === REJECTED)
    const retried = () => ctx.db.tx(work, { retry: true })
    const work = async (c?: Client) => {
      const result = await upsert(ctx, c, s, kindsOf(options.source), days, options.detail ?? false)
      await ctx.pause('rows written')
      if (result !== 'packed' && c && rejects) await settleLast(ctx, c, s, result)
      return result
    }
    // PostgreSQL may cancel a single statement for a conflict, and nobody repeats it; a transaction is repeated.
    const alone = () => work().catch((error) => (isConflict(error) ? retried() : Promise.reject(error)))
    const result = await (client ? work(client) : rejects ? retried() : alone())
    if (result !== 'packed') return result
  }
  return client
    ? writeHeld(ctx, client, s, options)
    : ctx.db.tx((c) => writeHeld(ctx, c, s, options), { retry: true })
}

async function writeHeld(
  ctx: Context,
  client: Client,
  s: Sorted,
  options: WriteOptions,
): Promise<WriteResult> {
  const days = daysOf(s)
  const open = firstOpenDay(ctx)
  const packed = new Set((await packedAmong(ctx, client, s.hydroCode, days)).map(dayKeyOf))
  const lock = days.filter((d) => options.run || d.day < open || packed.has(dayKeyOf(d)))
  const held = await holdDays(ctx, client, s.hydroCode, lock)
  const keep = new Uint8Array(s.t.length).fill(1)
  const past: PastDay[] = []
  const now = ctx.clock.now()
  let same = 0
  for (const d of lock) {
    const old = held.get(dayKeyOf(d))!.all
    let changes = false
    for (let i = d.from; i < d.to; i++) {
      if (containsEntry(old, s.t[i], s.v[i], s.q[i])) {
        keep[i] = 0
        same++
      } else changes = true
    }
    if (changes) past.push({ series: d.series, day: d.day, data: old, wrote: kept(s, keep, d.from, d.to) })
  }
  if (same === s.t.length) return { ...NOTHING, unchanged: same }
  await keepPast(ctx, client, s.hydroCode, past, options.source, options, now)
  const rest = same === 0 ? s : filter(s, keep)
  const detail = options.detail ?? false
  const copied = lock.length === days.length
  const result = await upsert(ctx, client, rest, kindsOf(options.source), [], detail, now, {
    had: hadRows(rest, held),
    copied,
  })
  if (result === 'packed') throw new Error('a day is packed although none had to be open')
  const closed = rest.t.reduce((n, t) => n + (utcDay(t) < open ? 1 : 0), 0)
  if (closed > 0) ctx.unpacked.set(s.hydroCode, (ctx.unpacked.get(s.hydroCode) ?? 0) + closed)
  await ctx.pause('rows written')
  // A row that arrived after the days were read stays, and may be the last value.
  if (result.changed < rest.t.length) await recomputeLast(ctx, client, s.hydroCode, rest.codes)
  else await settleLast(ctx, client, rest, result)
  if (options.detail && result.changedKeys === null && result.changed > 0 && same > 0)
    result.changedKeys = keysOf(rest)
  return { ...result, unchanged: result.unchanged + same }
}

/** Which readings of a batch had a row when their days were read; on a day that is not held: all. */
function hadRows(s: Sorted, held: ReadonlyMap<string, { rows: Series }>): Uint8Array {
  const had = new Uint8Array(s.t.length).fill(1)
  for (const d of daysOf(s)) {
    const day = held.get(dayKeyOf(d))
    if (day) for (let i = d.from; i < d.to; i++) had[i] = hasEntry(day.rows, s.t[i]) ? 1 : 0
  }
  return had
}

/** Entries from..to of a batch that are kept. */
function kept(s: Sorted, keep: Uint8Array, from: number, to: number): Series {
  const at: number[] = []
  for (let i = from; i < to; i++) if (keep[i]) at.push(i)
  return {
    t: Float64Array.from(at, (i) => s.t[i]),
    v: Float64Array.from(at, (i) => s.v[i]),
    q: Uint8Array.from(at, (i) => s.q[i]),
  }
}

/** Whether a series has exactly this entry. */
function containsEntry(s: Series, t: number, v: number, q: number): boolean {
  const i = indexAt(s, t)
  return i >= 0 && s.t[i] === t && s.q[i] === q && (s.v[i] === v || (s.v[i] !== s.v[i] && v !== v))
}

/** Recomputes the last value where it was rejected. */
async function settleLast(ctx: Context, client: Client, s: Sorted, result: WriteResult): Promise<void> {
  const changed = new Set(result.changes.map((c) => c.series))
  const rejected = s.codes.filter((code, c) => {
    if (!changed.has(code)) return false
    return s.q.subarray(s.start[c], s.start[c + 1]).some((q) => (q & 7) === REJECTED)
  })
  await recomputeLast(ctx, client, s.hydroCode, rejected)
}

function keysOf(s: Sorted): { series: string[]; t: number[] } {
  const series: string[] = []
  for (let c = 0; c < s.codes.length; c++)
    for (let i = s.start[c]; i < s.start[c + 1]; i++) series.push(s.codes[c])
  return { series, t: Array.from(s.t) }
}
