import type { Figure, Indicators } from '#contract/dashboard.ts'
import { DECIMALS, differenceShown } from '../../lib/format.ts'

/** The outflow beside an inflow: its mean over the same window; what leaves now where that is not known. */
export function outflowShown(data: Pick<Indicators, 'outflow' | 'outflow_mean'>): Figure {
  return data.outflow_mean.value === null ? data.outflow : data.outflow_mean
}

/** Inflow less outflow as both are shown: of one window, and adding up to the last digit. */
export function netShown(data: Pick<Indicators, 'inflow' | 'outflow_mean' | 'net'>): Figure {
  return { ...data.net, value: differenceShown(data.inflow.value, data.outflow_mean.value, DECIMALS.flow) }
}
