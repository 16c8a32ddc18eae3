import type { Sql } from '#server/lib/database.ts'
import type { HeldRow } from './store.ts'

/**
 * Current versions of what an overview needs of several plants, in the order in which they were recorded: of outlines
 * and layers of the map nothing, of tables those of storage.
 */
export async function storageVersions(
  db: Sql,
  hydroCodes: readonly string[],
): Promise<(HeldRow & { hydro_code: string })[]> {
  const { rows } = await db.query<HeldRow & { hydro_code: string }>(
    `SELECT hydro_code, noun, item_id, version_id, effective_from, effective_to,
            CASE noun WHEN 'plant' THEN body - '{basin,mapLayers,mapBounds,catchments}'::text[] ELSE body END AS body
       FROM description
      WHERE hydro_code = ANY($1) AND superseded_at IS NULL
        AND (noun IN ('plant', 'parameters', 'settings', 'position', 'gate', 'unit', 'station')
             OR noun = 'table' AND body->>'group' = 'ZV')
      ORDER BY recorded_at, version_id`,
    [hydroCodes],
  )
  return rows
}
