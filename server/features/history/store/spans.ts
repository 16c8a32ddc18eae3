import { DAY } from '#core/time/units.ts'
import type { Sql } from '#server/lib/database.ts'

/** SQL: the first reading of a series (an expression) of the plant $1, epoch ms; of a packed day its start. */
export const firstOfSeries = (series: string) => `
  least((SELECT min(r.t) FROM reading r WHERE r.hydro_code = $1 AND r.series = ${series}),
        (SELECT min(d.day) * ${DAY}::bigint FROM reading_day d
          WHERE d.hydro_code = $1 AND d.series = ${series} AND d.n > 0))`

/** First and last reading of series that have any, epoch ms; of packed days their start and end. */
export async function spansOf(
  db: Sql,
  hydroCode: string,
  series: readonly string[],
): Promise<Map<string, { from: number; to: number }>> {
  const { rows } = await db.query<{ code: string; from_t: number | null; to_t: number | null }>(
    `SELECT s.code, ${firstOfSeries('s.code')} AS from_t,
            greatest((SELECT max(r.t) FROM reading r WHERE r.hydro_code = $1 AND r.series = s.code),
                     (SELECT (max(d.day) + 1) * ${DAY}::bigint - 1 FROM reading_day d
                       WHERE d.hydro_code = $1 AND d.series = s.code AND d.n > 0)) AS to_t
       FROM unnest($2::text[]) s(code)`,
    [hydroCode, series],
  )
  return new Map(
    rows.flatMap(({ code, from_t, to_t }) =>
      from_t === null || to_t === null ? [] : [[code, { from: from_t, to: to_t }] as const],
    ),
  )
}
