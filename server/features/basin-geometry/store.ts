import type { Database } from '#server/lib/database.ts'

/** Names, sizes and times of stored files, without their bytes. */
export const storedFiles = (db: Database, hydro: string, ids: readonly string[]) =>
  db.query<{ id: string; name: string; size: number; uploaded_at: number }>(
    'SELECT file_id AS id, name, size, created_at AS uploaded_at FROM file WHERE hydro_code = $1 AND file_id = ANY ($2)',
    [hydro, ids],
  )
