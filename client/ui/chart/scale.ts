import { chartNumber } from './format.ts'
import { freshRange, tickDecimals, ticksOf, type ValueRange } from './range.ts'

/** Maps values of one axis to pixels and back, with its labels. */
export interface ChartScale {
  range: ValueRange
  px: (value: number) => number
  of: (px: number) => number
  ticks: { at: number; text: string }[]
}

/** Chooses a range for values and nearby lines; `from` px is its lower end. intervals: approximate number. */
export function scaleOf(
  values: [number, number] | null,
  lines: number[],
  decimals: number,
  [from, to]: [number, number],
  intervals: number,
): ChartScale {
  const range = freshRange({ data: values, lines, decimals, zero: false, intervals: Math.max(2, intervals) })
  const per = (to - from) / (range.max - range.min)
  return {
    range,
    px: (value) => from + (value - range.min) * per,
    of: (px) => range.min + (px - from) / per,
    ticks: ticksOf(range).map((at) => ({ at, text: chartNumber(at, tickDecimals(range, decimals)) })),
  }
}

/** Smallest and largest finite value. */
export function extentOf(lists: Iterable<ArrayLike<number>>): [number, number] | null {
  let low = Infinity
  let high = -Infinity
  for (const list of lists)
    for (let i = 0; i < list.length; i++) {
      const v = list[i]
      if (!Number.isFinite(v)) continue
      if (v < low) low = v
      if (v > high) high = v
    }
  return low <= high ? [low, high] : null
}
