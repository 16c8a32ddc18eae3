import { gridOver, type Instants } from '#core/calculation/index.ts'
import type { Description } from '#core/description/index.ts'
import { utcDay, utcDayStart } from '#core/time/index.ts'
import type { History } from '#server/features/history/index.ts'
import type { Services } from '#server/lib/services.ts'
import { intervalOf, lastInstant, zoneOf } from './instants.ts'
import { HEAD } from './publish.ts'

/** Fewer instants than this without a result are no stop. */
const LEAST = 3

export interface Gap extends Instants {
  instants: number
}

/** What is known of one plant. */
interface Seen {
  /** Under which parameters. */
  key: string
  /** Up to here everything was looked at. */
  until: number
  gaps: Gap[]
}

/**
 * Instants of automatic operation that nobody computed: after a stop the loop fills in one day, and of what lies
 * before, only the readings that come late make it compute. What was looked at once is not read again, but for the
 * gaps that were found.
 */
export function createGaps(s: Services, { history }: { history: History }) {
  const known = new Map<string, Seen>()

  /** Days gone by of which something waits to be computed; of today something always does. */
  const waiting = async (hydro: string, now: number): Promise<Set<number>> => {
    const rows = await s.db.query<{ day: number }>(
      "SELECT DISTINCT day FROM mark WHERE hydro_code = $1 AND kind = 'calc' AND day < $2",
      [hydro, utcDay(now)],
    )
    return new Set(rows.map((r) => r.day))
  }

  const look = async (d: Description, { from, to }: Instants, zone: string) => {
    const stored = (await history.read(d.hydroCode, [HEAD], from, to, { raw: true })).get(HEAD)!.t
    const there = new Set(stored)
    const gaps: Gap[] = []
    let run: number[] = []
    const end = () => {
      if (run.length >= LEAST) gaps.push({ from: run[0], to: run.at(-1)!, instants: run.length })
      run = []
    }
    for (const t of gridOver(d, from, to, zone).t) {
      if (there.has(t)) end()
      else run.push(t)
    }
    // What comes last may go on.
    const open = run.length > 0 ? run[0] - 1 : to
    end()
    return { gaps, open }
  }

  return async (d: Description, { from, to }: Instants): Promise<Gap[]> => {
    const now = s.clock.now()
    const zone = zoneOf(d, now)
    const days = await waiting(d.hydroCode, now)
    const waits = (gap: Instants) => {
      for (let day = utcDay(gap.from); day <= utcDay(gap.to); day++) if (days.has(day)) return true
      return false
    }
    // What is late by little is on its way; what comes after the first day that waits is looked at once that is done.
    const calm = days.size === 0 ? Infinity : utcDayStart(Math.min(...days)) - 1
    const end = Math.min(to, calm, lastInstant(d, now) - LEAST * intervalOf(d, now))
    const key = d.parameters.map((v) => v.version).join(' ')
    const had = known.get(d.hydroCode)
    const before = had?.key === key && had.until >= from - 1 ? had : { key, until: from - 1, gaps: [] }
    const found: Gap[] = []
    for (const gap of before.gaps)
      if (gap.to >= from) found.push(...(waits(gap) ? [gap] : (await look(d, gap, zone)).gaps))
    let { until } = before
    if (until < end) {
      const more = await look(d, { from: until + 1, to: end }, zone)
      found.push(...more.gaps)
      until = more.open
    }
    known.set(d.hydroCode, { key, until, gaps: found.filter((gap) => gap.to <= until) })
    return found.filter((gap) => !waits(gap))
  }
}
