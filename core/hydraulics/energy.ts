import { HOUR } from '../time/units.ts'

/** kWh of the intervals known at both ends, and the unknown time (ms). */
interface PowerEnergy {
  energy: number
  missing: number
}

/**
 * Energy of a power series, kWh: trapezoid of p (kW) over t (epoch ms, ascending). An interval with NaN at
 * either end adds nothing and counts as missing.
 */
export function energyOfPower(t: ArrayLike<number>, p: ArrayLike<number>): PowerEnergy {
  let energy = 0
  let missing = 0
  for (let i = 1; i < t.length; i++) {
    const dt = t[i] - t[i - 1]
    const part = ((p[i - 1] + p[i]) / 2) * (dt / HOUR)
    if (part === part) energy += part
    else missing += dt
  }
  return { energy, missing }
}
