import { createCalculation, type Calculation, type Reviews } from './features/calculation/index.ts'
import { createReviews, editLayers } from './features/edits/index.ts'
import { createHistory, joinLayers, type History, type Layers } from './features/history/index.ts'
import { createPlants, type Plants } from './features/plants/index.ts'
import { createQuality, flagLayers, type Quality } from './features/quality/index.ts'
import { createReadings, type Readings } from './features/readings/index.ts'
import type { Services } from './lib/services.ts'

/**
 * From readings to what is computed of them: the same for the server and for a command that imports, so that edits,
 * checks and reviews count in both.
 */
export interface Pipeline {
  plants: Plants
  /** What lies over readings, of people and of checks. */
  layers: Layers
  history: History
  readings: Readings
  reviews: Reviews
  quality: Quality
  calculation: Calculation
}

export function createPipeline(s: Services): Pipeline {
  const plants = createPlants(s)
  const layers = joinLayers([editLayers(s.db), flagLayers(s.db)])
  const history = createHistory({ db: s.db, clock: s.clock, log: s.log, zoneOf: plants.zone, layers })
  const readings = createReadings({ ...s, history })
  const reviews = createReviews(s)
  const quality = createQuality(s, { plants, history, registry: readings.registry })
  const calculation = createCalculation(s, { plants, history, readings, reviews, checks: quality })
  return { plants, layers, history, readings, reviews, quality, calculation }
}
