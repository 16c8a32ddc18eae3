import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { FastifyReply } from 'fastify'

/**
 * Resets the connection when a file fails after its head was sent. HTTP/1.0, which some proxies speak by default, knows
 * the end of a file by the end of the connection only: closed in the ordinary way, half of a file would pass for all
 * of it. Under TLS the missing goodbye says so already.
 */
export function resetOnFailure(content: Readable, { raw, request }: FastifyReply): Readable {
  return content.once('error', () => {
    const { socket } = request.raw
    // A call from inside this process has no socket.
    if (raw.headersSent && socket instanceof Socket && !(socket instanceof TLSSocket))
      socket.resetAndDestroy()
  })
}
