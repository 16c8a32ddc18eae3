import type { forecastMessages as vi } from '../vi/forecast.ts'

export const forecastMessages: Record<keyof typeof vi, string> = {
  forecast_method_persistence: 'Persistence: the inflow stays at its latest moving average',
  forecast_method_trend:
    'Linear trend: on from the latest value along the slope of the past {hours} hours, for 3 hours at the most, then it stays there',
  forecast_assume_baseline:
    'This is a baseline to compare with: it knows nothing of rain, of the basin or of reservoirs upstream',
  forecast_assume_band:
    'The band is an assumption, not statistics yet: ±20 % at 1 h growing to ±40 % at 24 h, and on at the same pace',
  forecast_assume_floor: 'Not below 0',
  forecast_warning_far_ahead:
    'Beyond 3 h a straight line is not to be trusted: from there the value of the third hour is kept',
  forecast_warning_above_inflow: 'The change along the line is greater than the present inflow itself',
  forecast_warning_floored: 'The present inflow came out negative and was published as 0',
  forecast_warning_gaps:
    'Of the span that the slope is taken from, {missing} of {expected} values are missing',
  forecast_refused_none: 'No forecast: no inflow has been computed',
  forecast_refused_missing: 'No forecast: the inflow at {time} has no value',
  forecast_refused_stale: 'No forecast: the latest inflow is old, from {time}',
  forecast_refused_suspect: 'No forecast: the inflow at {time} is doubted or rejected',
  forecast_refused_gaps: 'No forecast: more than half of the inflow of the past {hours} hours is missing',
}
