import type { Sql } from '#server/lib/database.ts'

/** Stores a part of a file of a report. */
export async function insertPart(
  c: Sql,
  hydro: string,
  fileId: string,
  part: number,
  bytes: Buffer,
): Promise<void> {
  await c.query('INSERT INTO report_file_part (hydro_code, file_id, part, bytes) VALUES ($1, $2, $3, $4)', [
    hydro,
    fileId,
    part,
    bytes,
  ])
}

/** The parts of a file, in their order. */
export async function* readParts(db: Sql, hydro: string, fileId: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const { rows } = await db.query<{ bytes: Buffer }>(
      'SELECT bytes FROM report_file_part WHERE hydro_code = $1 AND file_id = $2 AND part = $3',
      [hydro, fileId, part],
    )
    if (rows.length === 0) return
    yield rows[0].bytes
  }
}

export async function dropParts(c: Sql, hydro: string, fileId: string): Promise<void> {
  await c.query('DELETE FROM report_file_part WHERE hydro_code = $1 AND file_id = $2', [hydro, fileId])
}
