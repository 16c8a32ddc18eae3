import { inForce, type Description } from '../description/index.ts'
import { MISSING, PARTIAL, worst } from '../quality/index.ts'
import { allocateBins, meanOf, MISSING_ABOVE, PARTIAL_ABOVE, type Bins } from '../series/index.ts'
import { HOUR } from '../time/index.ts'
import type { ReportRow } from './rows.ts'
import type { SourceRows } from './tabulate.ts'
import type { Source, WaterRatio } from './types.ts'

const LAKE = 'general.lake_level'
const TAIL = 'general.downstream_water_level'
/** Type of a unit whose head ends at its own axis: tailwater plays no part. */
const IMPULSE = 7

/** Series of which a ratio is made. */
export const ratioSeries = ({ energy, flows, of }: WaterRatio): string[] => [
  energy,
  ...flows.map((f) => f.series),
  ...(of === 'coefficient' ? [LAKE, TAIL] : []),
]

/** Sums of an hour, or of several: of what is known of energy and water together. */
interface Sums {
  /** kW * ms, and m3/s (coefficient: times m) * ms. */
  power: number
  water: number
  covered: number
  q: number
}

/**
 * Water use (m3/kWh) or output coefficient K = P / (Q H) (kW per m3/s and m) of the rows of a report: the energy of a
 * row over its water, and for K over the water times its head, hour by hour; never a mean of ratios (domain rule 2.7).
 * Only time counts in which both energy and water are known. Head: lake level to tailwater, of an impulse turbine to its
 * axis; a unit at rest needs none. Undefined, and so missing, where nothing was generated or nothing flowed. bins: hour
 * bins by series, cut at the ends of rows. until: now.
 */
export function ratioRows(
  { ratio, days }: Pick<Source, 'days'> & { ratio: WaterRatio },
  d: Pick<Description, 'units'>,
  bins: ReadonlyMap<string, Bins>,
  rows: readonly ReportRow[],
  until: number,
): SourceRows {
  const n = rows.length
  const folded = {
    ...allocateBins('step', n),
    value: new Float64Array(n).fill(NaN),
    integral: new Float64Array(n),
    expected: new Float64Array(n),
    missing: new Float64Array(n),
  }
  const made = { over: new Float64Array(n), under: new Float64Array(n) }
  const at = new Map([...bins].map(([code, b]) => [code, placesOf(b)]))
  const energy = bins.get(ratio.energy)
  let i = 0
  rows.forEach((row, k) => {
    const { start, end } = row.spans[days]
    folded.start[k] = start
    folded.end[k] = end
    folded.expected[k] = Math.max(0, Math.min(end, until) - start)
    const sum: Sums = { power: 0, water: 0, covered: 0, q: 0 }
    for (; energy && i < energy.start.length && energy.end[i] <= end; i++)
      if (energy.start[i] >= start) addHour(ratio, d, bins, at, i, sum)
    const expected = folded.expected[k]
    const missing = expected > 0 ? Math.max(0, 1 - sum.covered / expected) : 1
    folded.covered[k] = sum.covered
    folded.missing[k] = missing
    const known = missing <= MISSING_ABOVE + 1e-9 && sum.power > 0 && sum.water > 0
    folded.q[k] = !known ? MISSING : missing > PARTIAL_ABOVE + 1e-9 ? worst(sum.q, PARTIAL) : sum.q
    // What is known counts in the foot, also of a row that has too little for a value of its own.
    const [over, under] = ratio.of === 'coefficient' ? [sum.power, sum.water] : [3600 * sum.water, sum.power]
    made.over[k] = over
    made.under[k] = under
    if (!known) return
    const value = over / under
    folded.n[k] = 1
    folded.value[k] = value
    folded.min[k] = value
    folded.max[k] = value
    folded.tMin[k] = row.t
    folded.tMax[k] = row.t
  })
  return {
    folded,
    last: new Float64Array(n).fill(NaN),
    lastQ: new Uint8Array(n).fill(MISSING),
    isLate: new Uint8Array(n),
    ratio: made,
  }
}

const placesOf = (b: Bins): Map<number, number> => new Map(Array.from(b.start, (start, i) => [start, i]))

/** Adds an hour of energy with the water of the same time, where both are known. */
function addHour(
  ratio: WaterRatio,
  d: Pick<Description, 'units'>,
  bins: ReadonlyMap<string, Bins>,
  at: ReadonlyMap<string, ReadonlyMap<number, number>>,
  i: number,
  sum: Sums,
): void {
  const energy = bins.get(ratio.energy)!
  const start = energy.start[i]
  const covered = energy.covered[i]
  if (!(energy.n[i] > 0) || !(covered > 0)) return
  const placeOf = (code: string) => at.get(code)?.get(start) ?? -1
  const mean = (code: string) => {
    const k = placeOf(code)
    return k < 0 ? NaN : meanOf(bins.get(code)!, k)
  }
  let together = covered
  let water = 0
  let q = energy.q[i]
  for (const { unit, series } of ratio.flows) {
    const version = inForce(
      d.units.filter((u) => u.id === unit),
      start,
    )
    if (!version) continue
    const k = placeOf(series)
    const flow = k < 0 ? NaN : meanOf(bins.get(series)!, k)
    if (Number.isNaN(flow)) return
    together = Math.min(together, bins.get(series)!.covered[k])
    q = worst(q, bins.get(series)!.q[k])
    if (flow === 0) continue
    const { type, centreElevation } = version.body
    const head =
      ratio.of === 'coefficient' ? mean(LAKE) - (type === IMPULSE ? centreElevation : mean(TAIL)) : 1
    if (!(head > 0)) return
    water += flow * head
  }
  if (!(together > 0)) return
  // kWh of the covered time as kW.
  const power = (energy.sum[i] * HOUR) / covered
  sum.power += power * together
  sum.water += water * together
  sum.covered += together
  sum.q = worst(sum.q, q)
}
