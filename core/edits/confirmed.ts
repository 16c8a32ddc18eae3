import { GOOD } from '../quality/index.ts'
import type { Layer } from './types.ts'
import type { TimeSpan } from '../time/spans.ts'

/** The spans in which the last edit of a reading confirms it: layers in the order in which they were made. */
export function confirmedBy(layers: readonly Layer[]): TimeSpan[] {
  let sure: TimeSpan[] = []
  for (const act of layers) {
    if (act.source !== 'act') continue
    sure = sure.flatMap((w) => without(w, act))
    if (act.kind === 'flag' && act.grade === GOOD) sure.push({ from: act.from, to: act.to })
  }
  return sure
}

/** The parts of a window outside of a span. */
export function without(w: TimeSpan, gone: TimeSpan): TimeSpan[] {
  if (gone.from > w.to || gone.to < w.from) return [w]
  const left: TimeSpan[] = []
  if (w.from < gone.from) left.push({ from: w.from, to: gone.from - 1 })
  if (w.to > gone.to) left.push({ from: gone.to + 1, to: w.to })
  return left
}
