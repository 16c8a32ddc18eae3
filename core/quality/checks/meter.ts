import { indexAt, isUsable, type Series } from '../../series/index.ts'
import { noHits, spansOf, type FiredSpan } from './span.ts'

/** Consecutive steps required: in one of them a unit may have started, and its readings are few. */
const IN_A_ROW = 2

/**
 * Steps of energy in which a meter and the power differ by more than `difference` % of the energy, for two steps or
 * more: a meter, a transformer's ratio or a power sensor is wrong (domain rule 2.7). beside: meter minus power, kWh;
 * energy: by the meter, kWh; both at the ends of steps. least: kWh below which a step is not checked. value and limit in
 * %, of the greater of both energies.
 */
export function meterSpans(
  beside: Series,
  energy: Series,
  { difference, least }: { difference: number; least: number },
): FiredSpan[] {
  const hits = noHits(beside.t.length)
  for (let i = 0; i < beside.t.length; i++) {
    const k = indexAt(energy, beside.t[i])
    if (k < 0 || energy.t[k] !== beside.t[i] || !isUsable(beside, i, true)) continue
    const most = Math.max(energy.v[k], energy.v[k] - beside.v[i])
    const share = (100 * beside.v[i]) / most
    if (!(most >= least) || !(most > 0) || !(Math.abs(share) > difference)) continue
    hits.hit[i] = 1
    hits.value[i] = share
    hits.limit[i] = Math.sign(share) * difference
  }
  return spansOf(beside, hits).filter((x) => x.n >= IN_A_ROW)
}
