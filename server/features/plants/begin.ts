import type { Description } from '#core/description/index.ts'

/** Descriptions may be in force from any time on; reservoirs are not older than this. 1950-01-01T00:00:00Z */
const LONG_AGO = Date.UTC(1950, 0, 1)

/** The earliest time of which people enter anything about a reservoir: its first description, or LONG_AGO. */
export function beginOf(d: Description): number {
  const first = Math.min(Infinity, ...d.plant.map((v) => v.from))
  return Number.isFinite(first) ? first : LONG_AGO
}
