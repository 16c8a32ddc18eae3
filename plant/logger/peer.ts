/** For tests: an ingest server that keeps what it receives and misbehaves on request. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Its behaviour for one call: accepts it; or answers a status; or cuts the connection before or after storing. */
type PeerBehaviour = 'take' | 'cut' | 'cut after' | 'babble' | { status: number; retryAfter?: string }

export interface Peer {
  url: string
  /** Behaviours for the next POSTs; later ones are accepted. */
  acts: PeerBehaviour[]
  /** series -> instant -> value */
  kept: Map<string, Map<number, number | null>>
  /** Every accepted POST, as a list of [series, t, v]. */
  calls: [string, number, number | null][][]
  /** Weather forecasts that were sent; they do not count as calls. */
  forecasts: { model: string; run_at: number }[]
  headers: IncomingMessage['headers'][]
  /** Status of GET; 200 answers. */
  asking: number
  /** Most readings it takes in one call. */
  most: number
  /** Called after each accepted POST. */
  onPost: (() => void) | undefined
  close: () => Promise<void>
}

function parse(type: string, text: string): [string, number, number | null][] {
  if (type === 'text/csv') {
    const [header, ...lines] = text.trimEnd().split('\n')
    if (header !== 'series,t,v,q') throw new Error(`header ${header}`)
    return lines.map((text) => {
      const [series, t, v] = text.split(',')
      return [series, Number(t), v === '' ? null : Number(v)]
    })
  }
  const { readings } = JSON.parse(text) as { readings: { series: string; t: number; v: number | null }[] }
  return readings.map(({ series, t, v }) => [series, t, v])
}

export async function openPeer(): Promise<Peer> {
  const peer: Peer = {
    url: '',
    acts: [],
    kept: new Map(),
    calls: [],
    forecasts: [],
    headers: [],
    asking: 200,
    most: Number.POSITIVE_INFINITY,
    onPost: undefined,
    close: async () => undefined,
  }
  const keep = (list: [string, number, number | null][]) => {
    let unchanged = 0
    for (const [series, t, v] of list) {
      const readings = peer.kept.get(series) ?? new Map<number, number | null>()
      peer.kept.set(series, readings)
      if (readings.get(t) === v) unchanged++
      readings.set(t, v)
    }
    peer.calls.push(list)
    return { accepted: list.length - unchanged, unchanged, rejected: [] }
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const answer = (status: number, body: unknown, headers = {}) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers })
        response.end(typeof body === 'string' ? body : JSON.stringify(body))
      }
      if (request.method === 'GET') {
        if (peer.asking !== 200) return answer(peer.asking, { status: 'error' })
        const query = new URL(request.url!, 'http://x').searchParams
        const [from, to] = [Number(query.get('from')), Number(query.get('to'))]
        const stored = [...(peer.kept.get(query.get('series')!) ?? [])].filter(([t]) => t >= from && t <= to)
        const readings = stored.toSorted((a, b) => a[0] - b[0]).map(([t, v]) => [t, v, 0])
        return answer(200, { status: 'success', message: '', data: { readings } })
      }
      if (request.url === '/api/ingest/v1/forecasts') {
        peer.forecasts.push(JSON.parse(Buffer.concat(chunks).toString()))
        return answer(200, { status: 'success', message: '', data: null })
      }
      peer.headers.push(request.headers)
      const act = peer.acts.shift() ?? 'take'
      if (act === 'cut') return request.socket.destroy()
      if (act === 'babble') return answer(200, '<html>wifi login</html>')
      if (typeof act === 'object')
        return answer(
          act.status,
          { status: 'error' },
          act.retryAfter ? { 'retry-after': act.retryAfter } : {},
        )
      const list = parse(request.headers['content-type']!, Buffer.concat(chunks).toString())
      if (list.length > peer.most) return answer(413, { status: 'error' })
      const data = keep(list)
      if (act === 'cut after') request.socket.destroy()
      else answer(200, { status: 'success', message: '', data })
      peer.onPost?.()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  peer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  peer.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return peer
}
