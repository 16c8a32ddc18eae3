import { fromLocal } from '../time/index.ts'
import { inForce, type Description } from './index.ts'

/** Before this nobody kept records: 1900-01-01T00:00:00Z */
export const OLDEST_READING = Date.UTC(1900, 0, 1)

/** Where the records of a plant begin: what claims to be older has a wrong clock, or another unit of time. */
export interface RecordsFrom {
  /** Epoch ms. */
  t: number
  /** As it is described, yyyy-MM-dd; null: not described. */
  date: string | null
}

/** As the plant is described at an instant; nothing described: 1900. */
export function recordsFromOf(d: Description, now: number): RecordsFrom {
  const { recordsFrom, zone } = (inForce(d.plant, now) ?? d.plant.at(-1))?.body ?? {}
  const t = recordsFrom && zone ? fromLocal(recordsFrom, zone) : null
  return t === null ? { t: OLDEST_READING, date: null } : { t, date: recordsFrom! }
}
