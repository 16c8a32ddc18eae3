import { EDITED, MISSING } from '../quality/index.ts'
import { mean } from '../series/integral.ts'
import { valueAt } from '../series/ops.ts'
import type { Series, SeriesKind } from '../series/types.ts'
import type { Balance } from './inflow.ts'

const balance = (q: number, quality: number, used: number): Balance => ({
  q,
  quality: Number.isNaN(q) ? MISSING : quality,
  sigma: null,
  storage: NaN,
  used,
  since: NaN,
})

/**
 * Method 4: the mean over [from, to) of an inflow measured upstream, m3/s; gaps of more than two reporting intervals
 * are not bridged. kind: how its entries are to be read; a total is taken as a mean.
 */
export function measured(
  series: Series,
  from: number,
  to: number,
  every: number,
  kind: SeriesKind = 'instant',
): Balance {
  const own = kind === 'total' ? 'mean' : kind
  const { v, q, covered } = mean(series, from, to, own, { maxGap: 2 * every })
  return balance(v, q, covered > 0 ? 1 : 0)
}

/** Method 5: what the operator entered, in force at `to` (m3/s); marked as edited. */
export function manual(series: Series, to: number): Balance {
  const { v, q } = valueAt(series, to, 'step')
  return balance(v, q | EDITED, Number.isNaN(v) ? 0 : 1)
}
