import { OLDEST_READING, type RecordsFrom } from '#core/description/records.ts'
import type { History } from '#server/features/history/index.ts'
import type { Notices } from '#server/lib/notices.ts'
import type { Services } from '#server/lib/services.ts'
import { createIngest, type Ingest } from './ingest.ts'
import { createRegistry, type Registry } from './registry-store.ts'

export type { Ingest, Origin } from './ingest.ts'
export { createIngest } from './ingest.ts'
export { parseBatch } from './parse.ts'
export { createRegistry } from './registry-store.ts'
export type { Registry, SeriesInput, SeriesRow } from './registry-store.ts'
export { serveReadings } from './routes.ts'

/** Registers series and takes readings. */
export interface Readings {
  registry: Registry
  ingest: Ingest
  history: History
  gauges(): Record<string, number>
  close(): Promise<void>
}

export function createReadings(
  s: Pick<Services, 'db' | 'clock' | 'log'> & {
    history: History
    /** How replicas tell each other of series; without, this process is alone. */
    notices?: Notices
    /** Where the records of a plant begin; without: 1900. */
    recordsFrom?: (hydroCode: string) => Promise<RecordsFrom>
  },
): Readings {
  const registry = createRegistry(s, s.notices)
  const recordsFrom = s.recordsFrom ?? (async () => ({ t: OLDEST_READING, date: null }))
  const ingest = createIngest({ ...s, registry, recordsFrom })
  return { registry, ingest, history: s.history, gauges: ingest.gauges, close: ingest.close }
}
