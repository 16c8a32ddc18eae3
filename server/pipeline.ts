import { recordsFromOf } from '#core/description/records.ts'
import { computedEvery } from '#core/calculation/index.ts'
import { createCalculation, type Calculation, type Reviews } from './features/calculation/index.ts'
import { createReviews, editLayers } from './features/edits/index.ts'
import {
  createHistory,
  joinLayers,
  type History,
  type IntervalOf,
  type Layers,
} from './features/history/index.ts'
import { createPlants, type Plants } from './features/plants/index.ts'
import { createQuality, flagLayers, judgedLayers, type Quality } from './features/quality/index.ts'
import { createReadings, type Readings, type Registry } from './features/readings/index.ts'
import type { Notices } from './lib/notices.ts'
import type { Services } from './lib/services.ts'

/**
 * What features receive: the services, and the parts from readings to computed values. A feature names only what it
 * needs.
 */
export interface Deps extends Services {
  plants: Plants
  /** Edits by people, as layers over readings. */
  edits: Layers
  /** Edits and flags of checks, as layers over readings. */
  layers: Layers
  history: History
  readings: Readings
  registry: Registry
  reviews: Reviews
  quality: Quality
  calculation: Calculation
}

/**
 * Composes the pipeline for the server and for the import command, so that edits, checks and reviews apply in both.
 * notices: how other processes on the same database hear of changes.
 */
export function createPipeline(s: Services, notices?: Notices): Deps {
  const plants = createPlants(s, notices)
  const edits = editLayers(s.db)
  const layers = joinLayers([edits, flagLayers(s.db)])
  const { db, clock, log } = s
  const intervalOf: IntervalOf = async (hydroCode) => {
    const d = await plants.describe(hydroCode)
    return (series, from, to) => computedEvery(d, series, from, to)
  }
  const recordsFrom = async (hydroCode: string) =>
    recordsFromOf(await plants.describe(hydroCode), clock.now())
  const history = createHistory({
    db,
    clock,
    log,
    zoneOf: plants.zone,
    intervalOf,
    layers,
    judged: judgedLayers(db),
  })
  const readings = createReadings({ ...s, history, recordsFrom, notices })
  const { registry } = readings
  const reviews = createReviews(s)
  const quality = createQuality(s, { plants, history, registry })
  const calculation = createCalculation(s, { plants, history, readings, reviews, checks: quality })
  return { ...s, plants, edits, layers, history, readings, registry, reviews, quality, calculation }
}
