import { roundedOf, missingShare, type PeriodRevenue } from '../price/index.ts'
import { ESTIMATED, MISSING, PARTIAL, grade, worst } from '../quality/index.ts'
import { allocateBins } from '../series/index.ts'
import type { SourceRows } from './tabulate.ts'

/**
 * Revenue of rows, VND, each rounded once from its exact sum, which the foot sums. PARTIAL where some energy has no
 * price or a contract is not settled, ESTIMATED where it is priced by a market; no value without a tariff, and where more
 * than half of the energy is missing.
 */
export function moneyRows(revenues: readonly PeriodRevenue[]): SourceRows {
  const n = revenues.length
  const folded = {
    ...allocateBins('total', n),
    value: new Float64Array(n).fill(NaN),
    integral: new Float64Array(n),
    expected: new Float64Array(n),
    missing: new Float64Array(n),
  }
  revenues.forEach((r, k) => {
    folded.start[k] = r.from
    folded.end[k] = r.to
    folded.expected[k] = r.expected
    folded.covered[k] = r.covered
    folded.missing[k] = missingShare(r)
    folded.q[k] = qualityOf(r)
    if (!isPriced(r)) return
    folded.n[k] = r.steps - r.missingSteps
    folded.sum[k] = roundedOf(r.vnd)
    folded.min[k] = folded.sum[k]
    folded.max[k] = folded.sum[k]
    if (grade(folded.q[k]) !== MISSING) folded.value[k] = folded.sum[k]
  })
  return {
    folded,
    last: new Float64Array(n).fill(NaN),
    lastQ: new Uint8Array(n).fill(MISSING),
    isLate: new Uint8Array(n),
    exact: revenues.map((r) => r.vnd),
  }
}

/** Whether anything of it was sold by a tariff, or stood still under one. */
const isPriced = ({ covered, parts }: PeriodRevenue): boolean =>
  (covered > 0 && !parts.some((p) => p.kind === 'unpriced')) || parts.some((p) => p.kind !== 'unpriced')

function qualityOf(r: PeriodRevenue): number {
  if (r.covered > 0 && !isPriced(r)) return worst(r.q, MISSING)
  if (grade(r.q) === MISSING) return r.q
  const lacks = r.unpriced.n !== 0n || r.unsettled > 0 ? PARTIAL : 0
  return worst(r.q, Math.max(lacks, r.estimate ? ESTIMATED : 0))
}
