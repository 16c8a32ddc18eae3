import type { FiredSpan } from './span.ts'

/**
 * Silences longer than `steps` reporting intervals. times: instants of readings, ascending; the last silence lasts
 * until `now` and is open. A span begins where the first reading is missing; value: ms between readings. Source: peers,
 * "range, rate, stuck, missing"; domain rule 10.3 (data older than 3 intervals).
 */
export function silences(times: ArrayLike<number>, every: number, steps: number, now: number): FiredSpan[] {
  const out: FiredSpan[] = []
  const limit = steps * every
  for (let i = 0; i < times.length; i++) {
    const next = i + 1 < times.length ? times[i + 1] : Math.max(now, times[i])
    const gap = next - times[i]
    if (gap <= limit) continue
    const open = i + 1 === times.length
    const to = open ? next : next - 1
    out.push({ from: times[i] + every, to, n: 0, value: gap, limit, open })
  }
  return out
}
