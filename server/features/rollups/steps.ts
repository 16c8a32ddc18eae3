import { fold, type Folded } from '#core/series/index.ts'
import { DAY, HOUR, next, startOf } from '#core/time/index.ts'
import type { RollupOptions } from './context.ts'
import { readBins, type Marker } from './read.ts'

export type StepKind = 'hour' | 'day' | 'month'

/** Whole hours, days or months of the plant: what each of its series was in them. */
export interface Steps {
  step: StepKind
  series: Map<string, Folded>
}

/** The shortest step with which a span has at most so many. */
export function stepFor(length: number, rows: number): StepKind {
  if (length <= rows * HOUR) return 'hour'
  return length <= rows * DAY ? 'day' : 'month'
}

/** Every hour, day or month that [from, to] touches, from hour bins; one that holds nothing is absent. */
export async function steps(
  o: RollupOptions,
  marker: Marker,
  hydroCode: string,
  series: readonly string[],
  from: number,
  to: number,
  rows: number,
): Promise<Steps> {
  const zone = await o.zoneOf(hydroCode)
  const step = stepFor(to - from, rows)
  const end = next(step, Math.max(from, to - 1), zone)
  const bins = await readBins(o, marker, hydroCode, series, startOf(step, from, zone), end)
  const until = o.clock.now()
  return { step, series: new Map([...bins].map(([code, b]) => [code, fold(b, step, { zone, until })])) }
}
