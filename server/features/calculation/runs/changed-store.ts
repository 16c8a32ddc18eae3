import type pg from 'pg'
import { eachInstant, type Instants } from '#core/calculation/index.ts'
import { emptySeries, type Series } from '#core/series/index.ts'
import type { Change, History } from '#server/features/history/index.ts'
import { byteas } from '#server/lib/arrays.ts'
import { pack, unpack } from '#server/lib/packed.ts'
import { flatten } from '../inputs.ts'
import { isSameEntry, pick } from './entries.ts'

/** Entries of a series that a run changed, before and after it. */
export interface Changed {
  series: string
  before: Series
  after: Series
}

export async function keepChanges(
  c: pg.PoolClient,
  hydro: string,
  run: string,
  part: number,
  changed: readonly Changed[],
): Promise<void> {
  if (changed.length === 0) return
  await c.query(
    `INSERT INTO run_change (hydro_code, run_id, part, series, before, after)
     SELECT $1, $2, $3, k.series, k.before, k.after FROM unnest($4::text[], $5::bytea[], $6::bytea[]) k(series, before, after)`,
    [
      hydro,
      run,
      part,
      changed.map((x) => x.series),
      byteas(changed.map((x) => pack(x.before))),
      byteas(changed.map((x) => pack(x.after))),
    ],
  )
}

async function changesOf(c: pg.PoolClient, hydro: string, run: string, part: number): Promise<Changed[]> {
  const { rows } = await c.query<{ series: string; before: Buffer; after: Buffer }>(
    'SELECT series, before, after FROM run_change WHERE hydro_code = $1 AND run_id = $2 AND part = $3 ORDER BY series',
    [hydro, run, part],
  )
  return rows.map((r) => ({ series: r.series, before: unpack(r.before), after: unpack(r.after) }))
}

/**
 * Restores what a part of a run replaced. An instant in which anything has changed since stays as a whole, so that no
 * instant mixes two calculations. Returns how many values were restored, and how many stay.
 */
export async function putBack(
  c: pg.PoolClient,
  history: History,
  hydro: string,
  target: { run: string; part: number },
  because: { run: string; actor: string; reason: string | null },
  changes: Change[],
): Promise<{ entries: number; left: number; span: Instants | null }> {
  const changed = await changesOf(c, hydro, target.run, target.part)
  if (changed.length === 0) return { entries: 0, left: 0, span: null }
  let [from, to] = [Infinity, -Infinity]
  for (const { before, after } of changed)
    for (const { t } of [before, after]) {
      if (t.length === 0) continue
      from = Math.min(from, t[0])
      to = Math.max(to, t[t.length - 1])
    }
  const codes = changed.map((x) => x.series)
  const now = await history.read(hydro, codes, from, to, { client: c, raw: true })
  const stays = new Set<number>()
  /** Values whose run an earlier turn took back already: they count as neither restored nor left. */
  const isBack = new Map<string, Set<number>>()
  for (const { series, before, after } of changed) {
    const current = now.get(series) ?? emptySeries()
    const back = new Set<number>()
    isBack.set(series, back)
    eachOf(before, after, current, (t, b, a, n) => {
      if (isEqual(current, n, after, a)) return
      stays.add(t)
      if (isEqual(current, n, before, b)) back.add(t)
    })
  }
  const write = new Map<string, Series>()
  const options = { client: c, source: 'computed' as const, ...because }
  let [entries, left] = [0, 0]
  for (const { series, before, after } of changed) {
    const gone: number[] = []
    eachInstant(before, after, (t, b) => {
      if (stays.has(t)) {
        if (!isBack.get(series)!.has(t)) left++
        return
      }
      entries++
      if (b < 0) gone.push(t)
    })
    for (const [a, z] of stretches(gone, now.get(series)!)) {
      const taken = await history.erase(hydro, series, a, z, options)
      changes.push(...taken.changes)
    }
    const rest = pick(before, (t) => !stays.has(t))
    if (rest.t.length > 0) write.set(series, rest)
  }
  const written = await history.write(flatten(hydro, write), options)
  changes.push(...written.changes)
  return { entries, left, span: entries > 0 ? { from, to } : null }
}

/** Instants that a run changed, with the index of each in the series before, after, and now; -1: none. */
function eachOf(
  before: Series,
  after: Series,
  now: Series,
  visit: (t: number, b: number, a: number, n: number) => void,
): void {
  let k = 0
  eachInstant(before, after, (t, b, a) => {
    while (k < now.t.length && now.t[k] < t) k++
    visit(t, b, a, k < now.t.length && now.t[k] === t ? k : -1)
  })
}

const isEqual = (a: Series, i: number, b: Series, k: number) =>
  i < 0 || k < 0 ? i === k : isSameEntry(a, i, b, k)

/** Joins instants that are neighbours in a series into spans. */
function stretches(instants: readonly number[], s: Series): [number, number][] {
  const wanted = new Set(instants)
  const spans: [number, number][] = []
  let open = false
  for (const t of s.t) {
    if (!wanted.has(t)) open = false
    else if (open) spans[spans.length - 1][1] = t
    else {
      spans.push([t, t])
      open = true
    }
  }
  return spans
}
