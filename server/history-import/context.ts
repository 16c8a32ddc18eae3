import type { Calculation } from '#server/features/calculation/index.ts'
import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import type { Services } from '#server/lib/services.ts'

/** What an import works with: features through their interfaces, and its actor. */
export interface ImportContext extends Pick<Services, 'db' | 'clock' | 'log'> {
  plants: Plants
  history: History
  registry: Registry
  calculation: Calculation
  actor: string
  /** ms without a sign of life after which another process may go on with an import. */
  lease: number
}
