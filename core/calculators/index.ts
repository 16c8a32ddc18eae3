import { CalcError } from '#core/errors.ts'
import { found, lookup, type Compiled } from '#core/tables/index.ts'
import { HOUR } from '../time/units.ts'

/**
 * The five calculators of the pages. Levels in m, discharges in m3/s, volumes in m3, hours. They refuse with CalcError
 * (code, field) and never return 0 or a clipped number instead of a result. Source: domain rules 4.1-4.5.
 */

/** Limits of entered levels, m; null: none. */
interface LevelBounds {
  min: number | null
  max: number | null
}

const NO_BOUNDS: LevelBounds = { min: null, max: null }

/** Volumes at two levels by the storage curve, straight lines between its nodes, m3. */
interface Volumes {
  V1: number
  V2: number
  deltaV: number
}

function inRange(value: number, field: string, min: number | null, max: number | null): number {
  if (!Number.isFinite(value)) throw new CalcError('MISSING_INPUT', field)
  if ((min !== null && value < min) || (max !== null && value > max))
    throw new CalcError('OUT_OF_RANGE', field, { value, low: min, high: max })
  return value
}

function aboveZero(value: number, field: string): number {
  inRange(value, field, 0, null)
  if (value === 0) throw new CalcError('OUT_OF_RANGE', field, { value: 0, low: 0, high: null, above: true })
  return value
}

/** A result; inputs so large that it overflows are refused at the field with the largest effect. */
function known(result: number, field: string, value: number): number {
  if (!Number.isFinite(result)) throw new CalcError('OUT_OF_RANGE', field, { value })
  return result
}

/**
 * Runs every check and throws the first refusal with the others beside it, so that a person corrects them all at once.
 */
function together<T extends unknown[]>(...checks: { [K in keyof T]: () => T[K] }): T {
  const refused: CalcError[] = []
  const values = checks.map((check) => {
    try {
      return check()
    } catch (error) {
      if (!(error instanceof CalcError)) throw error
      refused.push(error, ...error.also)
      return undefined
    }
  })
  const [first, ...others] = refused
  if (!first) return values as T
  first.also = others
  throw first
}

/** Volume at a level, m3. Throws OUT_OF_RANGE beyond the bounds, OUT_OF_TABLE outside the curve, naming the field. */
function volumeAt(zv: Compiled, z: number, field: string, bounds: LevelBounds): number {
  inRange(z, field, bounds.min, bounds.max)
  const answer = found()
  try {
    return lookup(zv, z, 'calculator', answer)
  } catch (error) {
    if (!(error instanceof CalcError)) throw error
    throw new CalcError(error.code, field, { ...error.detail, value: z }, error.row)
  }
}

/** 4.1: volumes at levels Z1 and Z2 and their difference (signed), m3. */
export function volume(zv: Compiled, Z1: number, Z2: number, bounds: LevelBounds = NO_BOUNDS): Volumes {
  const [V1, V2] = together(
    () => volumeAt(zv, Z1, 'Z1', bounds),
    () => volumeAt(zv, Z2, 'Z2', bounds),
  )
  return { V1, V2, deltaV: V2 - V1 }
}

/**
 * 4.2: hours until level Z1 becomes Z2 under a steady inflow QIN and plant discharge QPLANT, without spill. Equal
 * volumes take no time. Throws NO_NET_FLOW when QIN = QPLANT, TARGET_UNREACHABLE when the lake moves the other way.
 */
export function time(
  zv: Compiled,
  { Z1, Z2, QIN, QPLANT }: { Z1: number; Z2: number; QIN: number; QPLANT: number },
  bounds: LevelBounds = NO_BOUNDS,
): number {
  const [, , { deltaV }] = together(
    () => inRange(QIN, 'QIN', 0, null),
    () => inRange(QPLANT, 'QPLANT', 0, null),
    () => volume(zv, Z1, Z2, bounds),
  )
  if (deltaV === 0) return 0
  const net = QIN - QPLANT
  // Closer than any table or gauge can resolve.
  if (Math.abs(net) < 1e-6) throw new CalcError('NO_NET_FLOW', 'QIN', { value: QIN })
  if (deltaV > 0 !== net > 0) throw new CalcError('TARGET_UNREACHABLE', 'Z2', { value: Z2, net })
  return deltaV / (net * 3600)
}

/**
 * 4.3: inflow volume W (10^6 m3) of rain R (mm) on a basin CA (km2) with runoff coefficient C, a share.
 * Throws OUT_OF_RANGE; C above 1 most likely is percent.
 */
export function catchmentInflow({ R, C, CA }: { R: number; C: number; CA: number }): number {
  together(
    () => inRange(R, 'R', 0, null),
    () => inRange(C, 'C', 0, 1),
    () => aboveZero(CA, 'CA'),
  )
  return known((R * C * CA) / 1000, R > CA ? 'R' : 'CA', Math.max(R, CA))
}

/** A discharge (m3/s) floored at 0, and whether it was. */
interface Floored {
  value: number
  floored: boolean
}

const floored = (q: number): Floored => ({ value: Math.max(0, q), floored: q < 0 })

/** 4.4: inflow after T hours from QIN along the slope TANA (m3/s per hour), at least 0. */
export function shortTermInflow({ QIN, TANA, T }: { QIN: number; TANA: number; T: number }): Floored {
  together(
    () => inRange(QIN, 'QIN', 0, null),
    () => inRange(TANA, 'TANA', null, null),
    () => inRange(T, 'T', 0, null),
  )
  return floored(known(QIN + TANA * T, 'TANA', TANA))
}

/**
 * 4.5: discharge beside QPLANT that makes outflow equal inflow after T hours (hold the level), at least 0; with
 * meanOverT over the whole of T (hold the volume).
 */
export function targetDischarge(
  { QIN, QPLANT, TANA, T }: { QIN: number; QPLANT: number; TANA: number; T: number },
  meanOverT = false,
): Floored {
  together(
    () => inRange(QPLANT, 'QPLANT', 0, null),
    () => inRange(QIN, 'QIN', 0, null),
    () => inRange(TANA, 'TANA', null, null),
    () => inRange(T, 'T', 0, null),
  )
  return floored(known(QIN + (TANA * T) / (meanOverT ? 2 : 1) - QPLANT, 'TANA', TANA))
}

/** Hours ahead for which a straight line is meaningful. */
export const LONGEST_LINE = 3

export type TrendWarning = 'far_ahead' | 'above_inflow'

/** Whether a straight line is no longer meaningful: T above 3 h, or a change greater than the inflow itself. */
export function trendWarnings({ QIN, TANA, T }: { QIN: number; TANA: number; T: number }): TrendWarning[] {
  const found: TrendWarning[] = []
  if (T > LONGEST_LINE) found.push('far_ahead')
  if (Math.abs(TANA * T) > QIN) found.push('above_inflow')
  return found
}

/** Least-squares slope of inflow points, m3/s per hour (t in epoch ms); null with fewer than two instants. */
export function slopeOf(points: readonly { t: number; q: number }[]): number | null {
  const n = points.length
  if (n < 2) return null
  const t0 = points[0].t
  let [st, sq] = [0, 0]
  for (const { t, q } of points) {
    st += t - t0
    sq += q
  }
  const [mt, mq] = [st / n, sq / n]
  let [xy, xx] = [0, 0]
  for (const { t, q } of points) {
    const x = t - t0 - mt
    xy += x * (q - mq)
    xx += x * x
  }
  return xx > 0 ? (xy / xx) * HOUR : null
}

/**
 * Water use, m3/kWh (3600 Q / P), and output coefficient K, kW per m3/s and m (P / (Q H)), of discharge Q (m3/s), head H
 * (m) and power P_kW, all above 0. Source: domain rules 2.7.
 */
export function energyRatio({ Q, H, P_kW }: { Q: number; H: number; P_kW: number }): {
  m3PerKwh: number
  K: number
} {
  together(
    () => aboveZero(Q, 'Q'),
    () => aboveZero(H, 'H'),
    () => aboveZero(P_kW, 'P_kW'),
  )
  return { m3PerKwh: known((3600 * Q) / P_kW, 'Q', Q), K: known(P_kW / (Q * H), 'P_kW', P_kW) }
}
