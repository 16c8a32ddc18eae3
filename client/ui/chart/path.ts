import { intervalStart } from './read.ts'
import type { ChartSeries } from './types.ts'

/** [t, v, t, v ...] of the line to draw, NaN where it breaks. */
export function pathOf(series: Pick<ChartSeries, 'kind' | 'data' | 'maxGap'>, until: number): Float64Array {
  if (series.kind === 'step') return stepPath(series, until)
  if (series.kind === 'mean') return meanPath(series)
  return linePath(series)
}

function linePath({ data: { t, v }, maxGap }: Pick<ChartSeries, 'data' | 'maxGap'>): Float64Array {
  let breaks = 0
  if (maxGap !== undefined) for (let i = 1; i < t.length; i++) if (t[i] - t[i - 1] > maxGap) breaks++
  const out = new Float64Array(2 * (t.length + breaks))
  let n = 0
  for (let i = 0; i < t.length; i++) {
    if (breaks && i > 0 && t[i] - t[i - 1] > maxGap!) {
      out[n++] = t[i - 1]
      out[n++] = NaN
    }
    out[n++] = t[i]
    out[n++] = v[i]
  }
  return out
}

/** Extends each value to the next entry (also to a gap), the last one to `until`. */
function stepPath({ data: { t, v } }: Pick<ChartSeries, 'data'>, until: number): Float64Array {
  const out = new Float64Array(4 * t.length)
  for (let i = 0; i < t.length; i++) {
    out[4 * i] = t[i]
    out[4 * i + 1] = v[i]
    out[4 * i + 2] = i + 1 < t.length ? t[i + 1] : Math.max(t[i], until)
    out[4 * i + 3] = v[i]
  }
  return out
}

/** Draws each value over the interval that ends at its stamp; broken where the interval before is unknown. */
function meanPath({ data: { t, v } }: Pick<ChartSeries, 'data'>): Float64Array {
  const out = new Float64Array(6 * t.length)
  let n = 0
  for (let i = 0; i < t.length; i++) {
    const start = intervalStart(t, i)
    if (i > 0 && start > t[i - 1]) {
      out[n++] = t[i - 1]
      out[n++] = NaN
    }
    out[n++] = start
    out[n++] = v[i]
    out[n++] = t[i]
    out[n++] = v[i]
  }
  return out.slice(0, n)
}
