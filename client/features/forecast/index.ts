/** The inflow ahead, for whoever draws it. */
export { useInflowForecast } from './queries.ts'
