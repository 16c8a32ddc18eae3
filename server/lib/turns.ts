import { tooMany } from './errors.ts'

/** When a refused call may be repeated, s. */
const RETRY = 2

/**
 * Runs at most `most` functions at a time; the others wait, in the order in which they came. late: after so many ms of
 * waiting a call is rejected with this error instead.
 */
export function turns(
  most: number,
  late?: { after: number; error: () => Error },
): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting = new Set<() => void>()
  const turn = () =>
    new Promise<void>((begin, refuse) => {
      let timer: NodeJS.Timeout | undefined
      const go = () => {
        clearTimeout(timer)
        waiting.delete(go)
        begin()
      }
      if (late)
        timer = setTimeout(() => {
          waiting.delete(go)
          refuse(late.error())
        }, late.after)
      waiting.add(go)
    })
  return async (work) => {
    if (running < most) running++
    // A function that ends passes its turn on.
    else await turn()
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next) next()
      else running--
    }
  }
}

interface CallerTurns {
  /** Functions of one caller that run at once. */
  most: number
  /** Functions of one caller that may wait besides. */
  waiting: number
  /** How long one of them waits, ms. */
  patience: number
}

/**
 * As `turns`, for each caller separately, so that nobody's calls delay others.
 * @throws Problem 429 where `waiting` of a caller wait already, and after `patience`
 */
export function turnsByCaller({
  most,
  waiting,
  patience,
}: CallerTurns): <T>(caller: string, work: () => Promise<T>) => Promise<T> {
  const lanes = new Map<string, { turn: ReturnType<typeof turns>; count: number }>()
  const refusal = () => tooMany('too_many_requests', RETRY)
  return async (caller, work) => {
    const lane = lanes.get(caller) ?? { turn: turns(most, { after: patience, error: refusal }), count: 0 }
    if (lane.count >= most + waiting) throw refusal()
    lanes.set(caller, lane)
    lane.count++
    try {
      return await lane.turn(work)
    } finally {
      if (--lane.count === 0) lanes.delete(caller)
    }
  }
}
