import { KW } from './constants.ts'

/** Generator efficiency where the description gives none. */
export const GENERATOR_EFFICIENCY = 0.97
/** Share of rated power below which a unit counts as stopped, where the description gives none. */
export const CUT_IN = 0.01
/** Range of the output coefficient; outside, a sensor or a table is wrong. */
const COEFFICIENT_LOW = 6
const COEFFICIENT_HIGH = 9.5

/** Power of q (m3/s) under head h (m) at efficiency eta, kW: 9.81 Q H eta. */
export function powerOf(q: number, h: number, eta: number): number {
  return KW * q * h * eta
}

/** Discharge that gives power p (kW) under head h (m) at a constant efficiency, m3/s. NaN for no head. */
export function dischargeOfPower(p: number, h: number, eta: number): number {
  return h > 0 && eta > 0 ? p / (KW * h * eta) : NaN
}

/** A reading of power in kW. */
export function kilowatts(power: number, unit: 'kW' | 'MW'): number {
  return unit === 'MW' ? power * 1000 : power
}

/** Output coefficient K = P / (Q H), kW per (m3/s * m); 9.81 eta in theory, 7.5 to 9.2. NaN when nothing flows. */
export function outputCoefficient(p: number, q: number, h: number): number {
  return q > 0 && h > 0 ? p / (q * h) : NaN
}

/** Whether K is in the range of a sound plant; NaN (nothing to judge) counts as in range. */
export function coefficientInBand(k: number): boolean {
  return !(k < COEFFICIENT_LOW || k > COEFFICIENT_HIGH)
}

/** Specific water use, m3/kWh: 3600 Q / P. NaN when nothing is generated. */
export function specificWaterUse(q: number, p: number): number {
  return p > 0 ? (3600 * q) / p : NaN
}
