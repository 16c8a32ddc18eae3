import { MISSING, PARTIAL, usable, worst } from '#core/quality/index.ts'
import { next, startOf } from '#core/time/index.ts'
import { listed } from './read.ts'
import type { ChartSeries, StepKind } from './types.ts'

/**
 * Series as the table shows them, once some have steps: these instead of their readings. A complete series without
 * steps, such as a forecast, is aggregated to the same steps; thinned readings have no mean, nor has a state without
 * its durations.
 */
export function tabled(
  series: readonly ChartSeries[],
  step: StepKind | undefined,
  zone: string,
): readonly ChartSeries[] {
  if (step === undefined || !series.some((s) => s.steps)) {
    if (!series.some((s) => s.data.rejected)) return series
    return series.map((s) => (s.band ? s : { ...s, data: listed(s.data) }))
  }
  return series.flatMap((s) => {
    const steps = s.steps ?? (s.thinned || s.kind === 'step' ? undefined : folded(s, step, zone))
    // The bounds of a forecast are not extremes.
    return steps ? [{ ...s, band: undefined, ...steps, steps, thinned: false }] : []
  })
}

/**
 * Mean (of totals the sum) of the good entries in each whole step, with least and greatest where there are several.
 */
export function folded(
  { data: { t, v, q }, kind, of, shift = 0 }: ChartSeries,
  step: StepKind,
  zone: string,
): NonNullable<ChartSeries['steps']> {
  const total = kind === 'bars'
  // A comparison series uses the step of its own time.
  const later = of === undefined ? 0 : shift
  // A value for the interval until its stamp belongs to the step that ends there.
  const before = total || kind === 'mean' ? 1 : 0
  const steps: { start: number; values: number[]; q: number; gap: boolean }[] = []
  let end = -Infinity
  for (let i = 0; i < t.length; i++) {
    const at = t[i] - later - before
    if (at >= end) {
      steps.push({ start: startOf(step, at, zone) + later, values: [], q: 0, gap: false })
      end = next(step, at, zone)
    }
    const last = steps.at(-1)!
    if (v[i] === v[i] && usable(q?.[i] ?? 0)) {
      last.values.push(v[i])
      last.q = worst(last.q, q?.[i] ?? 0)
    } else last.gap = true
  }
  const list = (of: (values: number[]) => number) => Float64Array.from(steps, (s) => of(s.values))
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0)
  const ends = (pick: (...v: number[]) => number) =>
    list((values) => (values.length > 1 ? pick(...values) : NaN))
  const quality = (s: (typeof steps)[number]) =>
    s.values.length === 0 ? MISSING : s.gap ? worst(s.q, PARTIAL) : s.q
  return {
    data: {
      t: Float64Array.from(steps, (s) => s.start),
      v: list((values) => (values.length === 0 ? NaN : sum(values) / (total ? 1 : values.length))),
      ...(q || steps.some((s) => s.gap) ? { q: Uint8Array.from(steps, quality) } : {}),
    },
    ...(!total && steps.some((s) => s.values.length > 1)
      ? { band: { lower: ends(Math.min), upper: ends(Math.max) } }
      : {}),
  }
}
