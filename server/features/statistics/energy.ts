import { ENERGY_STEP, inForce } from '#core/description/index.ts'
import { GOOD, MISSING, PARTIAL, worst } from '#core/quality/index.ts'
import { foldSpans, MISSING_ABOVE, PARTIAL_ABOVE } from '#core/series/index.ts'
import type { View } from '#server/features/dashboard/index.ts'

/** [start, end), epoch ms; on the hours of the plant's clock. */
export interface Span {
  start: number
  end: number
}

/** Energy of a span. */
export interface SpanEnergy {
  /** kWh; null: more than half of the span is not known. */
  kwh: number | null
  /** kWh of what is known. */
  known: number
  q: number
  /** Share of the span, until now, that is not known. */
  missing: number
}

/** Nothing known. */
const NO_ENERGY: SpanEnergy = { kwh: null, known: 0, q: MISSING, missing: 1 }

/** Energy of a series over spans in order and without overlap, on the hours of the plant's clock. */
export type EnergyOfSpans = (code: string, spans: readonly Span[]) => SpanEnergy[]

/**
 * Reads hour bins of series from an instant to another, and folds them to spans within by the rules of the dashboard and
 * of reports. A span that has begun counts until now.
 */
export async function readEnergy(
  view: View,
  codes: readonly string[],
  from: number,
  to: number,
): Promise<EnergyOfSpans> {
  const { at, hydro } = view
  if (from >= at || codes.length === 0) return (_, spans) => spans.map(() => NO_ENERGY)
  const step = (inForce(view.description.parameters, at)?.body.energyStep ?? ENERGY_STEP) * 1000
  const bins = await view.bins(hydro, codes, from, to)
  return (code, spans) => {
    const begun = spans.filter((s) => s.start < at)
    const f = foldSpans(bins.get(code)!, begun, { until: at, step })
    const found = begun.map((_, i): SpanEnergy => ({
      kwh: Number.isFinite(f.value[i]) ? f.value[i] : null,
      known: f.sum[i],
      q: f.q[i],
      missing: f.missing[i],
    }))
    return spans.map((_, i) => found[i] ?? NO_ENERGY)
  }
}

/** Energy of a series over spans in order and without overlap. */
export async function energyOver(view: View, code: string, spans: readonly Span[]): Promise<SpanEnergy[]> {
  if (spans.length === 0) return []
  return (await readEnergy(view, [code], spans[0].start, spans.at(-1)!.end))(code, spans)
}

/** The energy of a span from those of its parts; none: nothing is known. */
export function joinedEnergy(parts: readonly (SpanEnergy & { length: number })[]): SpanEnergy {
  if (parts.length === 0) return NO_ENERGY
  const length = parts.reduce((sum, p) => sum + p.length, 0)
  const missing = parts.reduce((sum, p) => sum + p.missing * p.length, 0) / length
  const known = parts.reduce((sum, p) => sum + p.known, 0)
  const q = parts.filter((p) => p.kwh !== null).reduce((all, p) => worst(all, p.q), GOOD)
  if (missing > MISSING_ABOVE) return { kwh: null, known, q: worst(q, MISSING), missing }
  return { kwh: known, known, q: missing > PARTIAL_ABOVE ? worst(q, PARTIAL) : q, missing }
}
