import { connect, type Socket } from 'node:net'
import { once } from 'node:events'

export interface Answer {
  status: number
  headers: string
  body: Buffer
}

/** Text of a request, built once before timing begins. */
export function request(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | Buffer = '',
): Buffer {
  const bytes = Buffer.from(body)
  const lines = Object.entries({ host: 'bench', ...headers, 'content-length': String(bytes.length) })
  const head = `${method} ${path} HTTP/1.1\r\n${lines.map(([k, v]) => `${k}: ${v}\r\n`).join('')}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes])
}

/**
 * A keep-alive connection with one request at a time. It does as little as possible: it shares the processors with what
 * it measures.
 */
export class Connection {
  readonly #socket: Socket
  #parts: Buffer[] = []
  #size = 0
  /** Bytes of the present answer; -1 until its head is read. */
  #needed = -1
  #head = ''
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (part: Buffer) => this.#take(part))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('the server closed the connection')))
  }

  static async open(url: string): Promise<Connection> {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    return new Connection(socket)
  }

  send(bytes: Buffer): Promise<Answer> {
    if (this.#waiting) throw new Error('one request at a time')
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(bytes)
    })
  }

  close(): void {
    this.#waiting = null
    this.#socket.destroy()
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error)
    this.#waiting = null
  }

  #take(part: Buffer): void {
    this.#parts.push(part)
    this.#size += part.length
    if (this.#needed < 0) {
      const all = this.#joined()
      const end = all.indexOf('\r\n\r\n')
      if (end < 0) return
      this.#head = all.toString('latin1', 0, end)
      const length = /\ncontent-length: *(\d+)/i.exec(this.#head)
      if (!length) return this.#fail(new Error(`an answer without a length:\n${this.#head}`))
      this.#needed = end + 4 + Number(length[1])
    }
    if (this.#size < this.#needed) return
    const all = this.#joined()
    const waiting = this.#waiting
    const headers = this.#head
    const start = headers.length + 4
    this.#parts = []
    this.#size = 0
    this.#needed = -1
    this.#waiting = null
    waiting?.resolve({ status: Number(headers.slice(9, 12)), headers, body: all.subarray(start) })
  }

  #joined(): Buffer {
    if (this.#parts.length > 1) this.#parts = [Buffer.concat(this.#parts)]
    return this.#parts[0]
  }
}

/** Sends requests one after another, each on the next free connection. Returns the ms it took. */
export async function drive(
  connections: readonly Connection[],
  requests: readonly Buffer[],
  check: (answer: Answer) => void,
): Promise<number> {
  let next = 0
  const started = performance.now()
  await Promise.all(
    connections.map(async (connection) => {
      while (next < requests.length) check(await connection.send(requests[next++]))
    }),
  )
  return performance.now() - started
}

export async function openMany(url: string, n: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: n }, () => Connection.open(url)))
}

/** The data of an answer. @throws Error with its text where it is a refusal */
export function dataOf<T>(answer: Answer): T {
  const text = answer.body.toString()
  if (answer.status !== 200) throw new Error(`answer ${answer.status}: ${text.slice(0, 500)}`)
  return (JSON.parse(text) as { data: T }).data
}
