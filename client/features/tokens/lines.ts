import { fullPath } from '#contract/endpoint.ts'
import { listSeries, postReadings, putSeries } from '#contract/readings.ts'
import type { Scope } from './draft.ts'

/** What a command does: try the token without storing, send a reading, list the series, describe one. */
type LineKind = 'try' | 'send' | 'read' | 'describe'

interface CommandLine {
  kind: LineKind
  text: string
}

/**
 * Commands for a new token. Quoting works in sh and on Windows alike. Placeholders are not valid JSON, so that a line
 * pasted unchanged is refused instead of storing an invented reading.
 * @param at the instant in the example
 */
export function linesOf(
  token: { secret: string; scopes: readonly Scope[]; series: readonly string[] | null },
  place: { origin: string; at: number; firstSeries: string | null; value: string },
): CommandLine[] {
  const code = token.series?.[0] ?? place.firstSeries ?? 'level.reservoir.1'
  const json = (text: string) => `-H "Content-Type: application/json" -d "${text.replaceAll('"', '\\"')}"`
  const curl = (method: string, path: string, rest = '') =>
    `curl -X ${method} "${place.origin}${path}" -H "Authorization: Bearer ${token.secret}"${rest && ` ${rest}`}`
  const lines: CommandLine[] = []
  if (token.scopes.includes('write')) {
    const at = new Date(place.at).toISOString().replace('.000Z', 'Z')
    const reading = `{"readings":[{"series":"${code}","t":"${at}","v":${place.value}}]}`
    lines.push(
      { kind: 'try', text: curl('POST', fullPath(postReadings), json('{"readings":[]}')) },
      { kind: 'send', text: curl('POST', fullPath(postReadings), json(reading)) },
    )
  }
  if (token.scopes.includes('read')) lines.push({ kind: 'read', text: curl('GET', fullPath(listSeries)) })
  if (token.scopes.includes('describe')) {
    const path = fullPath(putSeries).replace('{code}', encodeURIComponent(code))
    const body = `{"name":${place.value},"unit":"m","kind":"instant"}`
    lines.push({ kind: 'describe', text: curl('PUT', path, json(body)) })
  }
  return lines
}

/** Whether an address is that of the local machine, which a logger elsewhere cannot use. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
