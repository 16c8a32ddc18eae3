import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { MINUTE } from '#core/time/units.ts'
import { networkOf } from './network.ts'

export interface ConnectionLimits {
  /** Connections in all. */
  most: number
  /** Of these, unauthenticated ones: the rest is reserved for authenticated callers. */
  strangers: number
  /** ms within which an unauthenticated caller's body must arrive, and after which an idle connection ends. */
  patience: number
}

const LIMITS: ConnectionLimits = { most: 4000, strangers: 1000, patience: MINUTE }

interface Connections {
  /** Starts waiting for the body of an unauthenticated call. `late` answers one that does not arrive. */
  begin(request: IncomingMessage, response: ServerResponse, late: (socket: Socket) => void): void
  /** Moves the connection of an authenticated caller out of the share of strangers. */
  known(request: IncomingMessage): void
  gauges(): Record<string, number>
}

/**
 * Limits connections. A new one is always accepted: where strangers have too many, the oldest of the network with the
 * most is closed, so that a flood closes its own and signing in stays possible.
 */
export function limitConnections(server: Server, overrides: Partial<ConnectionLimits> = {}): Connections {
  const limits = { ...LIMITS, ...overrides }
  server.maxConnections = limits.most
  /**
   * Connections of unauthenticated callers by network, the oldest first. Under TLS a request has another socket than
   * its connection.
   */
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
      // A call from inside this process has no socket.
      if (!(socket instanceof Socket)) return
      // A caller that does not read its answer also holds it in memory.
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
