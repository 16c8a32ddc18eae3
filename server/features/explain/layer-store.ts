import { accountName } from '#server/lib/database.ts'
import type { ExplainedInput } from '#contract/explain.ts'
import type { History, Layers } from '#server/features/history/index.ts'
import type { Services } from '#server/lib/services.ts'

type Acts = ExplainedInput['acts']

interface Row {
  id: string
  kind: string
  by: string | null
  at: number | null
  reason: string | null
}

/** Edits and flags of checks over readings, with their earlier versions: by series, for one instant each. */
export async function layersAt(
  s: Services,
  deps: { history: History; layers: Layers },
  hydroCode: string,
  readings: readonly { code: string; t: number }[],
): Promise<Map<string, { raw: { v: number; q: number } | null; acts: Acts }>> {
  const out = new Map<string, { raw: { v: number; q: number } | null; acts: Acts }>()
  await Promise.all(
    readings.map(async ({ code, t }) => {
      const found = (await deps.layers.over(hydroCode, [code], t, t, {})).get(code) ?? []
      if (found.length === 0) return
      const sent = (await deps.history.read(hydroCode, [code], t, t, { raw: true })).get(code)!
      const edits = await people(
        s,
        hydroCode,
        found.map((layer) => layer.id),
      )
      out.set(readingKeyOf(code, t), {
        raw: sent.t.length > 0 ? { v: sent.v[0], q: sent.q[0] } : { v: NaN, q: 7 },
        acts: found.map(({ id, source, kind, from, to }) => {
          const row = edits.get(id)
          const why = { by: row?.by ?? null, at: row?.at ?? null, reason: row?.reason ?? null }
          return { id, source, kind: row?.kind ?? kind, from, to, ...why }
        }),
      })
    }),
  )
  return out
}

export const readingKeyOf = (code: string, t: number) => `${code} ${t}`

async function people(s: Services, hydroCode: string, ids: readonly string[]): Promise<Map<string, Row>> {
  const rows = await s.db.query<Row>(
    `SELECT a.edit_id AS id, a.kind, a.made_at AS at, a.reason,
            ${accountName('a.made_by')} AS by
       FROM edit a WHERE a.hydro_code = $1 AND a.edit_id = ANY($2)
     UNION ALL
     SELECT span_id, kind, first_seen, NULL, NULL FROM check_span WHERE hydro_code = $1 AND span_id = ANY($2)`,
    [hydroCode, ids],
  )
  return new Map(rows.map((r) => [r.id, r]))
}
