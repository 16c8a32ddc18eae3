import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { resetOnFailure } from '#server/lib/reset.ts'

/** Answers a call with a file, while its content is made or read. */
export async function sendFile(
  reply: FastifyReply,
  file: { name: string; type: string; content: Readable },
): Promise<void> {
  await reply
    .header('content-type', file.type)
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .header('cache-control', 'no-store')
    .send(resetOnFailure(file.content, reply))
}
