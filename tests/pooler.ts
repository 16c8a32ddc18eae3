import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import pg from 'pg'

/** A small pooler before a PostgreSQL, as pgbouncer is in its transaction mode. */
export interface Pooler {
  /** The address of the database through it. */
  url: string
  /** What clients sent that means nothing beyond a transaction, or reaches another client: sessions, named statements. */
  leaks: readonly string[]
  /** Transactions that it has passed on. */
  transactions(): number
  close(): Promise<void>
}

/** A message of PostgreSQL's protocol behind the start; its bytes begin with type and length. */
interface Message {
  type: string
  bytes: Buffer
}

/** A connection to PostgreSQL; of at most one client at a time. */
interface Backend {
  socket: Socket
  client: Client | null
}

interface Client {
  socket: Socket
  backend: Backend | null
  /** What it sent while it waited for a backend. */
  waiting: Buffer[]
  /** Statements sent that PostgreSQL has not ended with ReadyForQuery. */
  open: number
}

const STARTUP = 196_608
const SESSION =
  /^\s*(SET\s+(?!LOCAL|TRANSACTION)|LISTEN|PREPARE)|pg_(try_)?advisory_(un)?lock\b|TEMP(ORARY)? TABLE/i

/**
 * Lends a backend to a client until PostgreSQL says that it is in no transaction (ReadyForQuery, status I), then to the
 * next. As pgbouncer does, it makes up the process that it names to a client at the start, and drops notices that come
 * while a backend is nobody's. size: most backends.
 */
export async function startPooler(target: string, size = 6): Promise<Pooler> {
  const backends = new Set<Backend>()
  const clients = new Set<Client>()
  const queue: Client[] = []
  const leaks: string[] = []
  let opening = 0
  let transactions = 0
  let closed = false

  const listener = createServer((socket) => {
    socket.setNoDelay(true)
    socket.on('error', () => {})
    greet(socket)
  })

  /** Takes anybody in: whoever signs in here is who the target's address names. */
  function greet(socket: Socket): void {
    let start = Buffer.alloc(0)
    const onData = (part: Buffer) => {
      start = Buffer.concat([start, part])
      if (start.length < 8) return
      if (start.readInt32BE(4) !== STARTUP) {
        start = Buffer.alloc(0)
        // No TLS here.
        return void socket.write('N')
      }
      socket.off('data', onData)
      const key = Buffer.alloc(8)
      key.writeInt32BE(9_000_000 + clients.size)
      const ok = message('R', Buffer.alloc(4))
      socket.write(Buffer.concat([ok, message('K', key), message('Z', Buffer.from('I'))]))
      welcome(socket)
    }
    socket.on('data', onData)
  }

  function welcome(socket: Socket): void {
    const client: Client = { socket, backend: null, waiting: [], open: 0 }
    clients.add(client)
    const cut = cutter()
    socket.on('data', (part) => {
      for (const { type, bytes } of cut(part)) {
        if (type === 'X') return void socket.end()
        note(type, bytes)
        if (type === 'Q' || type === 'S') client.open++
        if (client.backend) client.backend.socket.write(bytes)
        else {
          client.waiting.push(Buffer.from(bytes))
          if (!queue.includes(client)) queue.push(client)
        }
      }
      lend()
    })
    socket.on('close', () => {
      clients.delete(client)
      const place = queue.indexOf(client)
      if (place >= 0) queue.splice(place, 1)
      // Killed in the middle of a transaction: it is rolled back, and nobody has what is left of it.
      client.backend?.socket.destroy()
    })
  }

  function note(type: string, bytes: Buffer): void {
    const texts = bytes.toString('utf8', 5).split('\0')
    if (type === 'P' && texts[0] !== '') leaks.push(`statement named ${texts[0]}`)
    const sql = type === 'Q' ? texts[0] : type === 'P' ? texts[1] : ''
    if (SESSION.test(sql)) leaks.push(sql)
  }

  async function open(): Promise<void> {
    opening++
    try {
      // Signs in as any client does; what follows is between the two ends.
      const own = new pg.Client({ connectionString: target })
      own.on('error', () => {})
      await own.connect()
      const { stream: socket } = (own as unknown as { connection: { stream: Socket } }).connection
      for (const event of ['data', 'end', 'close']) socket.removeAllListeners(event)
      if (closed) return void socket.destroy()
      const backend: Backend = { socket, client: null }
      backends.add(backend)
      const cut = cutter()
      socket.on('data', (part: Buffer) => {
        for (const { type, bytes } of cut(part)) pass(backend, type, bytes)
        lend()
      })
      socket.on('close', () => {
        backends.delete(backend)
        backend.client?.socket.destroy()
        lend()
      })
    } catch {
      // Its clients are refused, as by a database that is away.
      for (const client of queue.splice(0)) client.socket.destroy()
    } finally {
      opening--
    }
    lend()
  }

  function pass(backend: Backend, type: string, bytes: Buffer): void {
    const { client } = backend
    if (!client) return
    client.socket.write(bytes)
    if (type !== 'Z') return
    client.open--
    if (client.open > 0 || bytes[5] !== 'I'.charCodeAt(0)) return
    transactions++
    client.backend = null
    backend.client = null
  }

  function lend(): void {
    for (const backend of backends) {
      if (queue.length === 0) return
      if (backend.client || backend.socket.destroyed) continue
      const client = queue.shift()!
      backend.client = client
      client.backend = backend
      for (const bytes of client.waiting.splice(0)) backend.socket.write(bytes)
    }
    if (!closed && queue.length > opening && backends.size + opening < size) void open()
  }

  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((listener.address() as { port: number }).port)
  return {
    url: url.href,
    leaks,
    transactions: () => transactions,
    async close() {
      closed = true
      for (const { socket } of [...clients, ...backends]) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

/** Cuts a stream into messages. */
function cutter(): (part: Buffer) => Message[] {
  let rest: Buffer = Buffer.alloc(0)
  return (part) => {
    rest = Buffer.concat([rest, part])
    const all: Message[] = []
    while (rest.length >= 5) {
      const length = 1 + rest.readInt32BE(1)
      if (rest.length < length) break
      all.push({ type: String.fromCharCode(rest[0]), bytes: rest.subarray(0, length) })
      rest = rest.subarray(length)
    }
    return all
  }
}
