import { setImmediate } from 'node:timers/promises'
import { coveringBins, fold, type Folded } from '#core/series/index.ts'
import { DAY, HOUR, next, startOf } from '#core/time/index.ts'
import { infos, type BinsOptions } from './context.ts'
import { readBins, type DirtyMarker } from './read.ts'

type StepKind = 'hour' | 'day' | 'month'

/** Values of each series over whole hours, days or months of the plant. */
export interface Steps {
  step: StepKind
  series: Map<string, Folded>
}

/** Hours of series held in memory at once: for a month those of all series, for a century those of one. */
const AT_ONCE = 200_000

/** The shortest step that gives a span of `length` ms at most `rows` rows. */
function stepFor(length: number, rows: number): StepKind {
  if (length <= rows * HOUR) return 'hour'
  return length <= rows * DAY ? 'day' : 'month'
}

/** Every hour, day or month that [from, to] touches, from hour bins; empty ones are absent. */
export async function readSteps(
  o: BinsOptions,
  markBins: DirtyMarker,
  hydroCode: string,
  series: readonly string[],
  from: number,
  to: number,
  rows: number,
): Promise<Steps> {
  const zone = await o.zoneOf(hydroCode)
  const step = stepFor(to - from, rows)
  const start = startOf(step, from, zone)
  const end = next(step, Math.max(from, to - 1), zone)
  const until = o.clock.now()
  const together = Math.max(1, Math.floor((AT_ONCE * HOUR) / (end - start)))
  const out = new Map<string, Folded>()
  for (let at = 0; at < series.length; at += together) {
    const some = series.slice(at, at + together)
    const bins = await readBins(o, markBins, hydroCode, some, start, end)
    const known = await infos(o, hydroCode, some)
    for (const [code, b] of bins) {
      // As reports count it: a gauge that is read twice a day misses nothing.
      const every = known.get(code)?.step(start, end)
      const whole = coveringBins({ kind: b.kind, step: every ?? null }, b)
      out.set(code, fold(whole, step, { zone, until, step: every }))
      // Lets ingest run in between.
      await setImmediate()
    }
  }
  return { step, series: out }
}
