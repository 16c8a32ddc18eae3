import { MISSING, PARTIAL, worst } from '../quality/index.ts'
import { allocate, isUsable, valueAt, windowMeans, type Point, type Series } from '../series/index.ts'

/** What one reservoir upstream lets go. Times in ms. */
interface Release {
  /** Its outflow, m3/s, at instants. It reaches back by travel time and window. */
  outflow: Series
  /** Travel time of water from it to the lower reservoir, for what arrives at an instant. */
  travel: (at: number) => number
  /** A longer gap of the outflow is not bridged. */
  maxGap: number
  allowSuspect?: boolean
}

interface LateralInputs {
  /** Inflow of the lower reservoir, m3/s: each value the mean over the window that ends at its instant. */
  inflow: Series
  /** Every reservoir from which the next one downstream is the lower one. */
  releases: readonly Release[]
  /** Releases of further reservoirs are in the inflow, and are not known. */
  othersIncluded?: boolean
  /** Window of the inflow at an instant, ms; 0: the inflow is of that instant. */
  window: (at: number) => number
  /** Whether an inflow that checks doubt counts; each release has a rule of its own. */
  allowSuspect?: boolean
}

interface Lateral {
  /** inflow - arriving; NaN where either is missing. Negative values stay: storage in the reach, or a wrong gauge. */
  lateral: Series
  /** The outflows above as they arrive: their means over the window of the inflow, earlier by their travel times. */
  arriving: Series
}

/**
 * Lateral inflow between a reservoir and its neighbours upstream by the water balance of the reaches without storage:
 * lateral(t) = inflow(t) - sum of outflow(t - travel), all as means over the same window. The quality is the worst of
 * them, PARTIAL at the best where releases of others are included; an outflow that is known for a part of the window
 * only is missing rather than the mean of that part.
 */
export function lateralInflow(i: LateralInputs): Lateral {
  const { inflow, releases, othersIncluded = false, allowSuspect = false } = i
  const n = inflow.t.length
  const lateral = allocate(n)
  const arriving = allocate(n)
  const arrivals = releases.map(arrivalsOf)
  for (let k = 0; k < n; k++) {
    const t = inflow.t[k]
    const window = i.window(t)
    const passed = { v: 0, q: othersIncluded ? PARTIAL : 0 }
    for (const arrival of arrivals) {
      const one = arrival(t, window)
      passed.v += one.v
      passed.q = worst(passed.q, one.q)
    }
    const known = isUsable(inflow, k, allowSuspect) && !Number.isNaN(passed.v)
    lateral.t[k] = arriving.t[k] = t
    arriving.v[k] = passed.v
    arriving.q[k] = passed.q
    lateral.v[k] = known ? inflow.v[k] - passed.v : NaN
    lateral.q[k] = known ? worst(inflow.q[k], passed.q) : worst(worst(inflow.q[k], passed.q), MISSING)
  }
  return { lateral, arriving }
}

/** The flow of a release that arrives at an instant t: its mean over the window (ms) that ends there. */
function arrivalsOf({
  outflow,
  travel,
  maxGap,
  allowSuspect,
}: Release): (t: number, window: number) => Point {
  const meanOver = windowMeans(outflow, { maxGap, allowSuspect })
  return (t, window) => {
    const at = t - travel(t)
    return window > 0 ? meanOver(at - window, at) : valueAt(outflow, at, 'instant', maxGap, allowSuspect)
  }
}
