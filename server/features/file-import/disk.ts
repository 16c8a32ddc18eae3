import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/lib/database.ts'
import { readFilePart } from './store.ts'

const BLOCK = 4 * 1024 * 1024

/** Runs work with the bytes as a file on disk, which is deleted afterwards. Its name does not depend on theirs. */
export async function onDisk<T>(
  parts: AsyncIterable<Buffer> | Iterable<Buffer>,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'forebay-import-'))
  try {
    const path = join(dir, 'upload')
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const part of parts) await file.write(part)
    } finally {
      await file.close()
    }
    return await work(path)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** The bytes of a kept file, a part at a time: a large one is never in memory as a whole. */
export async function* readFileBytes(db: Database, hydro: string, fileId: string): AsyncGenerator<Buffer> {
  for (let from = 1; ; from += BLOCK) {
    const part = await readFilePart(db, hydro, fileId, from, BLOCK)
    if (!part) throw new Error(`the uploaded file ${fileId} is gone`)
    if (part.length > 0) yield part
    if (part.length < BLOCK) return
  }
}
