import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A small camera that speaks HTTP, like those at dams. Its paths are good and bad addresses. */
export interface Device {
  port: number
  /** http://127.0.0.1:<port>, with user and password if given. */
  at(path: string, userinfo?: string): string
  /** Number of connections that hold a stream. */
  streams(): number
  /** Number of requests for a path. */
  requestsTo(path: string): number
  /** Sends another picture to all streams, and answers it to snapshots from now on. */
  show(picture: Buffer): void
  /**
   * From now on sends its picture repeatedly, as cameras do, ms apart; otherwise a stream is silent after the first.
   */
  play(every: number): void
  /** Ends all streams, like a camera that is switched off. */
  cut(): void
  close(): Promise<void>
}

export const USER = 'giamsat'
export const PASSWORD = 'Đập:an toàn/2026'
const REALM = 'IP Camera(E1234)'
const BOUNDARY = '--camera'

export async function startDevice(
  first: Buffer,
  elsewhere = 'http://elsewhere.example/x.jpg',
): Promise<Device> {
  let picture = first
  const streams = new Set<ServerResponse>()
  let playing: ReturnType<typeof setInterval> | undefined
  const requests = new Map<string, number>()
  const nonces = new Set<string>()
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')

  const part = () =>
    Buffer.concat([
      Buffer.from(`${BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: ${picture.length}\r\n\r\n`),
      picture,
      Buffer.from('\r\n'),
    ])

  function isKnown(request: IncomingMessage): boolean {
    const text = request.headers.authorization ?? ''
    if (request.url!.startsWith('/basic'))
      return text === `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`
    const field = (name: string) => new RegExp(`${name}="?([^",]*)"?`).exec(text)?.[1] ?? ''
    const a1 = md5(`${USER}:${REALM}:${PASSWORD}`)
    const a2 = md5(`GET:${request.url}`)
    const nonce = field('nonce')
    const expected = md5(`${a1}:${nonce}:${field('nc')}:${field('cnonce')}:auth:${a2}`)
    return nonces.has(nonce) && field('uri') === request.url && field('response') === expected
  }

  function ask(request: IncomingMessage, answer: ServerResponse): void {
    const nonce = md5(`${nonces.size} ${Date.now()}`)
    nonces.add(nonce)
    answer.writeHead(401, {
      'www-authenticate': request.url!.startsWith('/basic')
        ? `Basic realm="${REALM}"`
        : `Digest realm="${REALM}", qop="auth", nonce="${nonce}", algorithm=MD5`,
    })
    answer.end('who are you?')
  }

  const server = createServer((request, answer) => {
    const path = new URL(request.url!, 'http://camera').pathname
    requests.set(path, (requests.get(path) ?? 0) + 1)
    if (/^\/(basic|digest)\//.test(path) && !isKnown(request)) return ask(request, answer)
    switch (path.replace(/^\/(basic|digest)/, '')) {
      case '/snap.jpg':
        return void answer.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture)
      case '/video.mjpg':
        answer.writeHead(200, { 'content-type': `multipart/x-mixed-replace; boundary=${BOUNDARY}` })
        answer.write(part())
        streams.add(answer)
        answer.on('close', () => streams.delete(answer))
        return
      case '/slow':
        // Accepts the call and never answers.
        return
      case '/stalled':
        return void answer.writeHead(200, { 'content-type': 'image/jpeg' }).write(picture.subarray(0, 20))
      case '/huge':
        return void answer
          .writeHead(200, { 'content-type': 'image/jpeg', 'content-length': 64 * 1024 * 1024 })
          .write(picture)
      case '/endless': {
        answer.writeHead(200, { 'content-type': 'image/jpeg' })
        const more = () => {
          while (!answer.destroyed && answer.write(Buffer.alloc(256 * 1024, 0xff)));
        }
        answer.on('drain', more)
        return more()
      }
      case '/page':
        return void answer.writeHead(200, { 'content-type': 'text/html' }).end('<h1>camera</h1>')
      case '/film':
        return void answer.writeHead(200, { 'content-type': 'video/mp4' }).end('ftyp')
      case '/liar':
        return void answer.writeHead(200, { 'content-type': 'image/jpeg' }).end('<h1>secret page</h1>')
      case '/away':
        return void answer.writeHead(302, { location: elsewhere }).end()
      case '/within':
        return void answer.writeHead(302, { location: '/snap.jpg' }).end()
      case '/round':
        return void answer.writeHead(302, { location: '/round' }).end()
      default:
        return void answer.writeHead(404).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    at: (path, userinfo) => `http://${userinfo ? `${userinfo}@` : ''}127.0.0.1:${port}${path}`,
    streams: () => streams.size,
    requestsTo: (path) => requests.get(path) ?? 0,
    show(next) {
      picture = next
      for (const stream of streams) stream.write(part())
    },
    play(every) {
      playing = setInterval(() => {
        for (const stream of streams) stream.write(part())
      }, every)
    },
    cut() {
      for (const stream of streams) stream.destroy()
    },
    async close() {
      clearInterval(playing)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
