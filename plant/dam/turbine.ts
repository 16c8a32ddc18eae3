/** Two equal Francis units, each with its own penstock. */
export const TURBINE = {
  count: 2,
  /** kW */
  rated: 36_000,
  /** m3/s */
  qmax: 30,
  centre: 266.2,
  generator: 0.975,
  /** Head lost in a penstock, m per (m3/s)^2. */
  loss: 0.0032,
}

/** Turbine efficiency at a share of the largest discharge. */
export function efficiency(ratio: number): number {
  return 0.935 - 0.55 * (0.82 - ratio) ** 2
}

/** Power at the generator terminals, kW, of a discharge (m3/s) under a gross head (m). */
export function unitPower(discharge: number, gross: number): number {
  const { loss, generator, qmax } = TURBINE
  return 9.81 * discharge * (gross - loss * discharge * discharge) * efficiency(discharge / qmax) * generator
}

/** Discharge (m3/s) for a power (kW) under a gross head (m), by Newton's method in the range where power rises. */
export function unitFlow(power: number, gross: number): number {
  if (power <= 0) return 0
  let q = Math.min(TURBINE.qmax, power / (9.81 * gross * 0.85))
  for (let i = 0; i < 20; i++) {
    const d = 1e-4
    const p = unitPower(q, gross)
    const next = q - (p - power) / ((unitPower(q + d, gross) - p) / d)
    if (Math.abs(next - q) < 1e-9) return next
    q = next
  }
  return q
}

/** Largest power the governor allows under a gross head, kW. */
export function capacity(gross: number): number {
  return Math.min(TURBINE.rated, 0.98 * unitPower(TURBINE.qmax, gross))
}
