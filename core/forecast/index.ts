/** Baselines of the inflow ahead: what every other model is measured against. */
export { HORIZONS, MODELS, forecastInflow, stepOf, windowOf } from './inflow.ts'
export type { Forecast, Horizon, InflowInput, Model, Outcome, Refusal, Warning } from './inflow.ts'
export { forecastBand, shareAt } from './band.ts'
export { summaryOf, type Summary } from './summary.ts'
