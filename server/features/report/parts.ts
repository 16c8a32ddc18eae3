import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Bytes of a part of a file. */
const PART = 1024 * 1024

/** Stores the content of a file in parts, with what it comes to. */
export async function inParts(
  content: Readable,
  store: (part: number, bytes: Buffer) => Promise<void>,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  let part = 0
  let pieces: Buffer[] = []
  let gathered = 0
  const flush = async () => {
    if (gathered === 0) return
    const bytes = Buffer.concat(pieces)
    pieces = []
    gathered = 0
    await store(part++, bytes)
  }
  for await (const piece of content as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(piece as Buffer)
    hash.update(bytes)
    size += bytes.length
    pieces.push(bytes)
    gathered += bytes.length
    if (gathered >= PART) await flush()
  }
  await flush()
  return { size, sha256: hash.digest('hex') }
}
