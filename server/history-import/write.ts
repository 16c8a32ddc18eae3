import type pg from 'pg'
import { concat, lowerBound, slice, type Series } from '#core/series/index.ts'
import { utcDay, utcDayStart } from '#core/time/index.ts'
import type { Change, History } from '#server/features/history/index.ts'
import type { Database } from '#server/lib/database.ts'
import { SHOWN } from './report.ts'
import { holdJob, savePart, type Counts, type ImportPart } from './store.ts'

/** A span of one column, sorted, each instant once. */
export interface Stretch {
  series: string
  data: Series
  /** ms by which its stamps were moved from those of the file. */
  shift: number
}

export interface WriteHow {
  hydroCode: string
  run: string
  /** The process that writes, which holds the job. */
  worker: string
  actor: string
  reason: string
  replace: boolean
}

export const noCounts = (): Counts => ({ fresh: 0, unchanged: 0, differing: 0, differences: [] })

/**
 * Compares readings of a file with stored ones. Returns what to write: new readings and, with `replace`, different
 * ones. again: instants that occurred before in the file; there the first reading counted, so a different one is not
 * written.
 */
export function compare(
  stored: Series,
  { data: sent, shift }: Stretch,
  replace: boolean,
  again: ReadonlySet<number>,
  counts: Counts,
): Series {
  const keep = new Int32Array(sent.t.length)
  let n = 0
  let k = 0
  for (let i = 0; i < sent.t.length; i++) {
    const t = sent.t[i]
    while (k < stored.t.length && stored.t[k] < t) k++
    if (k >= stored.t.length || stored.t[k] !== t) {
      counts.fresh++
      keep[n++] = i
    } else if (Object.is(stored.v[k], sent.v[i]) && stored.q[k] === sent.q[i]) counts.unchanged++
    else {
      counts.differing++
      if (counts.differences.length < SHOWN)
        counts.differences.push({ t, stored: orNull(stored.v[k]), file: orNull(sent.v[i]) })
      if (replace && !again.has(t - shift)) keep[n++] = i
    }
  }
  if (n === sent.t.length) return sent
  const at = keep.subarray(0, n)
  return {
    t: Float64Array.from(at, (i) => sent.t[i]),
    v: Float64Array.from(at, (i) => sent.v[i]),
    q: Uint8Array.from(at, (i) => sent.q[i]),
  }
}

const orNull = (v: number) => (v === v ? v : null)

/**
 * Writes spans of several series in one transaction together with the progress of the part, so that after a crash
 * either both are there or neither. Returns the changes, of which the listeners of this process are notified already.
 */
export async function writePart(
  db: Database,
  history: History,
  how: WriteHow,
  stretches: readonly Stretch[],
  again: ReadonlySet<number>,
  before: ImportPart,
  rowsDone: number,
): Promise<ImportPart> {
  const { part, changes } = await db.tx(
    async (client) => {
      const part: ImportPart = { ...before, rows_done: rowsDone, counts: structuredClone(before.counts) }
      const changes: Change[] = []
      await holdJob(client, how.hydroCode, how.run, how.worker)
      await put(client, history, how, stretches, again, part, changes)
      await savePart(client, how.hydroCode, how.run, part)
      return { part, changes }
    },
    { retry: true },
  )
  history.emit(changes)
  return part
}

/**
 * Compares and writes. Days without anything to write are only read; the others are read and compared again once they
 * are locked, since what arrived until then has been acknowledged.
 */
async function put(
  client: pg.PoolClient,
  history: History,
  how: WriteHow,
  stretches: readonly Stretch[],
  again: ReadonlySet<number>,
  part: ImportPart,
  changes: Change[],
): Promise<void> {
  const { hydroCode, run, actor, reason, replace } = how
  const full = stretches.filter((s) => s.data.t.length > 0)
  if (full.length === 0) return
  const bySeries = new Map(full.map((s) => [s.series, s]))
  const countsOf = (series: string) => (part.counts[series] ??= noCounts())
  const stored = await readStored(history, hydroCode, full, client)
  const due = new Map<string, Series>()
  for (const one of full) {
    const days: Series[] = []
    for (const data of daysOf(one.data)) {
      const sent = { ...one, data }
      const there = slice(stored.get(one.series)!, data.t[0], data.t[data.t.length - 1] + 1)
      const counts = noCounts()
      if (compare(there, sent, replace, again, counts).t.length > 0) days.push(data)
      else addCounts(countsOf(one.series), counts)
    }
    if (days.length > 0) due.set(one.series, concat(days))
  }
  if (due.size === 0) return
  // Open days are packed too: a later change of a packed day leaves a copy of it, by which undoing the import knows
  // what came after it.
  const result = await history.writeDays(hydroCode, due, {
    client,
    source: 'import',
    run,
    actor,
    reason,
    choose: (series, stored, data) =>
      compare(stored, { ...bySeries.get(series)!, data }, replace, again, countsOf(series)),
  })
  changes.push(...result.changes)
}

/** A series split at the ends of UTC days. */
function daysOf(s: Series): Series[] {
  const days: Series[] = []
  for (let t = s.t[0]; t !== undefined;) {
    const end = utcDayStart(utcDay(t) + 1)
    days.push(slice(s, t, end))
    t = s.t[lowerBound(s.t, end)]
  }
  return days
}

function addCounts(to: Counts, { fresh, unchanged, differing, differences }: Counts): void {
  to.fresh += fresh
  to.unchanged += unchanged
  to.differing += differing
  to.differences.push(...differences.slice(0, SHOWN - to.differences.length))
}

/** The stored readings in the spans. */
export function readStored(
  history: History,
  hydroCode: string,
  stretches: readonly Stretch[],
  client?: pg.PoolClient,
): Promise<Map<string, Series>> {
  let from = Infinity
  let to = -Infinity
  for (const { data } of stretches) {
    if (data.t.length === 0) continue
    from = Math.min(from, data.t[0])
    to = Math.max(to, data.t[data.t.length - 1])
  }
  return history.read(
    hydroCode,
    stretches.map((s) => s.series),
    from,
    to,
    { client, raw: true },
  )
}
