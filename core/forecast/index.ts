/** Baselines of the inflow forecast, the reference of every other model. */
export { HORIZONS, MODELS, forecastInflow, stepOf, windowOf } from './inflow.ts'
export type { Forecast, Horizon, InflowInput, Model, Outcome } from './inflow.ts'
export { forecastBand, shareAt } from './band.ts'
export { summaryOf } from './summary.ts'
