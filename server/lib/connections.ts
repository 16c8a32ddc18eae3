import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { MINUTE } from '#core/time/units.ts'
import { networkOf } from './network.ts'

export interface ConnectionLimits {
  /** Connections in all. */
  most: number
  /** Of them, those over which nobody has proved who they are: the rest is kept for those who have. */
  strangers: number
  /** ms within which a stranger's body has arrived, and may pass without anything sent or read. */
  patience: number
}

const LIMITS: ConnectionLimits = { most: 4000, strangers: 1000, patience: MINUTE }

interface Connections {
  /** The body of a stranger's call is waited for. `late` answers one that does not come. */
  begin(request: IncomingMessage, response: ServerResponse, late: (socket: Socket) => void): void
  /** Its caller proved who it is: its connection counts among the others from now on. */
  known(request: IncomingMessage): void
  gauges(): Record<string, number>
}

/**
 * Bounds what connections hold. A new one is always taken: where strangers have too many, the oldest of the network
 * that has the most of them ends, so that a flood ends its own and signing in stays possible.
 */
export function limitConnections(server: Server, given: Partial<ConnectionLimits> = {}): Connections {
  const limits = { ...LIMITS, ...given }
  server.maxConnections = limits.most
  /** Strangers by network, the oldest first. Under TLS a request has another socket than its connection. */
  const strangers = new Map<string, Map<string, Socket>>()
  let count = 0
  let open = 0

  const nameOf = (socket: Socket) => `${socket.remoteAddress} ${socket.remotePort}`

  function forget(network: string, name: string): void {
    const own = strangers.get(network)
    if (!own?.delete(name)) return
    count--
    if (own.size === 0) strangers.delete(network)
  }

  function endOldest(): void {
    let most: Map<string, Socket> | null = null
    for (const own of strangers.values()) if (most === null || own.size > most.size) most = own
    const [oldest] = most?.values() ?? []
    oldest?.destroy()
  }

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const name = nameOf(socket)
    open++
    count++
    const own = strangers.get(network)
    if (own) own.set(name, socket)
    else strangers.set(network, new Map([[name, socket]]))
    socket.once('close', () => {
      open--
      forget(network, name)
    })
    if (count > limits.strangers) endOldest()
  })

  return {
    begin(request, response, late) {
      const { socket } = request
      // A call that is made inside this process has none.
      if (!(socket instanceof Socket)) return
      // Also what does not read its answer holds it in memory.
      socket.setTimeout(limits.patience)
      const body = request.headers['transfer-encoding'] ?? request.headers['content-length'] ?? '0'
      if (body === '0') return
      const wait = setTimeout(() => {
        if (request.complete) return
        if (response.headersSent) socket.destroy()
        else late(socket)
      }, limits.patience).unref()
      request.once('close', () => clearTimeout(wait))
    },
    known(request) {
      if (!(request.socket instanceof Socket)) return
      request.socket.setTimeout(0)
      forget(networkOf(request.socket.remoteAddress ?? ''), nameOf(request.socket))
    },
    gauges: () => ({ forebay_connections: open, forebay_connections_unknown: count }),
  }
}
