import type { IncomingMessage } from 'node:http'
import { DAY, SECOND } from '#core/time/units.ts'
import { getFrom, TargetError } from '#server/lib/outgoing.ts'
import { bytesInWords } from '#server/lib/errors.ts'
import { WeatherProblem, withoutKey } from './problem.ts'
import type { Ask } from './provider.ts'

/** What is read of an answer that is a refusal, bytes. */
const REASON = 4096

/**
 * Requests JSON, and reads no more of its body than `most` bytes. Redirects are not followed. @throws WeatherProblem for
 * whatever is not a whole answer of status 200, in words that never hold the key
 */
export async function fetchBody(url: URL, ask: Ask, most: number): Promise<Buffer> {
  const seconds = ask.timeout / SECOND
  const late = () => new WeatherProblem('weather_slow', { seconds })
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(late()), ask.timeout)
  const signal = AbortSignal.any([ask.signal, ended.signal])
  try {
    const answer = await getFrom(url, {
      allowed: ask.allowed,
      timeout: ask.timeout,
      late,
      signal,
      headers: { accept: 'application/json' },
    })
    try {
      const status = answer.statusCode ?? 0
      if (status !== 200) throw await refusalOf(answer, status, url, ask.key)
      const bytes = await bodyOf(answer, most)
      if (bytes === null) throw new WeatherProblem('weather_large', { limit: bytesInWords(most) })
      return bytes
    } finally {
      answer.destroy()
    }
  } catch (error) {
    if (ask.signal.aborted) throw error
    if (ended.signal.aborted) throw late()
    if (error instanceof WeatherProblem) throw error
    if (error instanceof TargetError) throw new WeatherProblem(`weather_${error.code}`, { host: error.host })
    throw networkProblem(error)
  } finally {
    clearTimeout(timer)
  }
}

/** The body, or null as soon as it is larger than the limit. */
async function bodyOf(answer: IncomingMessage, most: number): Promise<Buffer | null> {
  if (Number(answer.headers['content-length'] ?? 0) > most) return null
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) return null
    chunks.push(chunk)
  }
  // A connection that broke off ends the loop without an error where no length was announced.
  if (!answer.complete) throw new WeatherProblem('weather_offline', { detail: 'ECONNRESET' })
  return Buffer.concat(chunks)
}

async function refusalOf(
  answer: IncomingMessage,
  status: number,
  url: URL,
  key: string | null,
): Promise<WeatherProblem> {
  if (status === 429) return new WeatherProblem('weather_limit', {}, waitOf(answer.headers))
  if (status === 401 || status === 403) return new WeatherProblem('weather_key_refused', { status })
  if (status >= 300 && status < 400) {
    const { location } = answer.headers
    const host = location && URL.canParse(location, url.href) ? new URL(location, url.href).host : '-'
    return new WeatherProblem('weather_redirect', { host: withoutKey(host, key).slice(0, 200) })
  }
  if (status !== 400) return new WeatherProblem('weather_status', { status }, waitOf(answer.headers))
  const reason = reasonIn((await bodyOf(answer, REASON).catch(() => null))?.toString('utf8') ?? '', key)
  return reason
    ? new WeatherProblem('weather_refused', { detail: reason })
    : new WeatherProblem('weather_status', { status })
}

/** The reason in a refusal, as plain text without a key. */
function reasonIn(body: string, key: string | null): string | null {
  try {
    const { reason } = JSON.parse(body) as { reason?: unknown }
    if (typeof reason !== 'string') return null
    return withoutKey(reason, key)
      .replace(/[\p{Cc}<>]/gu, ' ')
      .slice(0, 200)
  } catch {
    return null
  }
}

/** ms of a Retry-After, in seconds or as a date by the clock of the answer; null: none that could be meant. */
function waitOf({ 'retry-after': after, date }: IncomingMessage['headers']): number | null {
  if (!after) return null
  const ms = /^\d+$/.test(after.trim()) ? Number(after) * SECOND : Date.parse(after) - Date.parse(date ?? '')
  return ms > 0 ? Math.min(ms, DAY) : null
}

/** A network error in words that never hold the address. */
function networkProblem(error: unknown): WeatherProblem {
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|EPROTO/.test(code))
    return new WeatherProblem('weather_certificate', { detail: code })
  return new WeatherProblem('weather_offline', { detail: /^[A-Z_]{3,40}$/.test(code) ? code : '-' })
}
