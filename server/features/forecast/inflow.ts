import { HOUR } from '#core/time/units.ts'
import { STALE_INTERVALS } from '#core/calculation/index.ts'
import { inForce } from '#core/description/index.ts'
import { forecastInflow, windowOf, type Horizon, type Model, type Outcome } from '#core/forecast/index.ts'
import type { View } from '#server/features/dashboard/index.ts'

const INFLOW = 'general.inflow_moving_average'
/** How far back the last inflow is searched for, ms, to say since when it is missing. */
const LOOK_BACK = 48 * HOUR

/** Time between entries of the inflow, ms. */
export const forecastIntervalOf = (view: View): number =>
  (inForce(view.description.parameters, view.at)?.body.interval ?? 300) * 1000

/** Forecasts the inflow by a baseline, from the smoothed inflow in the view. */
export async function inflowAhead(view: View, model: Model, hours: Horizon): Promise<Outcome> {
  const parameters = inForce(view.description.parameters, view.at)?.body
  const interval = forecastIntervalOf(view)
  const maxAge = STALE_INTERVALS * interval
  const from = view.at - Math.max(LOOK_BACK, windowOf(interval) + maxAge)
  const data = await view.read(view.hydro, [INFLOW], from, view.at)
  return forecastInflow(data.get(INFLOW)!, {
    model,
    hours,
    now: view.at,
    interval,
    maxAge,
    allowSuspect: parameters?.allowSuspect ?? false,
  })
}
