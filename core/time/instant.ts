import { DAY, HOUR, MINUTE } from './units.ts'
import { parseLocalParts } from './local.ts'

const ISO = /^(.{10}[ T]\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,9}))?(Z|z|[+-]\d{2}(?::?\d{2})?)$/
const LIMIT = 8.64e15

/**
 * Parses an instant: epoch ms (an integer, or its 12 to 14 digits as text), or an ISO 8601 text with an offset
 * ('2025-10-24T07:00:00+07:00', '...Z'). Null for everything else; a text without an offset is a local time (see
 * `fromLocal`), and ten digits would be seconds.
 */
export function parseInstant(value: string | number): number | null {
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) <= LIMIT ? value : null
  if (/^\d{12,14}$/.test(value)) return Number(value)
  const m = ISO.exec(value)
  if (!m) return null
  const local = parseLocalParts(m[1])
  if (local === null) return null
  const part = m[2] ? Math.floor(Number(`0.${m[2]}`) * 1000 + 1e-6) : 0
  let offset = 0
  if (m[3] !== 'Z' && m[3] !== 'z') {
    const hours = Number(m[3].slice(1, 3))
    const minutes = m[3].length > 3 ? Number(m[3].slice(-2)) : 0
    if (hours > 23 || minutes > 59) return null
    offset = (m[3][0] === '-' ? -1 : 1) * (hours * HOUR + minutes * MINUTE)
  }
  return local + part - offset
}

/** Number of the UTC day that contains an instant (0 = 1970-01-01). */
export function utcDay(ms: number): number {
  return Math.floor(ms / DAY)
}

/** The instant at which a UTC day begins. */
export function utcDayStart(day: number): number {
  return day * DAY
}

/** 'yyyy-MM-ddTHH:mm:ss.sssZ' */
export function toIso(ms: number): string {
  return new Date(ms).toISOString()
}
