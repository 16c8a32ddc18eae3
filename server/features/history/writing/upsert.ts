import { REJECTED } from '#core/quality/index.ts'
import { numbers, reals } from '#server/lib/arrays.ts'
import { rows, type Client, type Context } from '../store/context.ts'
import { DAY_OF_T } from '../store/day.ts'
import { ALWAYS, secondOf } from '../as-of/known.ts'
import type { DirtyKind } from '../store/dirty-spans.ts'
import type { Change, DayKey, Sorted, WriteResult } from '../types.ts'

interface Form {
  detail?: boolean
  held?: boolean
}

/** SQL: writes the rows of `input` that a condition lets through. */
const put = (conflict: string, only = '') => `
  INSERT INTO reading AS r (hydro_code, series, t, v, q, arrived)
  SELECT $1, series, t, v, q, $15 FROM input WHERE NOT EXISTS (SELECT FROM packed)${only}
  ON CONFLICT (hydro_code, series, t) ${conflict}
  RETURNING series, t, arrived, was`

const REPLACE = `DO UPDATE SET v = excluded.v, q = excluded.q,
     arrived = greatest(r.arrived, excluded.arrived), was = ARRAY[r.v, r.q, r.arrived]
    WHERE (r.v, r.q) IS DISTINCT FROM (excluded.v, excluded.q)`

/**
 * SQL: the rows that were written, as `w`. held: by two parts, one for each value of `had`: a cluster of machines takes
 * no subquery in ON CONFLICT that could ask for it. The first part waits for nobody, as its rows are locked already.
 */
const written = (held = false) =>
  held
    ? `replaced AS (${put(REPLACE, ' AND had = 1')}
), added AS (${put('DO NOTHING', ' AND had = 0')}
), w AS (SELECT * FROM replaced UNION ALL SELECT * FROM added`
    : `w AS (${put(REPLACE)}`

/**
 * One statement, so one round trip and one transaction: rows, what they replace, marks and last values. Its parts run
 * in a fixed order (marks read what the upsert changed, last values wait for the marks; a part that nothing reads would
 * run last), and each part in the order of its key, so that two writers always lock in the same order: rows, marks of
 * calculation, marks of bins, last values. Calculation holds its marks while checks mark bins and touch last values.
 * $8, $9: days that must not be packed; if one is, nothing is written. held, $17: see `upsert`.
 */
const statement = ({ detail, held }: Form) => `
WITH input AS (
  SELECT ($2::text[])[c] AS series, t, v, q${held ? ', had' : ''}
    FROM unnest($3::int[], $4::int8[], $5::float8[], $6::int2[]${held ? ', $17::int2[]' : ''}) u(c, t, v, q${held ? ', had' : ''})
), packed AS (
  -- A scalar subquery is an index search per day whatever the statistics say; a join may read all days of the plant.
  SELECT 1 FROM unnest($8::int[], $9::int[]) p(c, day)
   WHERE (SELECT d.n FROM reading_day d
           WHERE d.hydro_code = $1 AND d.series = ($2::text[])[p.c] AND d.day = p.day) > 0
   LIMIT 1
), ${written(held)}
), p AS (
  -- What held for less than a second nobody can ask for.
  INSERT INTO reading_past (hydro_code, series, t, until, since, v, q)
  SELECT $1, series, t, arrived, coalesce(was[3], ${ALWAYS})::int, was[1], was[2]::int2 FROM w
   WHERE $16 AND was IS NOT NULL AND was[3] IS DISTINCT FROM arrived
  ON CONFLICT (hydro_code, series, t, until) DO NOTHING
), c AS (
  SELECT series, ${DAY_OF_T} AS day, count(*)::int AS n, min(t) AS a, max(t) AS b FROM w GROUP BY 1, 2
), m AS (
  INSERT INTO dirty_span AS m (hydro_code, kind, series, day, from_t, to_t, n, since)
  SELECT $1, k, series, day, a, b, 1, $7 FROM c CROSS JOIN unnest($10::text[]) k
   ORDER BY k DESC, series COLLATE "C", day
  ON CONFLICT (hydro_code, kind, series, day) DO UPDATE SET n = m.n + 1,
     from_t = least(m.from_t, excluded.from_t), to_t = greatest(m.to_t, excluded.to_t)
  RETURNING 1
), l AS (
  INSERT INTO series_last AS l (hydro_code, series, t, v, q, ahead, changed_at)
  SELECT $1, x.series, x.t, x.v, x.q, x.ahead, $7
    FROM unnest($2::text[], $11::int8[], $12::float8[], $13::int2[], $14::int8[]) x(series, t, v, q, ahead)
   WHERE (SELECT count(*) FROM m) >= 0 AND x.series IN (SELECT series FROM c) ORDER BY x.series COLLATE "C"
  ON CONFLICT (hydro_code, series) DO UPDATE SET
     t = CASE WHEN l.t IS NULL OR excluded.t >= l.t THEN excluded.t ELSE l.t END,
     v = CASE WHEN l.t IS NULL OR excluded.t >= l.t THEN excluded.v ELSE l.v END,
     q = CASE WHEN l.t IS NULL OR excluded.t >= l.t THEN excluded.q ELSE l.q END,
     ahead = greatest(l.ahead, excluded.ahead), changed_at = excluded.changed_at
  RETURNING series, t, v, q
)
SELECT NULL AS series, (SELECT count(*) FROM packed) AS n, NULL::bigint AS a, NULL::bigint AS b,
       NULL::bigint AS t, NULL::float8 AS v, NULL::int2 AS q,
       ${
         detail
           ? `CASE WHEN (SELECT count(*) FROM w) NOT IN (0, cardinality($3::int[]))
            THEN (SELECT array_agg(series) FROM w) END`
           : 'NULL::text[]'
       } AS series_changed,
       ${
         detail
           ? `CASE WHEN (SELECT count(*) FROM w) NOT IN (0, cardinality($3::int[]))
            THEN (SELECT array_agg(t) FROM w) END`
           : 'NULL::bigint[]'
       } AS t_changed
UNION ALL
SELECT g.series, g.n, g.a, g.b, l.t, l.v, l.q, NULL, NULL
  FROM (SELECT series, sum(n) AS n, min(a) AS a, max(b) AS b FROM c GROUP BY series) g LEFT JOIN l USING (series)`

const PLAIN = statement({})
const DETAILED = statement({ detail: true })
const HELD = statement({ held: true })
const HELD_DETAILED = statement({ held: true, detail: true })

interface Found {
  series: string | null
  n: number
  a: number
  b: number
  t: number | null
  v: number | null
  q: number | null
  series_changed: string[] | null
  t_changed: (number | string)[] | null
}

/** The days of a batch that were locked and read before it is written. */
interface HeldRows {
  /**
   * 1 where a reading may replace the row at its instant: that row was read and is locked. Elsewhere one arrived since.
   */
  had: Uint8Array
  /** Every day that changes is copied at the same instant, so replaced readings need not be kept one by one. */
  copied: boolean
}

/**
 * Upserts a sorted batch. Returns 'packed' when one of `mustBeOpen` is packed; then nothing was written. held: a row
 * that was not there when the days were read has been acknowledged since, and stays.
 */
export async function upsert(
  ctx: Context,
  client: Client | undefined,
  s: Sorted,
  kinds: readonly DirtyKind[],
  mustBeOpen: readonly (DayKey & { code: number })[],
  detail: boolean,
  now = ctx.clock.now(),
  held: HeldRows | null = null,
): Promise<WriteResult | 'packed'> {
  const n = s.t.length
  const code = new Int32Array(n)
  const ends = lastOf(s, now)
  for (let c = 0; c < s.codes.length; c++) code.fill(c + 1, s.start[c], s.start[c + 1])
  const text = held ? (detail ? HELD_DETAILED : HELD) : detail ? DETAILED : PLAIN
  const found = await rows<Found>(ctx, client, text, [
    s.hydroCode,
    s.codes,
    numbers(code),
    numbers(s.t),
    reals(s.v),
    numbers(s.q),
    now,
    numbers(mustBeOpen.map((d) => d.code + 1)),
    numbers(mustBeOpen.map((d) => d.day)),
    kinds,
    reals(ends.t),
    reals(ends.v),
    numbers(ends.q),
    reals(ends.ahead),
    secondOf(now),
    !held?.copied,
    ...(held ? [numbers(held.had)] : []),
  ])
  const [head, ...series] = found
  if (head.n > 0) return 'packed'
  const changes: Change[] = []
  let changed = 0
  for (const f of series) {
    changed += Number(f.n)
    const change: Change = { hydroCode: s.hydroCode, series: f.series!, from: f.a, to: f.b }
    // The last value is part of the change when it lies within what changed.
    if (f.t !== null && f.t >= f.a && f.t <= f.b) change.last = { t: f.t, v: f.v ?? NaN, q: f.q! }
    changes.push(change)
  }
  const changedKeys = head.series_changed && { series: head.series_changed, t: head.t_changed!.map(Number) }
  return { changed, unchanged: n - changed, changes, changedKeys }
}

/** Per series, what may become the last value (at or before now, not rejected), and what lies after now. */
function lastOf(s: Sorted, now: number) {
  const k = s.codes.length
  const t = new Float64Array(k).fill(NaN)
  const v = new Float64Array(k).fill(NaN)
  const q = new Uint8Array(k)
  const ahead = new Float64Array(k).fill(NaN)
  for (let c = 0; c < k; c++) {
    let i = s.start[c + 1] - 1
    if (s.t[i] > now) ahead[c] = s.t[i]
    while (i >= s.start[c] && (s.t[i] > now || (s.q[i] & 7) === REJECTED)) i--
    if (i < s.start[c]) continue
    t[c] = s.t[i]
    v[c] = s.v[i]
    q[c] = s.q[i]
  }
  return { t, v, q, ahead }
}
