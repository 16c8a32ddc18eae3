export { type AcceptedBy, type Reviews, type Why } from './hooks.ts'
export { serveCalculators } from './calculators.ts'
export { serveInputs } from './begins.ts'
export { serveProgress } from './progress.ts'
export { serveOnly } from './only.ts'
export { operationOf, serveOperation } from './operation.ts'
export { previewEdit } from './preview.ts'
export type { TableDrafts } from './draft.ts'
export { servePreview } from './preview-routes.ts'
export { readInputs } from './inputs.ts'
export { calculationIntervalOf, calculationIntervals, lastInstant, longestInterval } from './instants.ts'
export { closingOf, closingUntil, waterPeriods, waterReach } from './water-periods.ts'
export { lockCalculation } from './store.ts'
export { serveRuns } from './runs/routes.ts'
export { averageAt } from './instant.ts'
export { isNeverSaved } from './publish.ts'
export {
  firstReading,
  enteredAt,
  activeSavesAt,
  activeSavesIn,
  activeSave,
  type EnteredAt,
} from './runs/store.ts'
export { createRunWorker } from './runs/worker.ts'
export { createCalculation, type Calculation } from './service.ts'
export { INSTANTS_SPAN } from './spans.ts'
export { runEvents } from './timeline.ts'
