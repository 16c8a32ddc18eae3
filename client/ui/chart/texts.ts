import { GRADES } from '#core/quality/index.ts'
import type { Text } from '../../lib/text/index.ts'
import type { ChartTexts } from './types.ts'

/** Texts of a chart in the current language. */
export function chartTexts({ chart, chartMore, quality }: Text): ChartTexts {
  return {
    reset: chart.reset,
    select: chart.select,
    zoomToSpan: chart.zoomToSpan,
    savePng: chart.savePng,
    saveCsv: chart.saveCsv,
    hidden: chart.hidden,
    cursor: chart.cursor,
    latest: chart.latest,
    minimum: chart.minimum,
    maximum: chart.maximum,
    noData: chart.noData,
    loading: chart.loading,
    grades: GRADES.map((_, i) => quality.grades[i]),
    edited: quality.edited,
    floored: quality.floored,
    time: chart.time,
    quality: chart.quality,
    ...chartMore,
  }
}
