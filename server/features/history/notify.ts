import type { Clock } from '#server/lib/clock.ts'
import type { Log } from '#server/lib/log.ts'
import type { Notices } from '#server/lib/notices.ts'
import type { History } from './index.ts'
import type { Change } from './types.ts'

/** Notifies other replicas of changes of this process, and this process of theirs. */
export interface Notify {
  /** Begins to poll. */
  start(): void
  /** Polls once for changes of which no notice came. */
  poll(): Promise<void>
  /** Sends gathered changes now. */
  flush(): Promise<void>
  close(): Promise<void>
}

export interface NotifyOptions {
  notices: Notices
  history: Pick<History, 'onChange' | 'emit' | 'last' | 'openFrom' | 'changedSince'>
  clock: Clock
  log: Log
}

/** ms over which changes are gathered into one notice. */
const GATHER = 100
/** A notice may be lost (a broken connection), so every process polls this often, ms. */
const POLL = 5000
/** Bytes of a notice: PostgreSQL takes less than 8,000, with the sender's name. */
const ROOM = 7900
const CHANNEL = 'forebay_change'
/**
 * How far back a poll looks beyond the last one, ms: clocks of replicas differ, and changes are stamped before they
 * commit.
 */
const OVERLAP = 30_000

/** [plant, series with their spans, or null for too many to name] */
type Notice = [hydroCode: string, series: [series: string, from: number, to: number][] | null][]

export function createNotify({ notices, history, clock, log }: NotifyOptions): Notify {
  const gathered = new Map<string, Map<string, { from: number; to: number }>>()
  /** When this process last learnt of a change of a series. */
  const seen = new Map<string, number>()
  let relaying = false
  let closed = false
  let gather: NodeJS.Timeout | null = null
  let every: NodeJS.Timeout | null = null
  let pending: Promise<void> = Promise.resolve()

  const stop = history.onChange((changes) => {
    for (const c of changes) {
      seen.set(`${c.hydroCode}/${c.series}`, clock.now())
      if (relaying) continue
      let plant = gathered.get(c.hydroCode)
      if (!plant) gathered.set(c.hydroCode, (plant = new Map()))
      const had = plant.get(c.series)
      if (!had) plant.set(c.series, { from: c.from, to: c.to })
      else {
        had.from = Math.min(had.from, c.from)
        had.to = Math.max(had.to, c.to)
      }
    }
    if (!relaying && gathered.size > 0) gather ??= setTimeout(() => void flush(), GATHER)
  })

  const flush = async () => {
    if (gather) clearTimeout(gather)
    gather = null
    if (gathered.size === 0) return
    const notice: Notice = [...gathered].map(([code, plant]) => [
      code,
      [...plant].map(([series, s]) => [series, s.from, s.to]),
    ])
    gathered.clear()
    const fits = (body: Notice | null) => Buffer.byteLength(JSON.stringify(body)) <= ROOM
    const short: Notice = notice.map(([code]) => [code, null])
    try {
      await notices.send(CHANNEL, [notice, short, null].find(fits))
    } catch (error) {
      log.warn(
        { err: (error as Error).message },
        'other replicas were not notified of a change; they will find it by polling',
      )
    }
  }

  const relay = (changes: Change[]) => {
    if (closed || changes.length === 0) return
    relaying = true
    try {
      history.emit(changes)
    } finally {
      relaying = false
    }
  }

  const hear = async (notice: Notice | null) => {
    if (notice === null) return poll()
    for (const [hydroCode, series] of notice) {
      if (series === null) return poll()
      const last = await history.last(
        hydroCode,
        series.map(([code]) => code),
      )
      relay(
        series.map(([code, a, b]) => {
          const entry = last.get(code)
          const change: Change = { hydroCode, series: code, from: a, to: b }
          if (entry && entry.t >= a && entry.t <= b) change.last = entry
          return change
        }),
      )
    }
  }

  const poll = async () => {
    const now = clock.now()
    const found = await history.changedSince(now - OVERLAP)
    const missed = found.filter(
      (f) => f.changedAt > (seen.get(`${f.hydroCode}/${f.series}`) ?? now - OVERLAP - 1),
    )
    for (const [hydroCode, list] of Map.groupBy(missed, (f) => f.hydroCode)) {
      const last = await history.last(
        hydroCode,
        list.map((f) => f.series),
      )
      // The changed span is unknown: it lies somewhere in the open days.
      relay(
        list.map(({ series }) => {
          const change: Change = { hydroCode, series, from: history.openFrom(), to: now }
          const entry = last.get(series)
          if (entry) change.last = entry
          return change
        }),
      )
    }
  }

  /** Handles notices one after another; the next poll repairs what fails. */
  const queue = (work: () => Promise<void>) => {
    pending = pending.then(work).catch((error: Error) => {
      if (!closed) log.warn({ err: error.message }, 'a notice of a change was not understood')
    })
    return pending
  }

  notices.on(CHANNEL, (body) => void queue(() => hear(body as Notice | null)))

  return {
    start() {
      every = setInterval(() => void queue(poll), POLL)
      every.unref()
    },
    poll: () => queue(poll),
    flush,
    async close() {
      await flush()
      closed = true
      stop()
      for (const timer of [gather, every]) if (timer) clearTimeout(timer)
      await pending
    },
  }
}
