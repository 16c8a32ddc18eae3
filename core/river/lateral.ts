import { MISSING, worst } from '../quality/index.ts'
import { allocate, integral, isUsable, valueAt, type Series } from '../series/index.ts'

/** Flows in m3/s, times in ms. */
interface LateralInputs {
  /** Inflow of the lower reservoir: each value the mean over the window that ends at its instant. */
  inflow: Series
  /** Outflow of the upper reservoir, at instants. It reaches back by travel time and window. */
  outflow: Series
  /** Travel time of water from the upper to the lower reservoir. */
  travel: number
  /** Window of the inflow at an instant; 0: the inflow is of that instant. */
  window: (at: number) => number
  /** A longer gap of the outflow is not bridged. */
  maxGap: number
  allowSuspect?: boolean
}

interface Lateral {
  /** inflow - arriving; NaN where either is missing. Negative values stay: storage in the reach, or a wrong gauge. */
  lateral: Series
  /** The outflow above as it arrives: its mean over the window of the inflow, earlier by the travel time. */
  arriving: Series
}

/**
 * Lateral inflow between two neighbouring reservoirs by the water balance of the reach without storage:
 * lateral(t) = inflow(t) - outflow(t - travel), both as means over the same window. The quality is the worse of both;
 * an outflow that is known for a part of the window only is missing rather than the mean of that part.
 */
export function lateralInflow(i: LateralInputs): Lateral {
  const { inflow, outflow, travel, maxGap, allowSuspect = false } = i
  const n = inflow.t.length
  const lateral = allocate(n)
  const arriving = allocate(n)
  for (let k = 0; k < n; k++) {
    const t = inflow.t[k]
    const passed = arrivingAt(outflow, t - travel, i.window(t), maxGap, allowSuspect)
    const known = isUsable(inflow, k, allowSuspect) && !Number.isNaN(passed.v)
    lateral.t[k] = arriving.t[k] = t
    arriving.v[k] = passed.v
    arriving.q[k] = passed.q
    lateral.v[k] = known ? inflow.v[k] - passed.v : NaN
    lateral.q[k] = known ? worst(inflow.q[k], passed.q) : worst(worst(inflow.q[k], passed.q), MISSING)
  }
  return { lateral, arriving }
}

function arrivingAt(s: Series, at: number, window: number, maxGap: number, allowSuspect: boolean) {
  if (window <= 0) return valueAt(s, at, 'instant', maxGap, allowSuspect)
  const { integral: sum, covered, q } = integral(s, at - window, at, 'instant', { maxGap, allowSuspect })
  return covered < window * (1 - 1e-9) ? { v: NaN, q: worst(q, MISSING) } : { v: sum / covered, q }
}
