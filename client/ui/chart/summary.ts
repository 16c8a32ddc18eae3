import { chartDateTime, chartNumber } from './format.ts'
import { extent, latest } from './read.ts'
import type { ChartSeries, ChartTexts, ChartLanguage, TimeRange } from './types.ts'

/** Describes a chart in words: latest value and extremes in view of each series. */
export function summary(
  series: ChartSeries[],
  view: TimeRange,
  zone: string,
  language: ChartLanguage,
  texts: ChartTexts,
): string[] {
  const head = `${chartDateTime(view.from, zone, language)} - ${chartDateTime(view.to, zone, language)}`
  const lines = series.map((s) => {
    const ends = extent(s.data.t, s.data.v, view.from, view.to)
    if (!ends) return `${s.name}: ${texts.noData}`
    const last = latest(s.data, view.to)
    const value = (v: number | undefined) => `${chartNumber(v, s.decimals)} ${s.unit}`
    return `${s.name}: ${texts.latest} ${value(last?.v)}, ${texts.minimum} ${value(ends[0])}, ${texts.maximum} ${value(ends[1])}`
  })
  return [head, ...lines]
}
