import { ENERGY_STEP, inForce } from '#core/description/index.ts'
import { MISSING } from '#core/quality/index.ts'
import { foldSpans } from '#core/series/index.ts'
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
export const NO_ENERGY: SpanEnergy = { kwh: null, known: 0, q: MISSING, missing: 1 }

/**
 * Energy of series over spans in order and without overlap, from hour bins, by the rules of the dashboard and of
 * reports. A span that has begun counts until now.
 */
export async function energyOver(
  view: View,
  codes: readonly string[],
  spans: readonly Span[],
): Promise<Map<string, SpanEnergy[]>> {
  const [found] = await energyOfEach(view, codes, [spans])
  return found
}

/** The same for several lists of spans, of which the first covers the others. */
export async function energyOfEach(
  view: View,
  codes: readonly string[],
  lists: readonly (readonly Span[])[],
): Promise<Map<string, SpanEnergy[]>[]> {
  const begun = lists.map((spans) => spans.filter((s) => s.start < view.at))
  const [whole] = begun
  if (whole.length === 0 || codes.length === 0)
    return lists.map((spans) => new Map(codes.map((code) => [code, spans.map(() => NO_ENERGY)])))
  const step = (inForce(view.description.parameters, view.at)?.body.energyStep ?? ENERGY_STEP) * 1000
  const bins = await view.bins(view.hydro, codes, whole[0].start, whole.at(-1)!.end)
  return lists.map(
    (spans, n) =>
      new Map(
        codes.map((code) => {
          const f = foldSpans(bins.get(code)!, begun[n], { until: view.at, step })
          const found = begun[n].map((_, i): SpanEnergy => ({
            kwh: Number.isFinite(f.value[i]) ? f.value[i] : null,
            known: f.sum[i],
            q: f.q[i],
            missing: f.missing[i],
          }))
          return [code, spans.map((_, i) => found[i] ?? NO_ENERGY)]
        }),
      ),
  )
}
