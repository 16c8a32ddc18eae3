import type { CheckLayer } from '#core/edits/index.ts'
import type { CheckKind } from '#core/description/index.ts'
import type { FiredSpan } from '#core/quality/checks/index.ts'
import type { TimeSpan } from '#core/time/index.ts'
import type { Client, JudgedLayers, Layers } from '#server/features/history/index.ts'
import type { Database } from '#server/lib/database.ts'
import { makeId } from '#server/lib/ids.ts'

/** A row of `fired`. */
export interface FiredRow {
  span_id: string
  key: string
  kind: CheckKind
  series: string | null
  object: string | null
  check_id: string | null
  from_t: number
  to_t: number
  open: boolean
  n: number
  worst: number | null
  bound: number | null
  grade: number | null
  codes: string[]
  first_seen: number
  cleared_at: number | null
}

export const COLUMNS =
  'span_id, key, kind, series, object, check_id, from_t, to_t, open, n, worst, bound, grade, codes, first_seen, cleared_at'

/** Every span that a task found for one check and series over a window. */
export interface Found {
  key: string
  kind: CheckKind
  series: string | null
  object: string | null
  window: TimeSpan
  /** Whether the window begins at the farthest instant that is read: stored spans may have begun before. */
  cut: boolean
  spans: (FiredSpan & { checkId: string | null; grade: number | null; codes: string[] })[]
}

/** A series whose effective values changed over a span. */
export interface Regraded extends TimeSpan {
  series: string
  /** Whether only flags for display changed: the calculation judges these readings by itself. */
  shown?: boolean
}

const number = (v: number) => (Number.isFinite(v) ? v : null)

/** Stored spans of some checks. */
interface StoredSpans extends TimeSpan {
  rows: FiredRow[]
}

/** Stored spans of a plant. The transaction holds the lock of its calculation, so nobody else checks meanwhile. */
export async function storedSpans(
  c: Client,
  hydroCode: string,
  keys: readonly string[],
  { from, to }: TimeSpan,
): Promise<StoredSpans> {
  return { from, to, rows: await standingRows(c, hydroCode, keys, { from, to }) }
}

async function standingRows(c: Client, hydroCode: string, keys: readonly string[], { from, to }: TimeSpan) {
  const { rows } = await c.query<FiredRow>(
    `SELECT ${COLUMNS} FROM check_span
      WHERE hydro_code = $1 AND cleared_at IS NULL AND key = ANY($2) AND from_t <= $4 AND to_t >= $3`,
    [hydroCode, [...new Set(keys)], from, to],
  )
  return rows
}

/**
 * Makes the stored spans over the windows equal to those found: spans that are found again keep their rows, others are
 * cleared. Returns where grades appeared, went or changed. Repeating it changes nothing.
 */
export async function settle(
  c: Client,
  hydroCode: string,
  found: readonly Found[],
  known: StoredSpans,
  now: number,
): Promise<Regraded[]> {
  if (found.length === 0) return []
  const from = Math.min(...found.map((f) => f.window.from))
  const to = Math.max(...found.map((f) => f.window.to))
  const rows =
    from >= known.from && to <= known.to
      ? known.rows
      : await standingRows(
          c,
          hydroCode,
          found.map((f) => f.key),
          { from, to },
        )
  const regraded: Regraded[] = []
  const touch = (codes: readonly string[], from: number, to: number, shown?: boolean) => {
    if (from <= to) for (const series of codes) regraded.push({ series, from, to, shown })
  }
  // A grade of readings that the calculation judges appeared, went or changed.
  const show = (series: string | null, codes: readonly string[], from: number, to: number) => {
    if (series !== null && codes.length === 0) touch([series], from, to, true)
  }
  for (const f of found) {
    const standing = rows.filter(
      (r) => r.key === f.key && r.series === f.series && r.from_t <= f.window.to && r.to_t >= f.window.from,
    )
    const left = new Set(standing)
    for (const span of f.spans) {
      const old =
        standing.find((r) => r.from_t === span.from) ??
        (f.cut && span.from <= f.window.from
          ? standing.find((r) => r.from_t < span.from && r.to_t >= span.from)
          : undefined)
      const codes = span.grade === null ? [] : span.codes
      if (!old) {
        await insert(c, hydroCode, f, span, now)
        touch(codes, span.from, span.to)
        if (span.grade !== null) show(f.series, codes, span.from, span.to)
        continue
      }
      left.delete(old)
      const before = old.grade === null ? [] : old.codes
      const same = old.grade === span.grade && before.join() === codes.join()
      if (!same) {
        touch(before, old.from_t, old.to_t)
        touch(codes, old.from_t, span.to)
      } else if (old.to_t !== span.to)
        touch(codes, Math.min(old.to_t, span.to) + 1, Math.max(old.to_t, span.to))
      if ((!same || old.to_t !== span.to) && (old.grade ?? span.grade) !== null)
        show(f.series, codes, old.from_t, Math.max(old.to_t, span.to))
      await update(c, hydroCode, old, span)
    }
    for (const r of left) {
      await c.query(
        'UPDATE check_span SET cleared_at = $3, open = false WHERE hydro_code = $1 AND span_id = $2',
        [hydroCode, r.span_id, now],
      )
      if (r.grade === null) continue
      touch(r.codes, r.from_t, r.to_t)
      show(r.series, r.codes, r.from_t, r.to_t)
    }
  }
  return regraded
}

type Span = Found['spans'][number]

async function insert(c: Client, hydroCode: string, f: Found, x: Span, now: number): Promise<void> {
  await c.query(
    `INSERT INTO check_span (hydro_code, span_id, key, kind, series, object, check_id, from_t, to_t, open, n, worst, bound,
       grade, codes, first_seen)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     ON CONFLICT (hydro_code, key, coalesce(series, ''), from_t) WHERE cleared_at IS NULL
     DO UPDATE SET to_t = excluded.to_t, open = excluded.open, n = excluded.n, worst = excluded.worst,
       bound = excluded.bound, grade = excluded.grade, codes = excluded.codes, check_id = excluded.check_id`,
    [
      hydroCode,
      makeId('fi', now),
      f.key,
      f.kind,
      f.series,
      f.object,
      x.checkId,
      x.from,
      x.to,
      x.open,
      x.n,
      number(x.value),
      number(x.limit),
      x.grade,
      x.codes,
      now,
    ],
  )
}

async function update(c: Client, hydroCode: string, old: FiredRow, x: Span): Promise<void> {
  const same =
    old.to_t === x.to &&
    old.open === x.open &&
    old.n === x.n &&
    old.worst === number(x.value) &&
    old.bound === number(x.limit) &&
    old.grade === x.grade &&
    old.check_id === x.checkId &&
    old.codes.join() === x.codes.join()
  if (same) return
  await c.query(
    `UPDATE check_span SET to_t = $3, open = $4, n = $5, worst = $6, bound = $7, grade = $8, codes = $9, check_id = $10
      WHERE hydro_code = $1 AND span_id = $2`,
    [
      hydroCode,
      old.span_id,
      x.to,
      x.open,
      x.n,
      number(x.value),
      number(x.limit),
      x.grade,
      x.codes,
      x.checkId,
    ],
  )
}

/** Clears stored spans of removed checks. Returns the spans that it cleared. */
export async function clearOthers(
  c: Client,
  hydroCode: string,
  keys: readonly string[],
  { from, to }: TimeSpan,
  now: number,
): Promise<FiredRow[]> {
  const { rows } = await c.query<FiredRow>(
    `UPDATE check_span SET cleared_at = $5, open = false
      WHERE hydro_code = $1 AND cleared_at IS NULL AND NOT key = ANY($2) AND from_t <= $4 AND to_t >= $3
      RETURNING ${COLUMNS}`,
    [hydroCode, keys, from, to, now],
  )
  return rows
}

/** SQL: whether a span was found and not cleared at the instant $5; null: now. */
const FOUND_AT = `CASE WHEN $5::bigint IS NULL THEN cleared_at IS NULL
  ELSE first_seen <= $5 AND (cleared_at IS NULL OR cleared_at > $5) END`

/**
 * Spans of readings that the calculation judges by itself, as flags for display only: applied to readings, they would
 * count twice.
 */
export const judgedLayers =
  (db: Pick<Database, 'query'>): JudgedLayers =>
  async (hydroCode, series, from, to, { client, knownAt } = {}) => {
    const text = `SELECT span_id, series, from_t, to_t, grade FROM check_span
      WHERE hydro_code = $1 AND series = ANY($2) AND grade IS NOT NULL AND codes = '{}'
        AND to_t >= $3 AND from_t <= $4 AND ${FOUND_AT}
      ORDER BY from_t, span_id`
    const values = [hydroCode, series, from, to, knownAt ?? null]
    const rows = (
      client ? (await client.query(text, values)).rows : await db.query(text, values)
    ) as FiredRow[]
    return rows.map((row) => ({ series: row.series!, layer: flagOf(row) }))
  }

const flagOf = (r: FiredRow): CheckLayer => ({
  id: r.span_id,
  source: 'check',
  kind: 'flag',
  from: r.from_t,
  to: r.to_t,
  grade: r.grade!,
})

/** The flags of fired spans, as layers over readings. */
export function flagLayers(db: Pick<Database, 'query'>): Layers {
  return {
    async over(hydroCode, series, from, to, { client, knownAt, unchecked }) {
      if (unchecked) return new Map()
      const text = `SELECT span_id, series, from_t, to_t, grade, codes FROM check_span
         WHERE hydro_code = $1 AND grade IS NOT NULL AND to_t >= $3 AND from_t <= $4
           AND (series = ANY($2) OR series IS NULL AND codes && $2) AND ${FOUND_AT}
         ORDER BY from_t, span_id`
      const values = [hydroCode, series, from, to, knownAt ?? null]
      const rows = (
        client ? (await client.query(text, values)).rows : await db.query(text, values)
      ) as FiredRow[]
      const out = new Map<string, CheckLayer[]>()
      for (const r of rows)
        for (const code of r.codes) {
          if (!series.includes(code)) continue
          const list = out.get(code)
          const layer = flagOf(r)
          if (list) list.push(layer)
          else out.set(code, [layer])
        }
      return out
    },
  }
}

/** By key of a check, a digest of the thresholds with which a day was last checked. */
export type Decided = Record<string, string>

export async function thresholdsOn(c: Client, hydroCode: string, days: readonly number[]) {
  const { rows } = await c.query<{ day: number; thresholds: string }>(
    `SELECT day, thresholds FROM check_day WHERE hydro_code = $1 AND day = ANY($2) AND thresholds LIKE '{%'`,
    [hydroCode, days],
  )
  return new Map(rows.map((r) => [r.day, JSON.parse(r.thresholds) as Decided]))
}

export async function keepThresholds(c: Client, hydroCode: string, days: ReadonlyMap<number, Decided>) {
  if (days.size === 0) return
  await c.query(
    `INSERT INTO check_day (hydro_code, day, thresholds)
     SELECT $1, day, thresholds FROM unnest($2::int[], $3::text[]) x(day, thresholds)
     ON CONFLICT (hydro_code, day) DO UPDATE SET thresholds = excluded.thresholds`,
    [hydroCode, [...days.keys()], [...days.values()].map((x) => JSON.stringify(x))],
  )
}
