import { indexAt, isUsable, type Series } from '../series/index.ts'

/** [start, end), epoch ms. */
interface Span {
  start: number
  end: number
}

/** How a unit ran over a span. */
export interface UnitRun {
  /** ms. */
  running: number
  /** ms of the span in which that is known. */
  covered: number
  /** How often it began to run. */
  starts: number
}

/**
 * Time in which a unit ran, and how often it was started, over spans in order and without overlap. A reading holds until
 * the next; where that is further away than maxGap (ms), nothing is known of the time between. A start is a reading
 * by which it runs after one by which it does not, and counts at the later of the two; the last usable reading before
 * the first span counts as the earlier one, so that spans one after another have the starts of their whole.
 */
export function unitRuns(
  power: Series,
  runs: (power: number) => boolean,
  spans: readonly Span[],
  maxGap: number,
): UnitRun[] {
  const out = spans.map((): UnitRun => ({ running: 0, covered: 0, starts: 0 }))
  let first = 0
  let before: { t: number; runs: boolean } | null = null
  const last = spans.at(-1)?.end ?? -Infinity
  let begin = indexAt(power, spans[0]?.start ?? Infinity)
  while (begin > 0 && !isUsable(power, begin)) begin--
  for (let i = Math.max(0, begin); i < power.t.length && (before === null || before.t < last); i++) {
    if (!isUsable(power, i)) continue
    const now = { t: power.t[i], runs: runs(power.v[i]) }
    if (before) {
      const isKnown = now.t - before.t <= maxGap
      while (first < spans.length && spans[first].end <= before.t) first++
      for (let k = first; isKnown && k < spans.length && spans[k].start < now.t; k++) {
        const time = Math.min(spans[k].end, now.t) - Math.max(spans[k].start, before.t)
        if (time <= 0) continue
        out[k].covered += time
        if (before.runs) out[k].running += time
      }
      if (now.runs && !before.runs) {
        const k = spans.findIndex((s, n) => n >= first && now.t >= s.start && now.t < s.end)
        if (k >= 0) out[k].starts++
      }
    }
    before = now
  }
  return out
}
