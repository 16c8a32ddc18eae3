import type { EditKind, EditLayer, Layer } from '#core/edits/index.ts'
import type { Layers } from '#server/features/history/index.ts'
import type { Database } from '#server/lib/database.ts'

/** The columns of `edit` that make a layer. */
interface StoredEdit {
  edit_id: string
  kind: EditKind
  from_t: number
  to_t: number
  /** Parameters of its kind (core/edits). */
  body: object
}

const editLayerOf = (r: StoredEdit): EditLayer =>
  ({ id: r.edit_id, source: 'act', kind: r.kind, from: r.from_t, to: r.to_t, ...r.body }) as EditLayer

/** Edits by people as layers, for history. */
export function editLayers(db: Database): Layers {
  return {
    async over(hydroCode, series, from, to, { client, knownAt }) {
      const values: unknown[] = [hydroCode, series, from, to]
      let isActive = 'undone_at IS NULL'
      if (knownAt !== undefined) {
        values.push(knownAt)
        isActive = 'made_at <= $5 AND (undone_at IS NULL OR undone_at > $5)'
      }
      const text = `SELECT series, edit_id, kind, from_t, to_t, body FROM edit
         WHERE hydro_code = $1 AND series = ANY($2) AND to_t >= $3 AND from_t <= $4 AND ${isActive}
         ORDER BY series COLLATE "C", seq`
      type Row = StoredEdit & { series: string }
      const rows = client
        ? ((await client.query(text, values)).rows as Row[])
        : await db.query<Row>(text, values)
      const out = new Map<string, Layer[]>()
      for (const r of rows) {
        const had = out.get(r.series)
        if (had) had.push(editLayerOf(r))
        else out.set(r.series, [editLayerOf(r)])
      }
      return out
    },
  }
}
