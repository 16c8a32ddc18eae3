/** Baselines of the inflow ahead: what every other model is measured against. */
export { HORIZONS, MODELS, forecastInflow, stepOf, windowOf } from './inflow.ts'
export type { Forecast, Horizon, InflowInput, Model, Outcome } from './inflow.ts'
export { forecastBand, shareAt } from './band.ts'
export { summaryOf } from './summary.ts'
