import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

export async function fileDigest(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const block of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(block as Buffer)
  return hash.digest('hex')
}

export function textDigest(...parts: string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}
