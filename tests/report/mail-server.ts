import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Received {
  to: string[]
  subject: string
  raw: string
}

/** How a mail server treats the next letters. hold: it takes them, and answers once it is released. */
type Manner = 'takes' | 'refuses' | 'breaks' | 'holds'

/** A real SMTP server that keeps what it took. */
export async function mailServer() {
  const received: Received[] = []
  const held: (() => void)[] = []
  let arrived = () => {}
  let manner: Manner = 'takes'
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('nobody@')) return done(new Error('no such mailbox'))
      done()
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (b: Buffer) => parts.push(b))
      stream.on('end', () => {
        if (manner === 'refuses') return done(Object.assign(new Error('mailbox full'), { responseCode: 452 }))
        const raw = Buffer.concat(parts).toString('latin1')
        const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(raw)![1]
        received.push({ to: session.envelope.rcptTo.map((r) => r.address), subject: inWords(subject), raw })
        if (manner === 'breaks') return sockets.forEach((socket) => socket.destroy())
        if (manner === 'takes') return done()
        held.push(() => done())
        arrived()
      })
    },
  })
  const sockets = new Set<import('node:net').Socket>()
  server.server.on('connection', (socket: import('node:net').Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('error', () => {})
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    be: (next: Manner) => void (manner = next),
    /** Resolves when a letter is held. */
    arrival: () => new Promise<void>((done) => (arrived = done)),
    release: () => held.splice(0).forEach((end) => end()),
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}

/** Encoded words of a header (RFC 2047, quoted) as text. */
const inWords = (header: string): string =>
  Buffer.from(
    header
      .replace(/\r\n[ \t]/g, ' ')
      .replace(/\?=\s+=\?UTF-8\?Q\?/gi, '')
      .replace(/=\?UTF-8\?Q\?([^?]*)\?=/gi, '$1')
      .replaceAll('_', ' ')
      .replace(/=([0-9A-F]{2})/g, (_, x: string) => String.fromCharCode(parseInt(x, 16))),
    'latin1',
  ).toString('utf8')
