import type { FastifyReply } from 'fastify'
import { CONTOUR_TYPES } from '#contract/geo.ts'
import type { StoredFile } from '#server/lib/files.ts'
import { Problem } from '#server/lib/errors.ts'

/** Sends a file as it was uploaded. */
export async function sendStoredFile(reply: FastifyReply, file: StoredFile): Promise<void> {
  await reply
    .header('content-type', file.contentType)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `attachment; ${named(file.name)}`)
    .send(file.bytes)
}

/** The name of a download: in ASCII for old programs, and in full. */
function named(name: string): string {
  const plain = name.normalize('NFD').replace(/[^ -~]|["\\%]/g, '')
  return `filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escape)}`
}
const escape = (c: string) => `%${c.charCodeAt(0).toString(16)}`

/** The uploaded file of a call. */
export function contourBytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body
  throw new Problem(415, 'wrong_content_type', {
    type: 'application/json',
    allowed: CONTOUR_TYPES.join(', '),
  })
}
