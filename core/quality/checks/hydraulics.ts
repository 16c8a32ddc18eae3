import { indexAt, isUsable, type Series } from '../../series/index.ts'
import { noHits, spansOf, type FiredSpan } from './span.ts'

/** Consecutive instants required: a unit that starts or stops is out of range for a moment. */
const INSTANTS = 3
/** Share of the expected movement below which there is no response. */
const ANSWER = 0.25

/**
 * Output coefficient K = P / (Q H), kW per m3/s and m, outside of [min, max] for three instants or more: a sensor or a
 * table is wrong (domain rule 2.7: theory 9.81 eta, 7.5 to 9.2; alarm outside of 6 to 9.5). bandAt: [min, max] at an
 * instant; null: none.
 * All series at the same instants: power kW, flow m3/s, head m. least: kW below which a unit is not checked.
 */
export function outputCoefficientSpans(
  power: Series,
  flow: Series,
  head: Series,
  { bandAt, least }: { bandAt: (t: number) => readonly [min: number, max: number] | null; least: number },
): FiredSpan[] {
  const hits = noHits(flow.t.length)
  for (let i = 0; i < flow.t.length; i++) {
    const t = flow.t[i]
    const p = valueOf(power, t)
    const h = valueOf(head, t)
    if (!isUsable(flow, i, true) || !(p >= least) || !(h > 0)) continue
    const k = p / (flow.v[i] * h)
    const [min, max] = bandAt(t) ?? [-Infinity, Infinity]
    if (!(k < min || k > max)) continue
    hits.hit[i] = 1
    hits.value[i] = k
    hits.limit[i] = k < min ? min : max
  }
  return spansOf(flow, hits).filter((x) => x.n >= INSTANTS)
}

/** Hours with power that a month needs to tell what is usual of a unit. */
const HOURS_KNOWN = 48
/** Share of the hours of a month that lie outside its band, at either end. */
const OUTSIDE = 0.01

/**
 * The band in which the output coefficient of a unit lay over a month, by its hours: all but the lowest and the highest
 * hundredth. hours: K of each hour, NaN at rest. null: fewer than 48 hours are known.
 */
export function monthBand(hours: Iterable<number>): [low: number, high: number] | null {
  const sorted = [...hours].filter((k) => k > 0).sort((a, b) => a - b)
  if (sorted.length < HOURS_KNOWN) return null
  const at = Math.floor(OUTSIDE * sorted.length)
  return [sorted[at], sorted[sorted.length - 1 - at]]
}

/**
 * Gates against the tailwater: over `duration` ms the discharge changed by the equivalent of `difference` m or more in
 * the rating and the tailwater did not follow, or the tailwater moved that much and the discharge did not (domain rule
 * 10.4, gate moved; peers 9.9). value: change of the tailwater; limit: the expected one, m. rating: tailwater level (m)
 * of a total discharge (m3/s); NaN outside the table.
 */
export function tailwaterAgainstFlow(
  tailwater: Series,
  outflow: Series,
  rating: (q: number, t: number) => number,
  { difference, duration }: { difference: number; duration: number },
): FiredSpan[] {
  const hits = noHits(tailwater.t.length)
  for (let i = 0; i < tailwater.t.length; i++) {
    const t = tailwater.t[i]
    const before = valueOf(tailwater, t - duration)
    if (!isUsable(tailwater, i, true) || before !== before) continue
    const measured = tailwater.v[i] - before
    const expected = rating(valueOf(outflow, t), t) - rating(valueOf(outflow, t - duration), t)
    if (expected !== expected) continue
    const [least, most] =
      Math.abs(measured) < Math.abs(expected) ? [measured, expected] : [expected, measured]
    // The smaller movement, in the direction of the larger one.
    if (Math.abs(most) < difference || least * Math.sign(most) >= ANSWER * Math.abs(most)) continue
    hits.hit[i] = 1
    hits.value[i] = measured
    hits.limit[i] = expected
  }
  return spansOf(tailwater, hits).filter((x) => x.n >= INSTANTS)
}

function valueOf(s: Series, t: number): number {
  const i = indexAt(s, t)
  return i >= 0 && s.t[i] === t && isUsable(s, i, true) ? s.v[i] : NaN
}
