import type { forecastMessages as vi } from '../vi/forecast.ts'

export const forecastMessages: Record<keyof typeof vi, string> = {
  forecast_method_persistence: 'Persistence: the inflow stays at its latest moving average',
  forecast_method_trend:
    'Linear trend: continues from the latest value along the slope of the past {hours} {hours|hour|hours}, for at most 3 hours, then stays constant',
  forecast_assume_baseline:
    'This is a baseline for comparison: it does not consider rain, the basin or upstream reservoirs',
  forecast_assume_band:
    'The band is an assumption, not yet based on statistics: ±20 % at 1 h, growing to ±40 % at 24 h and continuing at the same rate',
  forecast_assume_floor: 'Not below 0',
  forecast_warning_far_ahead:
    'A straight line is not reliable beyond 3 h: the value at the third hour is kept from then on',
  forecast_warning_above_inflow: 'The change along the line is greater than the present inflow itself',
  forecast_warning_floored: 'The present inflow was computed as negative and published as 0',
  forecast_warning_gaps:
    '{missing} of {expected} {expected|value|values} used for the slope {missing|is|are} missing',
  forecast_refused_none: 'No forecast: no inflow has been computed',
  forecast_refused_missing: 'No forecast: the inflow at {time} has no value',
  forecast_refused_stale: 'No forecast: the latest inflow is out of date, from {time}',
  forecast_refused_suspect: 'No forecast: the inflow at {time} is suspect or rejected',
  forecast_refused_gaps:
    'No forecast: more than half of the inflow for the past {hours} {hours|hour|hours} is missing',
}
