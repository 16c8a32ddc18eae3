import type { ChartSeries } from './types.ts'

/** The head of a saved picture: its name, its range, and its legend in rows. Pixels. */
export interface ChartFrame {
  head: number
  title: { x: number; y: number }
  range: { x: number; y: number }
  entries: { series: ChartSeries; text: string; x: number; y: number }[]
}

const MARGIN = 16
const ROW = 20
/** Before the words of an entry: its line or bar. */
export const SWATCH = 22

/**
 * Places the legend of a picture; entries wrap.
 * @param nameOf what an entry is called
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
