import { createServer, type AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Letter {
  from: string
  to: string[]
  subject: string
  text: string
}

export interface Post {
  url: string
  letters: Letter[]
  /** The next mail to arrive, or one that arrived unread. */
  next(): Promise<Letter>
  /** Refuses mails from now on. */
  refuse(): void
  close(): Promise<void>
}

/** A real SMTP server that keeps its mails; it requires user and password. */
export async function openPost(): Promise<Post> {
  const letters: Letter[] = []
  const waiting: ((l: Letter) => void)[] = []
  let requests = 0
  let refusing = false
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'dam' && password === 'secret'
        ? done(null, { user: 'dam' })
        : done(new Error('who is that?')),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (b: Buffer) => parts.push(b))
      stream.on('end', () => {
        if (refusing) return done(new Error('mailbox full'))
        const { mailFrom, rcptTo } = session.envelope
        const letter = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((r) => r.address),
          ...parse(Buffer.concat(parts).toString('utf8')),
        }
        letters.push(letter)
        done()
        for (const take of waiting.splice(0)) take(letter)
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://dam:secret@127.0.0.1:${port}`,
    letters,
    next() {
      const had = letters[requests++]
      return had ? Promise.resolve(had) : new Promise((take) => waiting.push(take))
    },
    refuse() {
      refusing = true
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
}

/** A port that nobody listens on. */
export async function deadPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/** Subject and text of a single-part mail, as nodemailer writes it. */
function parse(raw: string): { subject: string; text: string } {
  const [head, ...rest] = raw.split('\r\n\r\n')
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1] ?? ''
  const body = rest.join('\r\n\r\n')
  const encoding = header('Content-Transfer-Encoding').toLowerCase()
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? Buffer.from(
            body
              .replace(/=\r\n/g, '')
              .replace(/=([0-9A-F]{2})/g, (_, x) => String.fromCharCode(parseInt(x, 16))),
            'latin1',
          ).toString('utf8')
        : body
  return { subject: words(header('Subject')), text: text.replaceAll('\r\n', '\n') }
}

/** Encoded words of a header (RFC 2047). */
function words(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, part: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(part, 'base64').toString('latin1')
        : part
            .replaceAll('_', ' ')
            .replace(/=([0-9A-F]{2})/g, (_m, x) => String.fromCharCode(parseInt(x, 16))),
    )
    .replace(/[\u0080-\u00ff]+/g, (latin) => Buffer.from(latin, 'latin1').toString('utf8'))
}
