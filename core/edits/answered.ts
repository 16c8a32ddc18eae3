import { GOOD } from '../quality/index.ts'
import { without } from './confirmed.ts'
import type { Layer } from './types.ts'
import type { TimeSpan } from '../time/spans.ts'

/**
 * The spans where no flag of a check counts because a person is responsible for the readings: entered values, and
 * confirmed readings. Layers in the order in which they were made. Tested against `applyLayers`.
 */
export function answeredBy(layers: readonly Layer[]): TimeSpan[] {
  let sure: (TimeSpan & { given: boolean })[] = []
  const keep = (act: TimeSpan, which: (w: (typeof sure)[number]) => boolean) => {
    sure = sure.flatMap((w) => (which(w) ? [w] : without(w, act).map((part) => ({ ...w, ...part }))))
  }
  for (const act of layers) {
    if (act.source !== 'act') continue
    const { from, to, kind } = act
    // An offset of an entered value enters another one; a confirmed reading with an offset is no longer confirmed.
    const moves = kind === 'offset' || kind === 'drift'
    keep(act, (w) => moves && w.given)
    if (kind === 'replace' || kind === 'interpolate') sure.push({ from, to, given: true })
    if (kind === 'flag' && act.grade === GOOD) sure.push({ from, to, given: false })
  }
  return sure.map(({ from, to }) => ({ from, to }))
}
