import { fromLocal } from '../time/index.ts'
import { inForce, type Description } from './index.ts'

/** The earliest time of any record: 1900-01-01T00:00:00Z */
export const OLDEST_READING = Date.UTC(1900, 0, 1)

/** Where the records of a plant begin: earlier readings have a wrong clock, or another unit of time. */
export interface RecordsFrom {
  /** Epoch ms. */
  t: number
  /** As described, yyyy-MM-dd; null: not described. */
  date: string | null
}

/** The beginning by the description in force at an instant; not described: 1900. */
export function recordsFromOf(d: Description, now: number): RecordsFrom {
  const { recordsFrom, zone } = (inForce(d.plant, now) ?? d.plant.at(-1))?.body ?? {}
  const t = recordsFrom && zone ? fromLocal(recordsFrom, zone) : null
  return t === null ? { t: OLDEST_READING, date: null } : { t, date: recordsFrom! }
}
