import { INGEST_MAX_READINGS } from '#contract/readings.ts'
import { GRADES, MISSING } from '#core/quality/index.ts'
import { parseInstant } from '#core/time/index.ts'
import { badFields, badRequest, tooLarge } from '#server/lib/errors.ts'
import { jsonFault } from '#server/lib/json-fault.ts'
import { BatchBuilder, type Batch } from './batch.ts'

const GRADE = new Map<string, number>(GRADES.map((name, i) => [name, i]))

/** A grade by number or name; -1 when it is neither. */
export function parseGrade(q: unknown): number {
  if (q === undefined || q === null) return 0
  if (typeof q === 'number') return Number.isInteger(q) && q >= 0 && q <= 7 ? q : -1
  if (typeof q !== 'string') return -1
  return GRADE.get(q.toUpperCase()) ?? -1
}

/** Smaller numbers are seconds of the last hundred years, or milliseconds of the early seventies. */
const LEAST_MILLISECONDS = 1e11

/** Whether a time is most likely meant as seconds: as milliseconds it would lie in 1970. */
export function looksLikeSeconds(t: unknown): boolean {
  if (typeof t === 'string') return /^-?\d{1,11}([.,]\d+)?$/.test(t)
  return typeof t === 'number' && Math.abs(t) < LEAST_MILLISECONDS
}

export const tooManyReadings = () => tooLarge('too_many_readings', { limit: INGEST_MAX_READINGS })

/** One reading as JSON gave it. */
function addReading(out: BatchBuilder, reading: unknown): void {
  if (typeof reading !== 'object' || reading === null) return out.reject('bad_reading', { field: 'series' })
  const { series, t, v, q } = reading as Record<string, unknown>
  if (typeof series !== 'string' || series === '') return out.reject('bad_reading', { field: 'series' })
  if (t === undefined || t === null) return out.reject('bad_reading', { field: 't' })
  if (looksLikeSeconds(t)) return out.reject('looks_like_seconds')
  const instant = typeof t === 'number' || typeof t === 'string' ? parseInstant(t) : null
  if (instant === null) return out.reject('bad_time')
  if (v === undefined) return out.reject('bad_reading', { field: 'v' })
  if (v !== null && (typeof v !== 'number' || !Number.isFinite(v))) return out.reject('not_a_number')
  const grade = parseGrade(q)
  if (grade < 0) return out.reject('bad_quality')
  out.take(out.codeOf(series), instant, v ?? NaN, v === null ? MISSING : grade)
}

/** Reads `{ hydro_code?, readings: [...] }`, parsed already. @throws Problem for anything else */
export function fromObject(body: unknown, bytes: number): Batch {
  const { readings, hydro_code: hydro } = (body ?? {}) as Record<string, unknown>
  if (!Array.isArray(readings))
    throw badFields([{ path: 'readings', code: readings === undefined ? 'required' : 'not_a_list' }])
  if (hydro !== undefined && hydro !== null && typeof hydro !== 'string')
    throw badFields([{ path: 'hydro_code', code: 'not_a_text' }])
  if (readings.length > INGEST_MAX_READINGS) throw tooManyReadings()
  const out = new BatchBuilder(readings.length)
  for (const reading of readings) addReading(out, reading)
  return out.done((hydro as string | null | undefined) || null, bytes)
}

export function fromJson(text: string, bytes: number): Batch {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw badRequest('malformed_json', jsonFault(error as Error, text))
  }
  return fromObject(body, bytes)
}

/** Reads one reading a line; blank lines are skipped. A line that is no JSON rejects only itself. */
export function fromLines(text: string, bytes: number): Batch {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  const out = new BatchBuilder(Math.min(lines + 1, INGEST_MAX_READINGS))
  let number = 0
  for (let at = 0; at < text.length;) {
    number++
    let end = text.indexOf('\n', at)
    if (end < 0) end = text.length
    const line = text.slice(at, end).trim()
    at = end + 1
    if (line === '') continue
    if (out.count >= INGEST_MAX_READINGS) throw tooManyReadings()
    try {
      addReading(out, JSON.parse(line))
    } catch (error) {
      out.reject('malformed_json', { ...jsonFault(error as Error, line), line: number })
    }
  }
  return out.done(null, bytes)
}
