import { gridOver, type Instants } from '#core/calculation/index.ts'
import type { Description } from '#core/description/index.ts'
import { DAY, uniteSpans, utcDay } from '#core/time/index.ts'
import type { History } from '#server/features/history/index.ts'
import type { Services } from '#server/lib/services.ts'
import { calculationIntervalOf, lastInstant, zoneOf } from './instants.ts'
import { HEAD } from './publish.ts'
import { waitingDays } from './store.ts'

/** Fewer consecutive instants than this without a result are not reported as a gap. */
const LEAST = 3

interface InstantGap extends Instants {
  instants: number
}

const isStop = (gap: InstantGap) => gap.instants >= LEAST

/** The runs of consecutive instants for which `wanted` holds. */
function runsOf(instants: Float64Array, wanted: (t: number) => boolean): InstantGap[] {
  const runs: InstantGap[] = []
  let run: InstantGap | null = null
  for (const t of instants)
    if (!wanted(t)) run = null
    else if (run) Object.assign(run, { to: t, instants: run.instants + 1 })
    else runs.push((run = { from: t, to: t, instants: 1 }))
  return runs
}

/** What was found for one plant so far. */
interface Seen {
  /** The parameters under which it was found. */
  key: string
  /** The instant up to which everything was examined. */
  until: number
  /** Spans before it to examine again: gaps, and what has changed since. */
  again: Instants[]
}

/**
 * Finds instants of automatic operation that nobody computed. After a stop the loop fills in one day; before that, it
 * computes only where late readings arrive. What was examined once is not read again, except gaps and what is stored or
 * taken back later.
 */
export function createGaps(s: Services, { history }: { history: History }) {
  const known = new Map<string, Seen>()
  /** Number of changes to the results of a plant: what was read before a change is not cached after it. */
  const turns = new Map<string, number>()

  history.onChange((changes) => {
    for (const { hydroCode, series, from, to } of changes) {
      if (series !== HEAD) continue
      turns.set(hydroCode, (turns.get(hydroCode) ?? 0) + 1)
      const had = known.get(hydroCode)
      if (!had || from > had.until) continue
      // With some time around it, so that a few missing instants beside it join it.
      const around = { from: from - DAY, to: Math.min(to + DAY, had.until) }
      known.set(hydroCode, { ...had, again: uniteSpans([...had.again, around], 0) })
    }
  })

  /** Past days with something that waits to be computed; today always has something. */
  const waiting = (hydro: string, now: number) => waitingDays(s.db, hydro, utcDay(now))

  const gapsOn = async (d: Description, { from, to }: Instants, zone: string) => {
    const stored = (await history.read(d.hydroCode, [HEAD], from, to, { raw: true })).get(HEAD)!.t
    const there = new Set(stored)
    const grid = gridOver(d, from, to, zone)
    // Manual operation is reported separately; a stop before it and one after it are two.
    const byHand = grid.segments.filter(({ p }) => p.operation === 'manual')
    for (const { first, n } of byHand) for (const t of grid.t.subarray(first, first + n)) there.add(t)
    const runs = runsOf(grid.t, (t) => !there.has(t))
    const last = runs.at(-1)
    // The last one may still grow.
    const open = last && last.to === grid.t.at(-1) ? last.from - 1 : to
    return { gaps: runs.filter(isStop), open }
  }

  return async (d: Description, { from, to }: Instants): Promise<InstantGap[]> => {
    const { hydroCode } = d
    const turn = turns.get(hydroCode)
    const now = s.clock.now()
    const [zone, interval] = [zoneOf(d, now), calculationIntervalOf(d, now)]
    const days = await waiting(hydroCode, now)
    /** Removes days that wait to be computed from a gap; its other days are reported. */
    const without = (gap: InstantGap): InstantGap[] => {
      if (![...days].some((day) => utcDay(gap.from) <= day && day <= utcDay(gap.to))) return [gap]
      return runsOf(gridOver(d, gap.from, gap.to, zone).t, (t) => !days.has(utcDay(t))).filter(isStop)
    }
    const key = d.parameters.map((v) => v.version).join(' ')
    const had = known.get(hydroCode)
    const before = had?.key === key && had.until >= from - 1 ? had : { key, until: from - 1, again: [] }
    // Instants that are only slightly late are being computed as well.
    const fresh = { from: before.until + 1, to: Math.min(to, lastInstant(d, now) - LEAST * interval) }
    const spans = [...before.again, fresh]
      .map((x) => ({ from: Math.max(x.from, from), to: x.to }))
      .filter((x) => x.from <= x.to)
    const found: InstantGap[] = []
    let { until } = before
    for (const span of uniteSpans(spans, interval)) {
      const { gaps, open } = await gapsOn(d, span, zone)
      found.push(...gaps)
      if (span.to > until) until = open
    }
    if (turns.get(hydroCode) === turn)
      known.set(hydroCode, { key, until, again: found.filter((gap) => gap.to <= until) })
    return found.flatMap(without)
  }
}
