import { plantsWithOldUploads } from '#server/lib/across.ts'
import { DAY } from '#core/time/units.ts'
import type { Sql } from '#server/lib/database.ts'
import { keepFile, readFile, type StoredFile } from '#server/lib/files.ts'
import { record } from '#server/features/audit/index.ts'
import { Problem } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'

/** Most unsaved uploads of one account; older ones are deleted. */
const MOST_WAITING = 20

/** Stores an uploaded file for a day, or for good once its table is saved. */
export async function keepUpload(
  s: Services,
  caller: Caller,
  file: { name: string; contentType: string; bytes: Buffer },
): Promise<{ uploadId: string; expiresAt: number }> {
  const now = s.clock.now()
  const uploadId = makeId('up', now)
  const { hydro, actor, address } = caller
  await s.db.tx(async (c) => {
    const fileId = await keepFile(c, hydro, actor, now, file)
    await c.query(
      `INSERT INTO table_upload (hydro_code, upload_id, file_id, created_at, created_by, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [hydro, uploadId, fileId, now, actor, now + DAY],
    )
    await c.query(
      `WITH old AS (
         DELETE FROM table_upload WHERE hydro_code = $1 AND upload_id IN (
           SELECT upload_id FROM table_upload WHERE hydro_code = $1 AND created_by = $2 AND NOT saved
            ORDER BY created_at DESC, upload_id DESC OFFSET $3)
         RETURNING file_id)
       DELETE FROM file WHERE hydro_code = $1 AND file_id IN (SELECT file_id FROM old)`,
      [hydro, actor, MOST_WAITING],
    )
    const after = { file: file.name, size: file.bytes.length }
    await record(c, now, { actor, address, hydro }, { act: 'upload', noun: 'table', item: uploadId, after })
  })
  return { uploadId, expiresAt: now + DAY }
}

/** @throws Problem 404 when it is gone */
export async function findUpload(s: Services, caller: Caller, uploadId: string): Promise<StoredFile> {
  const [row] = await s.db.query<{ file_id: string }>(
    'SELECT file_id FROM table_upload WHERE hydro_code = $1 AND upload_id = $2 AND (saved OR expires_at > $3)',
    [caller.hydro, uploadId, s.clock.now()],
  )
  const file = row && (await readFile(s, caller.hydro, row.file_id))
  if (!file) throw new Problem(404, 'upload_gone')
  return file
}

/** Deletes uploads that nobody saved in time. */
export async function pruneUploads(s: Services): Promise<void> {
  const now = s.clock.now()
  for (const hydro of await plantsWithOldUploads(s.db.pool, now))
    await s.db.query(
      `WITH old AS (
         DELETE FROM table_upload WHERE hydro_code = $1 AND NOT saved AND expires_at <= $2 RETURNING file_id)
       DELETE FROM file WHERE hydro_code = $1 AND file_id IN (SELECT file_id FROM old)`,
      [hydro, now],
    )
}

/** Keeps the file of a saved table. */
export async function markSaved(c: Sql, hydro: string, uploadId: string): Promise<void> {
  await c.query('UPDATE table_upload SET saved = true WHERE hydro_code = $1 AND upload_id = $2', [
    hydro,
    uploadId,
  ])
}
