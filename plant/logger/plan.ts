/** Finds which spans of the past are still to be sent, newest day first. */
import { DAY } from '../time.ts'
import { localDay, midnight } from '../dam/levels.ts'
import type { Client } from './client.ts'
import type { LogEvent } from './logger.ts'

/** Readings of instants in (after, until]. */
export interface Stretch {
  after: number
  until: number
}

/** The series whose reading is sent last at every quarter of an hour: where the server has it, it has all before it. */
const MARKER = 'logger.temperature'
export const MARKER_MS = 900_000

/**
 * Whole days of (start, end] that the server does not have completely, from the last instant up to which a day has no
 * gap. have: instants of the marker series on the server.
 */
export function missing(start: number, end: number, have: ReadonlySet<number>): Stretch[] {
  const stretches: Stretch[] = []
  let until = end
  while (until > start) {
    const after = Math.max(start, midnight(localDay(until - 1)))
    let held = after
    const first = Math.floor(after / MARKER_MS) * MARKER_MS + MARKER_MS
    for (let t = first; t <= until && have.has(t); t += MARKER_MS) held = t
    if (held < until) stretches.push({ after: held, until })
    until = after
  }
  return stretches
}

/** Removes the next span, with up to days - 1 more that adjoin it. */
export function take(stretches: Stretch[], days: number): Stretch | undefined {
  const next = stretches.shift()
  if (!next) return undefined
  const merged = { ...next }
  for (let i = 1; i < days && stretches.length > 0 && stretches[0].until === merged.after; i++)
    merged.after = stretches.shift()!.after
  return merged
}

export function lengthOf(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { after, until }) => sum + (until - after), 0)
}

const ASK_MS = 50 * DAY

/** Reads which markers the server has, patiently, since it may still be starting. */
export async function held(
  client: Pick<Client, 'present'>,
  from: number,
  to: number,
  report: LogEvent,
  wait: (ms: number) => Promise<void>,
): Promise<Set<number>> {
  const have = new Set<number>()
  let pause = 500
  for (let start = from; start <= to;) {
    try {
      const instants = await client.present(MARKER, start, Math.min(to, start + ASK_MS))
      if (!instants) {
        report({ event: 'blind', why: 'the server does not tell what it has; the whole past is sent again' })
        return new Set()
      }
      for (const t of instants) have.add(t)
      start += ASK_MS
      pause = 500
    } catch (error) {
      report({ event: 'retry', in: pause, why: (error as Error).message })
      await wait(pause)
      pause = Math.min(30_000, pause * 2)
    }
  }
  return have
}
