import { tooMany } from '#server/lib/errors.ts'
import { turns } from '#server/lib/turns.ts'

/** Attempts of one network that may wait: some seconds of work. */
const MOST_WAITING = 50

/**
 * Orders the comparison of passwords, each of which takes 19 MiB and some hundredths of a second: two at a time for
 * known browsers, two for all others, and of these one at a time per network. A flood of attempts thus takes nothing
 * from known browsers or other networks, and beyond its own share it is answered with 429.
 */
export function signInTurns(): <T>(network: string | null, work: () => Promise<T>) => Promise<T> {
  const known = turns(2)
  const strangers = turns(2)
  const lanes = new Map<string, { turn: ReturnType<typeof turns>; waiting: number }>()
  return async (network, work) => {
    if (network === null) return known(work)
    const lane = lanes.get(network) ?? { turn: turns(1), waiting: 0 }
    if (lane.waiting >= MOST_WAITING) throw tooMany('too_many_requests', 1)
    lanes.set(network, lane)
    lane.waiting++
    try {
      return await lane.turn(() => strangers(work))
    } finally {
      if (--lane.waiting === 0) lanes.delete(network)
    }
  }
}
