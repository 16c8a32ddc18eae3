import type { Figure, Indicators } from '#contract/dashboard.ts'
import { DECIMALS, differenceShown } from '../../lib/format.ts'

/**
 * The outflow to show beside an inflow: its mean over the same window, or the present outflow where that is unknown.
 */
export function outflowShown(data: Pick<Indicators, 'outflow' | 'outflow_mean'>): Figure {
  return data.outflow_mean.value === null ? data.outflow : data.outflow_mean
}

/** Inflow minus outflow as displayed: over one window, and consistent to the last digit. */
export function netShown(data: Pick<Indicators, 'inflow' | 'outflow_mean' | 'net'>): Figure {
  return { ...data.net, value: differenceShown(data.inflow.value, data.outflow_mean.value, DECIMALS.flow) }
}
