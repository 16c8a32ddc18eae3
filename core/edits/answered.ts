import { GOOD } from '../quality/index.ts'
import { without } from './confirmed.ts'
import type { Layer } from './types.ts'
import type { TimeSpan } from '../time/spans.ts'

/**
 * Where a person answers for the readings, so that no flag of a check counts: values that were given, and what was
 * confirmed as it is. Layers in the order in which they were made. See `applyLayers`, which it is held against.
 */
export function answeredBy(layers: readonly Layer[]): TimeSpan[] {
  let sure: (TimeSpan & { given: boolean })[] = []
  const keep = (act: TimeSpan, which: (w: (typeof sure)[number]) => boolean) => {
    sure = sure.flatMap((w) => (which(w) ? [w] : without(w, act).map((part) => ({ ...w, ...part }))))
  }
  for (const act of layers) {
    if (act.source !== 'act') continue
    const { from, to, kind } = act
    // Who moves a value that was given has given another one; what was only confirmed is another reading then.
    const moves = kind === 'offset' || kind === 'drift'
    keep(act, (w) => moves && w.given)
    if (kind === 'replace' || kind === 'interpolate') sure.push({ from, to, given: true })
    if (kind === 'flag' && act.grade === GOOD) sure.push({ from, to, given: false })
  }
  return sure.map(({ from, to }) => ({ from, to }))
}
