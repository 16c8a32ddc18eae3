/** What tests of several processes on one database share: calls as a browser makes them, and the feed. */
import { login } from '#contract/auth.ts'
import { fullPath, type Endpoint } from '#contract/endpoint.ts'
import type { FeedEvent, LastValue } from '#contract/feed.ts'
import { getFeed } from '#contract/feed.ts'

export const PASSWORD = 'Forebay2026'
export const INGEST = 'a token of replicas'.replaceAll(' ', '-')

/** Settings of every replica on a database. */
export const settingsOf = (databaseUrl: string, more: Record<string, string> = {}) => ({
  DATABASE_URL: databaseUrl,
  SECRET_KEY: 'one key of all replicas',
  DEMO: '0',
  ADMIN_PASSWORD: PASSWORD,
  INGEST_TOKEN: INGEST,
  LEASE_SECONDS: '2',
  ...more,
})

/** A refusal of a call. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, text: string) {
    super(`${status} ${text}`)
    this.status = status
    this.code = /"code":"(\w+)"/.exec(text)?.[1] ?? ''
  }
}

/** Calls one replica. @throws Refused */
export async function callReplica<T>(
  url: string,
  endpoint: Endpoint,
  o: { token?: string; id?: string; query?: Record<string, string>; body?: object | Buffer } = {},
): Promise<T> {
  const path = fullPath(endpoint).replace('{id}', o.id ?? '')
  const search = o.query ? `?${new URLSearchParams(o.query)}` : ''
  const type = Buffer.isBuffer(o.body) ? 'application/octet-stream' : 'application/json'
  const answer = await fetch(url + path + search, {
    method: endpoint.method,
    headers: {
      ...(o.token ? { authorization: `Bearer ${o.token}` } : {}),
      ...(o.body ? { 'content-type': type } : {}),
    },
    ...(o.body ? { body: Buffer.isBuffer(o.body) ? new Uint8Array(o.body) : JSON.stringify(o.body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Refused(answer.status, text)
  return (JSON.parse(text) as { data: T }).data
}

export async function signInAt(url: string, password = PASSWORD): Promise<string> {
  const body = { username: 'admin', password }
  const { token } = await callReplica<{ token: { access: string } }>(url, login, { body })
  return token.access
}

export async function sendReadings(
  url: string,
  readings: { series: string; t: number; v: number }[],
): Promise<void> {
  const answer = await fetch(`${url}/api/ingest/v1/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${INGEST}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings }),
  })
  if (!answer.ok) throw new Refused(answer.status, await answer.text())
}

/** A stream of the feed. */
export interface Stream {
  /** The last value of a series that it has brought. */
  last(series: string): LastValue | undefined
  /** When it last brought a snapshot or a change, by performance.now(). */
  heardAt(): number
  /** Whether it has ended. */
  ended(): boolean
  close(): void
}

/** Watches the dashboard at a replica. Resolves when the stream is open. */
export async function watch(url: string, token: string): Promise<Stream> {
  const stop = new AbortController()
  const answer = await fetch(url + fullPath(getFeed), {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: stop.signal,
  })
  if (!answer.ok) throw new Refused(answer.status, await answer.text())
  const last = new Map<string, LastValue>()
  let lastOutput = performance.now()
  let ended = false
  const read = async () => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const part of answer.body!) {
      rest += decoder.decode(part, { stream: true })
      const blocks = rest.split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) {
        const event = /^event: ?(.*)$/m.exec(block)?.[1]
        const data = /^data: ?(.*)$/m.exec(block)?.[1]
        if (!data || (event !== 'snapshot' && event !== 'change')) continue
        const { last: values } = JSON.parse(data) as Extract<FeedEvent, { event: 'change' }>['data']
        for (const value of values) last.set(value[0], value)
        lastOutput = performance.now()
      }
    }
  }
  void read()
    .catch(() => {})
    .finally(() => (ended = true))
  return {
    last: (series) => last.get(series),
    heardAt: () => lastOutput,
    ended: () => ended,
    close: () => stop.abort(),
  }
}
