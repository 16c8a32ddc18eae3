import { createHash } from 'node:crypto'
import type pg from 'pg'
import { makeId } from '#server/lib/ids.ts'
import type { Services } from '#server/lib/services.ts'

/** A file as somebody uploaded it. */
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
  // oxlint-disable-next-line no-control-regex
  const clean = last
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .trim()
    .slice(0, 200)
  return clean === '' || clean === '.' || clean === '..' ? 'file' : clean
}

/** Keeps a file in the transaction of what it is for; answers its id. */
export async function keepFile(
  c: Pick<pg.PoolClient, 'query'>,
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
