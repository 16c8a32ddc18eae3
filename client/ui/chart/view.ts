import { DAY, MINUTE } from '#core/time/units.ts'
import type { TimeRange } from './types.ts'

const SHORTEST = MINUTE
const LONGEST = 50 * 366 * DAY

const width = (r: TimeRange) => r.to - r.from

/** Zooms about an instant, which keeps its place: factor < 1 zooms in. */
export function zoomAt(view: TimeRange, at: number, factor: number, limits?: TimeRange): TimeRange {
  const span = Math.min(LONGEST, Math.max(SHORTEST, width(view) * factor))
  const from = at - ((at - view.from) / width(view)) * span
  return clamp({ from, to: from + span }, limits)
}

export function panBy(view: TimeRange, ms: number, limits?: TimeRange): TimeRange {
  return clamp({ from: view.from + ms, to: view.to + ms }, limits)
}

/** The range between two instants in either order, at least a minute long. */
export function between(a: number, b: number, limits?: TimeRange): TimeRange {
  const from = Math.min(a, b)
  return clamp({ from, to: Math.max(from + SHORTEST, Math.max(a, b)) }, limits)
}

/** Moves a range into its limits, keeping its width if it fits. Whole milliseconds. */
export function clamp(view: TimeRange, limits?: TimeRange): TimeRange {
  let { from, to } = view
  if (limits) {
    if (to - from >= limits.to - limits.from) return { from: limits.from, to: limits.to }
    if (from < limits.from) [from, to] = [limits.from, to + limits.from - from]
    if (to > limits.to) [from, to] = [from - (to - limits.to), limits.to]
  }
  return { from: Math.round(from), to: Math.round(to) }
}

/** Whether two ranges look the same (within a thousandth of their width). */
export function same(a: TimeRange, b: TimeRange): boolean {
  const eps = Math.max(1, width(b) / 1000)
  return Math.abs(a.from - b.from) < eps && Math.abs(a.to - b.to) < eps
}

/**
 * Whether a new range from the caller replaces the user's zoom. A live window that moves by less than a quarter of
 * its width does not; any other change (another length, another day) does.
 */
export function replaces(before: TimeRange, now: TimeRange, live: boolean): boolean {
  if (same(before, now)) return false
  if (!live) return true
  const stretched = Math.abs(width(now) / width(before) - 1) > 0.01
  return stretched || Math.abs(now.to - before.to) > width(before) / 4
}
