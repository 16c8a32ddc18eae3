import { createHash } from 'node:crypto'
import type { Sql } from './database.ts'
import { makeId } from './ids.ts'
import type { Services } from './services.ts'

/** A file as it was uploaded. */
export interface StoredFile {
  fileId: string
  name: string
  contentType: string
  bytes: Buffer
  createdAt: number
}

/** The last part of a path, of either kind of slash, without control characters. */
export function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1)!
  const clean = last
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 200)
    .toWellFormed()
  return clean === '' || clean === '.' || clean === '..' ? 'file' : clean
}

/** Stores a file in the transaction of what it belongs to. Returns its id. */
export async function keepFile(
  c: Sql,
  hydroCode: string,
  actor: string,
  now: number,
  file: { name: string; contentType: string; bytes: Buffer },
): Promise<string> {
  const id = makeId('fi', now)
  const sha256 = createHash('sha256').update(file.bytes).digest('hex')
  await c.query(
    `INSERT INTO file (hydro_code, file_id, name, content_type, size, sha256, bytes, created_at, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      hydroCode,
      id,
      plainName(file.name),
      file.contentType,
      file.bytes.length,
      sha256,
      file.bytes,
      now,
      actor,
    ],
  )
  return id
}

/**
 * Stores a file under the id that it had elsewhere, for a configuration file; an existing one stays. Returns whether
 * the stored file is the same.
 */
export async function takeFile(
  c: Sql,
  hydroCode: string,
  actor: string,
  now: number,
  file: { fileId: string; name: string; contentType: string; bytes: Buffer },
): Promise<boolean> {
  const sha256 = createHash('sha256').update(file.bytes).digest('hex')
  const { fileId, contentType, bytes } = file
  await c.query(
    `INSERT INTO file (hydro_code, file_id, name, content_type, size, sha256, bytes, created_at, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (hydro_code, file_id) DO NOTHING`,
    [hydroCode, fileId, plainName(file.name), contentType, bytes.length, sha256, bytes, now, actor],
  )
  const { rows } = (await c.query('SELECT sha256 FROM file WHERE hydro_code = $1 AND file_id = $2', [
    hydroCode,
    fileId,
  ])) as { rows: { sha256: string }[] }
  return rows[0].sha256 === sha256
}

/** A file of the plant, or null. */
export async function readFile(
  s: Pick<Services, 'db'>,
  hydroCode: string,
  fileId: string,
): Promise<StoredFile | null> {
  const [row] = await s.db.query<{ name: string; content_type: string; bytes: Buffer; created_at: number }>(
    'SELECT name, content_type, bytes, created_at FROM file WHERE hydro_code = $1 AND file_id = $2',
    [hydroCode, fileId],
  )
  return row
    ? { fileId, name: row.name, contentType: row.content_type, bytes: row.bytes, createdAt: row.created_at }
    : null
}

/** Content type of sealed files, which no answer contains: only the feature that sealed one knows its id. */
const SEALED = 'application/vnd.forebay.sealed'

/** Stores something sealed under an id of its owner's, replacing what was there. */
export async function keepSealed(
  c: Sql,
  hydroCode: string,
  actor: string,
  now: number,
  fileId: string,
  sealed: string,
): Promise<void> {
  const bytes = Buffer.from(sealed)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await c.query(
    `INSERT INTO file (hydro_code, file_id, name, content_type, size, sha256, bytes, created_at, created_by)
     VALUES ($1, $2, 'sealed', $3, $4, $5, $6, $7, $8)
     ON CONFLICT (hydro_code, file_id) DO UPDATE
       SET size = excluded.size, sha256 = excluded.sha256, bytes = excluded.bytes,
           created_at = excluded.created_at, created_by = excluded.created_by`,
    [hydroCode, fileId, SEALED, bytes.length, sha256, bytes, now, actor],
  )
}
