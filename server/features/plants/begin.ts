import type { Description } from '#core/description/index.ts'

/** A description that holds from ever on says nothing of when a reservoir began. 1950-01-01T00:00:00Z */
const LONG_AGO = Date.UTC(1950, 0, 1)

/** What people write of a reservoir is not of a time before this: its first description, or long ago. */
export function beginOf(d: Description): number {
  const first = Math.min(Infinity, ...d.plant.map((v) => v.from))
  return Number.isFinite(first) ? first : LONG_AGO
}
