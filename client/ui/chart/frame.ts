import type { ChartSeries } from './types.ts'

/** Header of a saved picture: name, range and legend rows. Pixels. */
export interface ChartFrame {
  head: number
  title: { x: number; y: number }
  range: { x: number; y: number }
  entries: { series: ChartSeries; text: string; x: number; y: number }[]
}

const MARGIN = 16
const ROW = 20
/** Space for the line or bar before an entry's text. */
export const SWATCH = 22

/**
 * Lays out the legend of a picture; entries wrap.
 * @param nameOf label of an entry
 */
export function frameOf(
  width: number,
  series: readonly ChartSeries[],
  nameOf: (series: ChartSeries) => string,
  measure: (text: string) => number,
): ChartFrame {
  let x = MARGIN
  let row = 0
  const entries = series.map((s) => {
    const text = `${nameOf(s)} (${s.unit})`
    const wide = measure(text) + SWATCH + 18
    if (x + wide > width - 8 && x > MARGIN) [x, row] = [MARGIN, row + 1]
    const place = { series: s, text, x, y: 60 + row * ROW }
    x += wide
    return place
  })
  return {
    head: 52 + (row + 1) * ROW,
    title: { x: MARGIN, y: 18 },
    range: { x: MARGIN, y: 38 },
    entries,
  }
}
