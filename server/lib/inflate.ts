import { Readable, type Duplex } from 'node:stream'
import { createGunzip, createInflate } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { bytesInWords, Problem, badRequest, tooLarge } from './errors.ts'

const ENCODINGS = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate } as const
const ALLOWED = 'gzip, deflate, identity'

const isEncoding = (name: string): name is keyof typeof ENCODINGS => Object.hasOwn(ENCODINGS, name)

/** Decompresses bodies with content-encoding gzip or deflate; other encodings are refused. */
export function inflateBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const encoding = (request.headers['content-encoding'] ?? '').trim().toLowerCase()
    if (encoding === '' || encoding === 'identity') return payload
    if (!isEncoding(encoding)) throw new Problem(415, 'wrong_encoding', { encoding, allowed: ALLOWED })
    // The framework compares the received length with content-length.
    const source = payload as Readable
    const unpack = ENCODINGS[encoding]()
    const bytes = inflated(source, unpack, request.routeOptions.bodyLimit)
    const body = Object.assign(Readable.from(bytes, { objectMode: false }), { receivedEncodedLength: 0 })
    // Piped at once, so that nothing is lost while further hooks run. After a break there may be no listener.
    for (const stream of [unpack, body]) stream.on('error', () => {})
    source.on('error', (error) => unpack.destroy(error))
    source.on('data', (chunk: Buffer) => (body.receivedEncodedLength += chunk.length))
    source.pipe(unpack)
    return body
  })
}

/** The decompressed bytes of a body. Stops at the limit: a small body must not cause endless work. */
async function* inflated(payload: Readable, unpack: Duplex, limit: number) {
  let bytes = 0
  try {
    for await (const chunk of unpack as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > limit) throw tooLarge('too_large', { limit: bytesInWords(limit) })
      yield chunk
    }
  } catch (error) {
    // The rest is read and discarded, so that the refusal reaches the caller.
    payload.unpipe(unpack)
    payload.resume()
    throw (error as NodeJS.ErrnoException).code?.startsWith('Z_') ? badRequest('damaged_body') : error
  }
}
