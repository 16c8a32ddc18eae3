/** One call to the product's ingest endpoint, and its outcome. */
import type { OutlookBody } from '../basin/outlook.ts'
import type { Reading } from '../sensors/index.ts'
import { MINUTE } from '../time.ts'

export type Outcome =
  | {
      kind: 'sent'
      accepted: number
      unchanged: number
      rejected: { code: string; message: string; index: number }[]
    }
  /** The readings are valid: retry later, after so many ms if the server says so. */
  | { kind: 'later'; after?: number; why: string }
  /** Too many readings in one call. */
  | { kind: 'smaller' }
  /** The call is invalid and will stay so. */
  | { kind: 'refused'; why: string }

export interface Client {
  send(readings: readonly Reading[]): Promise<Outcome>
  /** Instants of a series that the server has in [from, to]; undefined when reading is not permitted. */
  present(series: string, from: number, to: number): Promise<number[] | undefined>
  /** Sends a weather forecast; answers whether it was taken. */
  forecast(body: OutlookBody): Promise<boolean>
}

const TIMEOUT = MINUTE
/** Above this many readings, the compact form is used. */
const JSON_MOST = 1000

function body(readings: readonly Reading[], hydroCode: string): { type: string; text: string } {
  if (readings.length > JSON_MOST) {
    const lines = readings.map(({ series, t, v }) => `${series},${t},${v ?? ''},`)
    return { type: 'text/csv', text: `series,t,v,q\n${lines.join('\n')}\n` }
  }
  const list = readings.map(({ series, t, v }) => ({ series, t, v }))
  return { type: 'application/json', text: JSON.stringify({ hydro_code: hydroCode, readings: list }) }
}

function retryAfter(value: string | null, now: number): number | undefined {
  if (!value) return undefined
  const seconds = Number(value)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - now
  return Number.isFinite(ms) ? Math.max(0, Math.min(600_000, ms)) : undefined
}

interface Door {
  url: string
  token: string
  hydroCode: string
}

export function openClient({ url, token, hydroCode }: Door): Client {
  const headers = { authorization: `Bearer ${token}`, hydro: hydroCode }
  return {
    async send(readings) {
      const { type, text } = body(readings, hydroCode)
      let response: Response
      let answer: string
      try {
        response = await fetch(`${url}/api/ingest/v1/readings`, {
          method: 'POST',
          headers: { ...headers, 'content-type': type },
          body: text,
          signal: AbortSignal.timeout(TIMEOUT),
        })
        answer = await response.text()
      } catch (error) {
        return { kind: 'later', why: (error as Error).message }
      }
      const { status } = response
      if (status === 413) return { kind: 'smaller' }
      if ([400, 409, 415, 422].includes(status))
        return { kind: 'refused', why: `${status} ${answer.slice(0, 300)}` }
      const after = retryAfter(response.headers.get('retry-after'), Date.now())
      if (!response.ok) return { kind: 'later', after, why: `${status} ${answer.slice(0, 200)}` }
      try {
        const parsed = JSON.parse(answer)
        const { accepted, unchanged, rejected } = parsed.data ?? parsed
        return { kind: 'sent', accepted, unchanged, rejected: rejected ?? [] }
      } catch {
        // Something between this program and the server answered: not a receipt.
        return { kind: 'later', why: `an answer that is no receipt: ${answer.slice(0, 100)}` }
      }
    },

    async forecast(forecast) {
      try {
        const response = await fetch(`${url}/api/ingest/v1/forecasts`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ hydro_code: hydroCode, ...forecast }),
          signal: AbortSignal.timeout(TIMEOUT),
        })
        await response.arrayBuffer()
        return response.ok
      } catch {
        return false
      }
    },

    async present(series, from, to) {
      const query = new URLSearchParams({ series, from: `${from}`, to: `${to}`, hydro_code: hydroCode })
      const response = await fetch(`${url}/api/ingest/v1/readings?${query}`, {
        headers,
        signal: AbortSignal.timeout(TIMEOUT),
      })
      if ([400, 403, 404, 405].includes(response.status)) return undefined
      if (!response.ok) throw new Error(`${response.status} when asking what is there`)
      const parsed = (await response.json()) as { data?: { readings: [number][] }; readings?: [number][] }
      return (parsed.data?.readings ?? parsed.readings ?? []).map(([t]) => t)
    },
  }
}
