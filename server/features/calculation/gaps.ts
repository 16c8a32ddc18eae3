import { gridOver, type Instants } from '#core/calculation/index.ts'
import type { Description } from '#core/description/index.ts'
import { DAY, uniteSpans, utcDay } from '#core/time/index.ts'
import type { History } from '#server/features/history/index.ts'
import type { Services } from '#server/lib/services.ts'
import { calculationIntervalOf, lastInstant, zoneOf } from './instants.ts'
import { HEAD } from './publish.ts'
import { waitingDays } from './store.ts'

/** Fewer instants than this without a result are no stop. */
const LEAST = 3

interface InstantGap extends Instants {
  instants: number
}

const isStop = (gap: InstantGap) => gap.instants >= LEAST

/** Of instants in their order, the runs of those that are wanted. */
function runsOf(instants: Float64Array, wanted: (t: number) => boolean): InstantGap[] {
  const runs: InstantGap[] = []
  let run: InstantGap | null = null
  for (const t of instants)
    if (!wanted(t)) run = null
    else if (run) Object.assign(run, { to: t, instants: run.instants + 1 })
    else runs.push((run = { from: t, to: t, instants: 1 }))
  return runs
}

/** What is known of one plant. */
interface Seen {
  /** Under which parameters. */
  key: string
  /** Up to here everything was looked at. */
  until: number
  /** But these are to be looked at again: gaps, and what has changed since. */
  again: Instants[]
}

/**
 * Instants of automatic operation that nobody computed: after a stop the loop fills in one day, and of what lies
 * before, only the readings that come late make it compute. What was looked at once is not read again, but for the
 * gaps that were found and what is stored or taken back there later.
 */
export function createGaps(s: Services, { history }: { history: History }) {
  const known = new Map<string, Seen>()
  /** How often results of a plant changed: what was read before such a change is not kept after it. */
  const turns = new Map<string, number>()

  history.onChange((changes) => {
    for (const { hydroCode, series, from, to } of changes) {
      if (series !== HEAD) continue
      turns.set(hydroCode, (turns.get(hydroCode) ?? 0) + 1)
      const had = known.get(hydroCode)
      if (!had || from > had.until) continue
      // With some time around it, so that a few instants missing beside it are found as one with it.
      const around = { from: from - DAY, to: Math.min(to + DAY, had.until) }
      known.set(hydroCode, { ...had, again: uniteSpans([...had.again, around], 0) })
    }
  })

  /** Days gone by of which something waits to be computed; of today something always does. */
  const waiting = (hydro: string, now: number) => waitingDays(s.db, hydro, utcDay(now))

  const gapsOn = async (d: Description, { from, to }: Instants, zone: string) => {
    const stored = (await history.read(d.hydroCode, [HEAD], from, to, { raw: true })).get(HEAD)!.t
    const there = new Set(stored)
    const grid = gridOver(d, from, to, zone)
    // Manual operation is told of by itself; a stop before it and one after it are two.
    const byHand = grid.segments.filter(({ p }) => p.operation === 'manual')
    for (const { first, n } of byHand) for (const t of grid.t.subarray(first, first + n)) there.add(t)
    const runs = runsOf(grid.t, (t) => !there.has(t))
    const last = runs.at(-1)
    // What comes last may go on.
    const open = last && last.to === grid.t.at(-1) ? last.from - 1 : to
    return { gaps: runs.filter(isStop), open }
  }

  return async (d: Description, { from, to }: Instants): Promise<InstantGap[]> => {
    const { hydroCode } = d
    const turn = turns.get(hydroCode)
    const now = s.clock.now()
    const [zone, interval] = [zoneOf(d, now), calculationIntervalOf(d, now)]
    const days = await waiting(hydroCode, now)
    /** What waits is on its way; of a gap, the days beside it are told all the same. */
    const without = (gap: InstantGap): InstantGap[] => {
      if (![...days].some((day) => utcDay(gap.from) <= day && day <= utcDay(gap.to))) return [gap]
      return runsOf(gridOver(d, gap.from, gap.to, zone).t, (t) => !days.has(utcDay(t))).filter(isStop)
    }
    const key = d.parameters.map((v) => v.version).join(' ')
    const had = known.get(hydroCode)
    const before = had?.key === key && had.until >= from - 1 ? had : { key, until: from - 1, again: [] }
    // What is late by little is on its way as well.
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
