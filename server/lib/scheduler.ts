import { availableParallelism } from 'node:os'
import { MINUTE } from '#core/time/units.ts'
import { isLost } from './database.ts'
import type { Services } from './services.ts'

/** Waits until the time is over or the signal aborts, whichever comes first; never rejects. */
type Wait = (ms: number, signal: AbortSignal) => Promise<void>

const timer: Wait = (ms, signal) =>
  new Promise((done) => {
    if (signal.aborted) return done()
    const end = () => {
      clearTimeout(handle)
      signal.removeEventListener('abort', end)
      done()
    }
    const handle = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })

/** A kind of work that is done for each plant by itself. */
interface Work {
  /** In the log. */
  name: string
  /** Begins only on request: joining a plant does not begin it. */
  onlyCalled?: boolean
  /**
   * Runs one short turn of what waits at a plant. Returns when its next turn is due, epoch ms: not after now where there
   * is more, Infinity where only a change brings more.
   */
  turn(hydro: string): Promise<number>
}

/** Requests turns of one kind of work. A request never postpones a turn that is due earlier. */
interface Calls {
  /** After a change: gathers for a moment, then comes before what is only due. */
  soon(hydro: string): void
  /** At an instant, epoch ms. */
  at(hydro: string, due: number): void
}

/**
 * The work of all plants in this process: one heap of the instants at which a turn is due, and beside it what was
 * changed just now. A plant without either costs nothing. A turn that leaves more goes behind everything that is due
 * already, so one plant with years to catch up does not keep the others waiting, and one whose work fails is tried again
 * later and later.
 *
 * A clock that was set back makes everything due that it had for later: each turn then says anew when its next one is.
 */
export interface Scheduler {
  add(work: Work): Calls
  /** Requests a turn of every kind of work at a plant that is new or whose description changed. */
  join(hydro: string): void
  run(signal: AbortSignal): Promise<void>
}

/** Changes are gathered this long before they are worked on, ms. */
const GATHER = 150
/** Longest rest, ms: somebody may set the clock. Also the longest delay of work that failed. */
const LONGEST = MINUTE
/** First delay of work that failed, and the delay between attempts while the database is away, ms. */
const RETRY = 1000
/** Turns at once. Each holds one connection, briefly two: three leave room in the pool for calls. */
const MOST_AT_ONCE = 3

interface Task {
  work: Work
  hydro: string
  due: number
  gathering: boolean
  running: boolean
  failures: number
  /** After a failure: not before. */
  retryAt: number
}

/** Why a turn began. */
type Lane = 'changed' | 'due'

export function createScheduler(
  s: Pick<Services, 'clock' | 'log'>,
  options: { wait?: Wait; atOnce?: number } = {},
): Scheduler {
  const { wait = timer, atOnce = Math.min(MOST_AT_ONCE, availableParallelism() + 1) } = options
  /** While one lane has work waiting, the other does not take its last place. */
  const share = Math.max(1, atOnce - 1)
  const registered: { work: Work; calls: Calls }[] = []
  const tasks = new Map<string, Task>()
  const changed = new Set<Task>()
  const heap = createHeap<Task>()
  const running: Record<Lane, number> = { changed: 0, due: 0 }
  const turns = new Set<Promise<void>>()
  let loop: AbortSignal | null = null
  /** The clock when it was last looked at. */
  let seen = -Infinity
  let woken = new AbortController()
  let away = false

  const keyOf = (work: Work, hydro: string) => `${work.name} ${hydro}`
  const taskOf = (work: Work, hydro: string): Task => {
    const key = keyOf(work, hydro)
    let task = tasks.get(key)
    if (!task) {
      task = { work, hydro, due: Infinity, gathering: false, running: false, failures: 0, retryAt: -Infinity }
      tasks.set(key, task)
    }
    return task
  }

  const put = (task: Task, at: number) => {
    const due = Math.max(at, task.retryAt)
    if (due >= task.due) return
    task.due = due
    heap.push(due, task)
    woken.abort()
  }

  const soon = (task: Task) => {
    if (task.gathering || changed.has(task) || task.retryAt > s.clock.now()) return
    if (loop === null) return void changed.add(task)
    task.gathering = true
    void wait(GATHER, loop).then(() => {
      task.gathering = false
      changed.add(task)
      woken.abort()
    })
  }

  /** After the clock was set back, instants by the clock of before lie too far ahead. */
  const followClock = () => {
    const now = s.clock.now()
    if (now < seen) {
      s.log.warn({ ms: seen - now }, 'the clock was set back; all timed work is looked at')
      for (const task of tasks.values()) {
        task.retryAt = Math.min(task.retryAt, now + LONGEST)
        if (task.due < Infinity) put(task, now)
      }
    }
    seen = now
  }

  /** Finds the task that has been due longest and may begin; drops entries that were moved since. */
  const firstDue = () => {
    for (let top = heap.peek(); top; top = heap.peek()) {
      if (top.at === top.of.due && !top.of.running) return top
      heap.pop()
    }
    return null
  }

  const next = (): [Lane, Task] | null => {
    const top = firstDue()
    const due = top && top.at <= s.clock.now() ? top.of : null
    const fresh = firstOf(changed, (task) => !task.running)
    if (fresh && (running.changed < share || !due)) return ['changed', fresh]
    return due && running.due < share ? ['due', due] : null
  }

  async function turn(lane: Lane, task: Task, signal: AbortSignal): Promise<void> {
    changed.delete(task)
    task.due = Infinity
    task.running = true
    running[lane]++
    const began = s.clock.now()
    let due: number
    try {
      due = await task.work.turn(task.hydro)
      task.failures = 0
      task.retryAt = -Infinity
    } catch (err) {
      due = s.clock.now() + Math.min(LONGEST, RETRY * 2 ** task.failures)
      if (isLost(err)) away = true
      else {
        task.failures++
        task.retryAt = due
      }
      if (!signal.aborted)
        s.log[away ? 'warn' : 'error']({ err, plant: task.hydro }, `${task.work.name} failed`)
    }
    // It may have said so by the clock of before.
    if (s.clock.now() < began) due = s.clock.now()
    running[lane]--
    task.running = false
    const other = task.due
    task.due = Infinity
    put(task, Math.min(due, other))
    if (task.due === Infinity && !task.gathering && !changed.has(task))
      tasks.delete(keyOf(task.work, task.hydro))
    woken.abort()
  }

  return {
    add(work) {
      const calls: Calls = {
        soon: (hydro) => soon(taskOf(work, hydro)),
        at: (hydro, due) => put(taskOf(work, hydro), due),
      }
      registered.push({ work, calls })
      return calls
    },
    join(hydro) {
      for (const { work, calls } of registered) {
        const task = tasks.get(keyOf(work, hydro))
        if (task) task.retryAt = -Infinity
        if (task || !work.onlyCalled) calls.at(hydro, s.clock.now())
      }
    },
    async run(signal) {
      loop = signal
      while (!signal.aborted) {
        followClock()
        if (away) {
          away = false
          await wait(RETRY, signal)
          continue
        }
        const found = running.changed + running.due < atOnce ? next() : null
        if (found) {
          const one: Promise<void> = turn(...found, signal).finally(() => turns.delete(one))
          turns.add(one)
          continue
        }
        woken = new AbortController()
        // A due task without a free place waits for the end of a turn. One that became due since it was looked for has
        // its place in the next pass.
        const full = running.changed + running.due >= atOnce || running.due >= share
        const first = firstDue()
        const until = first && !full ? Math.max(1, s.clock.until(first.at)) : Infinity
        await wait(Math.min(until, LONGEST), AbortSignal.any([signal, woken.signal]))
      }
      loop = null
      await Promise.all(turns)
    },
  }
}

function firstOf<T>(all: Iterable<T>, wanted: (one: T) => boolean): T | null {
  for (const one of all) if (wanted(one)) return one
  return null
}

/** Orders entries by instant, equal ones by insertion. */
function createHeap<T>() {
  const items: { at: number; n: number; of: T }[] = []
  let count = 0
  const before = (a: number, b: number) =>
    items[a].at < items[b].at || (items[a].at === items[b].at && items[a].n < items[b].n)
  const swap = (a: number, b: number) => ([items[a], items[b]] = [items[b], items[a]])
  return {
    peek: (): { at: number; of: T } | undefined => items[0],
    push(at: number, of: T) {
      let i = items.push({ at, n: count++, of }) - 1
      for (let up = (i - 1) >> 1; i > 0 && before(i, up); up = (i - 1) >> 1) {
        swap(i, up)
        i = up
      }
    },
    pop() {
      swap(0, items.length - 1)
      items.pop()
      for (let i = 0; ;) {
        let least = i
        for (const child of [2 * i + 1, 2 * i + 2])
          if (child < items.length && before(child, least)) least = child
        if (least === i) return
        swap(i, least)
        i = least
      }
    },
  }
}
