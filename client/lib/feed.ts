import { useSyncExternalStore } from 'react'
import { getFeed, type LastValue } from '#contract/feed.ts'
import { fullPath } from '#contract/endpoint.ts'
import { lineBasics, openLine, type LineStatus } from './feed-line.ts'
import type { ToTab, ToWorker } from './feed-port.ts'
import { createFeedStore } from './feed-store.ts'

const PING_MS = 10_000
/** Time after which a silent worker is abandoned for a stream of this tab, ms. */
const WORKER_MS = 5000

/** The feed of this tab. */
export const feed = createFeedStore()

export interface FeedLink {
  setToken(token: string): void
  retry(): void
  close(): void
}

interface FeedOptions {
  hydro: string
  token: string
  /** Opens a stream of this tab alone, with credentials that other tabs lack. */
  alone?: boolean
  /** The server refused the token: get another one and call setToken, or end the session. */
  onRefused(token: string, code: string): void
}

function inTab(options: FeedOptions): FeedLink {
  return openLine(
    {
      ...lineBasics,
      url: fullPath(getFeed),
      hydro: options.hydro,
      onEvent: feed.event,
      onStatus: feed.setStatus,
      onRefused: options.onRefused,
    },
    options.token,
  )
}

/** Connects this tab to the browser's shared stream, or to one of its own where workers cannot be shared. */
export function connectFeed(options: FeedOptions): FeedLink {
  let own: FeedLink | null = null
  let token = options.token
  let worker: SharedWorker | null = null
  try {
    if (!options.alone)
      worker = new SharedWorker(new URL('./feed.worker.ts', import.meta.url), {
        type: 'module',
        name: `forebay-feed-${options.hydro}`,
      })
  } catch {
    // Missing (some mobile browsers): the fallback below.
  }
  if (!worker) {
    own = inTab(options)
    return { ...own, close: () => (own?.close(), feed.setStatus(null), feed.clear()) }
  }
  const { port } = worker
  const send = (m: ToWorker) => port.postMessage(m)
  const hello = () =>
    send({
      kind: 'hello',
      url: new URL(fullPath(getFeed), location.origin).href,
      hydro: options.hydro,
      token,
    })
  const fallBack = () => {
    if (own) return
    stopWorker()
    own = inTab({ ...options, token })
  }
  const giveUp = setTimeout(fallBack, WORKER_MS)
  const ping = setInterval(() => send({ kind: 'ping' }), PING_MS)
  const leave = () => send({ kind: 'bye' })
  const back = (e: PageTransitionEvent) => e.persisted && hello()
  function stopWorker() {
    clearTimeout(giveUp)
    clearInterval(ping)
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', back)
    leave()
    port.close()
  }
  worker.onerror = fallBack
  port.onmessage = (e: MessageEvent<ToTab>) => {
    const m = e.data
    if (m.kind === 'hello') {
      clearTimeout(giveUp)
      feed.setStatus(m.status)
      if (m.snapshot) feed.snapshot(m.snapshot.now + (Date.now() - m.snapshot.at), m.snapshot.last)
    } else if (m.kind === 'event') feed.event(m.event)
    else if (m.kind === 'status') feed.setStatus(m.status)
    else options.onRefused(m.token, m.code)
  }
  addEventListener('pagehide', leave)
  addEventListener('pageshow', back)
  hello()
  return {
    setToken(next) {
      token = next
      if (own) own.setToken(next)
      else send({ kind: 'token', token: next })
    },
    retry: () => (own ? own.retry() : send({ kind: 'retry' })),
    close() {
      if (own) own.close()
      else stopWorker()
      feed.setStatus(null)
      feed.clear()
    },
  }
}

/** Last value of a series, live; renders only when that series changes. */
export function useLast(code: string): LastValue | undefined {
  return useSyncExternalStore(
    (listener) => feed.onSeries(code, listener),
    () => feed.last(code),
  )
}

/** State of the line; null: there is none (signed out). */
export function useFeedStatus(): LineStatus | null {
  return useSyncExternalStore(feed.onStatus, feed.status)
}
