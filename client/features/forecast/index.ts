import { lazyWith } from '../../lib/text/load.ts'

/** The inflow ahead, for whoever draws it. */
export { useInflowForecast } from './queries.ts'
/** Of the dashboard: chooses model and horizon, and says what they come to. */
export const ForecastPanel = lazyWith('more', () => import('./panel.tsx'))
