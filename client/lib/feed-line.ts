import { createSseParser } from './sse.ts'

/**
 * The connection counts as broken after this long without an event, whatever the socket's state, ms (a heartbeat
 * comes every 15 s).
 */
export const SILENCE_MS = 40_000
/** A break longer than this counts as offline, ms. */
export const OFFLINE_MS = 30_000
const FIRST_WAIT = 500
const LONGEST_WAIT = 15_000
const SAME_TOKEN_WAIT = 5000

type LineState = 'live' | 'reconnecting' | 'offline'
export interface LineStatus {
  state: LineState
  /** Epoch ms by this machine's clock: since when the state lasts; while broken, the last event. */
  since: number
}

/** An event as streams send them; `end` says why the session is over. */
interface StreamEvent {
  event: string
  data: unknown
}

interface LineEnv<E extends StreamEvent> {
  url: string
  hydro: string
  fetch: typeof fetch
  now(): number
  timer(run: () => void, ms: number): () => void
  random(): number
  onEvent(event: E): void
  onStatus(status: LineStatus): void
  /** Called when the server refused the token (401). The line waits for another one. */
  onRefused(token: string, code: string): void
}

/**
 * Keeps one stream of events alive: reconnects with growing delays, resumes at the last event id, and treats silence as a
 * break. Runs in a shared worker or in a tab.
 */
export function openLine<E extends StreamEvent>(env: LineEnv<E>, firstToken: string) {
  let token = firstToken
  let lastId = ''
  let failures = 0
  let closed = false
  let refused = false
  let status: LineStatus = { state: 'reconnecting', since: env.now() }
  let lastMessage = env.now()
  let abort: AbortController | null = null
  let stopTimers: (() => void)[] = []
  let stopSilence = () => {}

  function report(state: LineState) {
    if (status.state === state) return
    status = { state, since: state === 'live' ? env.now() : lastMessage }
    env.onStatus(status)
  }

  function messageCame() {
    lastMessage = env.now()
    stopSilence()
    stopSilence = env.timer(() => abort?.abort(), SILENCE_MS)
    report('live')
  }

  function later(ms: number, run: () => void) {
    const stop = env.timer(run, ms)
    stopTimers.push(stop)
  }

  function broken() {
    if (closed) return
    stopSilence()
    report(
      env.now() - lastMessage >= OFFLINE_MS
        ? 'offline'
        : status.state === 'offline'
          ? 'offline'
          : 'reconnecting',
    )
    if (refused) return
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures++) * (0.75 + env.random() / 2)
    later(wait, connect)
    if (status.state === 'reconnecting')
      later(OFFLINE_MS, () => {
        if (status.state === 'reconnecting' && env.now() - lastMessage >= OFFLINE_MS) report('offline')
      })
  }

  async function connect() {
    if (closed) return
    stopTimers.forEach((stop) => stop())
    stopTimers = []
    refused = false
    const used = token
    const controller = new AbortController()
    abort = controller
    // A connection that never answers counts as silence.
    stopSilence()
    stopSilence = env.timer(() => controller.abort(), SILENCE_MS)
    try {
      const url = lastId === '' ? env.url : `${env.url}?last_event_id=${encodeURIComponent(lastId)}`
      const answer = await env.fetch(url, {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${used}`,
          ...(env.hydro === '' ? {} : { hydro: env.hydro }),
          ...(lastId === '' ? {} : { 'last-event-id': lastId }),
        },
        cache: 'no-store',
        signal: controller.signal,
      })
      if (answer.status === 401) {
        const body = (await answer.json().catch(() => null)) as { code?: string } | null
        refused = used === token
        if (refused) env.onRefused(used, body?.code ?? 'unauthorized')
      } else if (answer.ok && answer.body) {
        // A resumed stream is silent until something happens, so the response itself is a sign of life.
        messageCame()
        await read(answer.body)
      }
    } catch {
      // Network errors and our own aborts both mean that the line is broken.
    }
    if (abort === controller) broken()
  }

  async function read(body: ReadableStream<Uint8Array>) {
    const parse = createSseParser()
    const reader = body.getReader()
    const decoder = new TextDecoder()
    for (;;) {
      const { done, value } = await reader.read()
      if (done || closed) return
      for (const e of parse(decoder.decode(value, { stream: true }))) {
        messageCame()
        failures = 0
        if (e.id !== '') lastId = e.id
        const event: StreamEvent = { event: e.event, data: JSON.parse(e.data) }
        env.onEvent(event as E)
        if (event.event === 'end') {
          refused = true
          env.onRefused(token, (event.data as { code: string }).code)
          await reader.cancel()
          return
        }
      }
    }
  }

  env.onStatus(status)
  void connect()

  return {
    status: () => status,
    /** Sets a newer token, used from the next connection on, or at once when the line waits for one. */
    setToken(next: string) {
      const same = next === token
      token = next
      if (!refused) return
      // The same token again: the session is valid, but a refusing server must not be hammered.
      if (same) later(SAME_TOKEN_WAIT, connect)
      else void connect()
    },
    /** Retries at once (the machine woke up, the network is back). */
    retry() {
      if (status.state !== 'live' && !refused) {
        abort?.abort()
        void connect()
      }
    },
    close() {
      closed = true
      stopSilence()
      stopTimers.forEach((stop) => stop())
      abort?.abort()
    },
  }
}

export type Line = ReturnType<typeof openLine>

/** The part of the environment that browsers and workers share. */
export const lineBasics = {
  fetch: ((...a: Parameters<typeof fetch>) => fetch(...a)) as typeof fetch,
  now: () => Date.now(),
  timer: (run: () => void, ms: number) => {
    const id = setTimeout(run, ms)
    return () => clearTimeout(id)
  },
  random: () => Math.random(),
}
