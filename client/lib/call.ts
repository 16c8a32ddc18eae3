import { MINUTE } from '#core/time/units.ts'
import { fullPath, type Endpoint, type Output, type Passed } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/envelope.ts'
import { CallError, callErrorOf } from './call-error.ts'
import { setServerTimeFromHeader } from './clock.ts'
import type { Session } from './session.ts'

/** Milliseconds after which a call is abandoned (specification, section 9). */
const TIMEOUT = { main: 600_000, basic: 10_000, report: MINUTE }

interface CallEnv {
  origin: string
  fetch: typeof fetch
  session: Pick<Session, 'start' | 'refresh' | 'out'>
  /** The reservoir of all calls; empty: that of the session. */
  hydro(): string
  language(): string
  /** Called when a request starts (1) or ends (-1), for the loading indicator. */
  loading?(change: 1 | -1): void
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyEndpoint = Endpoint<any, any, any, any>

export function timeoutOf(e: Pick<AnyEndpoint, 'base' | 'path'>): number {
  if (e.base === 'basic') return TIMEOUT.basic
  return e.path.startsWith('/v1/report/') ? TIMEOUT.report : TIMEOUT.main
}

interface Sending {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
  /** Overrides the page's reservoir. */
  hydro?: string
  /** Limits the time until the answer begins, not that until the end of its body. */
  untilBegun?: boolean
}

/** Options of a call besides its input. */
export type With = Pick<Sending, 'signal' | 'hydro'>

/** Address of a call, with parameters and query. */
export function addressOf(
  e: AnyEndpoint,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = fullPath(e).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams()
  for (const [k, v] of Object.entries(query)) if (v !== undefined && v !== null) search.set(k, String(v))
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

/**
 * Calls endpoints: `call` returns data, `download` a file, `upload` sends a file as the body. An expired token is
 * refreshed once (shared by all pending calls) and the call repeated once.
 * @throws CallError
 */
export function createCalls(env: CallEnv) {
  async function send(
    e: AnyEndpoint,
    url: string,
    body: unknown,
    token: string | null,
    { signal, hydro = env.hydro(), untilBegun = false }: Pick<Sending, 'signal' | 'hydro' | 'untilBegun'>,
  ) {
    const timeout = AbortSignal.timeout(timeoutOf(e))
    const beginning = new AbortController()
    const stop = () => beginning.abort(timeout.reason)
    if (untilBegun) timeout.addEventListener('abort', stop)
    const limit = untilBegun ? beginning.signal : timeout
    const headers: Record<string, string> = { 'accept-language': env.language() }
    // The Basic API accepts only its own token header.
    if (token !== null && e.base === 'basic') headers.token = token
    else if (token !== null) headers.authorization = `Bearer ${token}`
    if (hydro !== '') headers.hydro = hydro
    const file = body instanceof Blob
    if (body !== undefined) headers['content-type'] = file ? body.type : 'application/json'
    env.loading?.(1)
    try {
      return await env.fetch(env.origin + url, {
        method: e.method,
        headers,
        body: body === undefined ? undefined : file ? body : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
    } catch (cause) {
      if (signal?.aborted) throw cause
      throw new CallError({ status: 0, code: 'network', message: String(cause) })
    } finally {
      timeout.removeEventListener('abort', stop)
      env.loading?.(-1)
    }
  }

  /** The answer of a successful call. */
  async function answerOf(e: AnyEndpoint, sending: Sending = {}): Promise<Response> {
    const { params, query, body } = sending
    const url = addressOf(e, params, query)
    // A POST without a body still sends an object: servers and proxies differ on a missing one.
    const sent = body ?? (e.method === 'GET' || e.method === 'DELETE' ? undefined : {})
    const open = e.access === 'public'
    const token = open ? null : ((await env.session.start())?.token ?? null)
    let answer = await send(e, url, sent, token, sending)
    if (answer.status === 401 && !open) {
      const failure = await callErrorOf(answer)
      const next = failure.code === 'token_expired' ? await env.session.refresh(token ?? '') : null
      if (!next) {
        void env.session.out()
        throw failure
      }
      answer = await send(e, url, sent, next.token, sending)
      if (answer.status === 401) {
        void env.session.out()
        throw await callErrorOf(answer)
      }
    }
    setServerTimeFromHeader(answer.headers.get('date'))
    if (!answer.ok) throw await callErrorOf(answer, Boolean(e.changes?.length))
    return answer
  }

  async function dataOf<T>(answer: Response): Promise<T> {
    return (await envelopeOf<T>(answer)).data
  }

  async function envelopeOf<T>(answer: Response): Promise<{ data: T; meta: Record<string, unknown> }> {
    const envelope = (await answer.json().catch(() => null)) as Envelope<T> | null
    if (!envelope || (envelope.status !== 'success' && envelope.status !== '200'))
      throw new CallError({
        status: answer.status,
        code: 'not_an_answer',
        message: envelope?.message ?? 'Network error',
      })
    return { data: envelope.data, meta: envelope.meta ?? {} }
  }

  return {
    async call<E extends AnyEndpoint>(e: E, ...[input]: Passed<E, With>): Promise<Output<E>> {
      return dataOf<Output<E>>(await answerOf(e, input as Sending | undefined))
    },
    /** The data with the fields beside it: unit and warnings of a bare number. */
    async callWithMeta<E extends AnyEndpoint>(
      e: E,
      ...[input]: Passed<E, With>
    ): Promise<{ data: Output<E>; meta: Record<string, unknown> }> {
      return envelopeOf<Output<E>>(await answerOf(e, input as Sending | undefined))
    },
    /** A streamed answer; it ends after the time limit of its call at the latest. */
    openStream<E extends AnyEndpoint>(e: E, ...[input]: Passed<E, With>) {
      return answerOf(e, input as Sending | undefined)
    },
    /**
     * A downloaded file with the name that the server gave it. It may take longer than the time limit of its call: a
     * file of years is made while it is sent.
     */
    async download<E extends AnyEndpoint>(
      e: E,
      ...[input]: Passed<E, With>
    ): Promise<{ blob: Blob; name: string | null }> {
      const answer = await answerOf(e, { ...(input as Sending | undefined), untilBegun: true })
      const named = /filename="?([^";]+)"?/.exec(answer.headers.get('content-disposition') ?? '')
      const blob = await answer.blob().catch((cause: unknown) => {
        if ((input as Sending | undefined)?.signal?.aborted) throw cause
        throw new CallError({ status: 0, code: 'network', message: String(cause) })
      })
      return { blob, name: named?.[1] ?? null }
    },
    async upload<E extends AnyEndpoint>(e: E, file: Blob, ...[input]: Passed<E, With>): Promise<Output<E>> {
      return dataOf<Output<E>>(await answerOf(e, { ...(input as Sending | undefined), body: file }))
    },
  }
}
