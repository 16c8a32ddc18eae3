import { lazyWith } from '../../lib/text/load.ts'

/** The inflow forecast, for charts. */
export { useInflowForecast } from './queries.ts'
/** Dashboard panel with the choice of model and horizon, and the summary of the forecast. */
export const ForecastPanel = lazyWith('more', () => import('./panel.tsx'))
