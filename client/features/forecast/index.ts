import { lazy } from 'react'

/** The inflow ahead, for whoever draws it. */
export { useInflowForecast } from './queries.ts'
/** Of the dashboard: chooses model and horizon, and says what they come to. */
export const ForecastPanel = lazy(() => import('./panel.tsx'))
