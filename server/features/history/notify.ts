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
const CHANNEL = 'forebay_changes'
/**
 * How far back a poll looks beyond the last one, ms: clocks of replicas differ, and changes are stamped before they
 * commit.
 */
const OVERLAP = 30_000

/** By plant, spans with the series that changed over them. */
type Notice = [hydroCode: string, spans: [from: number, to: number, series: string[]][]][]

export function createNotify({ notices, history, clock, log }: NotifyOptions): Notify {
  const gathered = new Map<string, Map<string, { from: number; to: number }>>()
  /** When this process last learnt of a change of a series. */
  const seen = new Map<string, number>()
  const see = (hydroCode: string, series: string) => {
    const key = `${hydroCode}/${series}`
    // What was learnt last is last in the map: what may be forgotten is first.
    seen.delete(key)
    seen.set(key, clock.now())
  }
  let relaying = false
  let closed = false
  let gather: NodeJS.Timeout | null = null
  let every: NodeJS.Timeout | null = null
  let pending: Promise<void> = Promise.resolve()

  const stop = history.onChange((changes) => {
    for (const c of changes) {
      see(c.hydroCode, c.series)
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
    const bodies = noticesOf(gathered)
    gathered.clear()
    try {
      await notices.send(CHANNEL, ...bodies)
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

  const receive = async (notice: Notice) => {
    for (const [hydroCode, spans] of notice) {
      const last = await history.last(
        hydroCode,
        spans.flatMap(([, , series]) => series),
      )
      relay(
        spans.flatMap(([from, to, series]) =>
          series.map((code): Change => {
            const entry = last.get(code)
            const within = entry && entry.t >= from && entry.t <= to
            return { hydroCode, series: code, from, to, ...(within && { last: entry }) }
          }),
        ),
      )
    }
  }

  const poll = async () => {
    const now = clock.now()
    for (const [key, at] of seen)
      if (at < now - OVERLAP) seen.delete(key)
      else break
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

  notices.on(CHANNEL, (body) => void queue(() => receive(body as Notice)))

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

/** Changes as notices of which each fits: of what is too much for one, the rest is in the next. */
function noticesOf(
  gathered: ReadonlyMap<string, ReadonlyMap<string, { from: number; to: number }>>,
): Notice[] {
  const out: Notice[] = []
  let room = 0
  for (const [hydroCode, plant] of gathered) {
    const bySpan = Map.groupBy(plant, ([, { from, to }]) => `${from} ${to}`)
    for (const group of bySpan.values()) {
      const { from, to } = group[0][1]
      let last: string[] | null = null
      for (const [series] of group) {
        const size = bytes(series)
        // Whatever has to be named again at the beginning of a notice, or of a span.
        const head = last ? 0 : bytes([hydroCode, [[from, to, []]]])
        if (room < size + head) {
          out.push([])
          room = ROOM - bytes([hydroCode, [[from, to, []]]])
          last = null
        } else room -= head
        if (!last) {
          const notice = out.at(-1)!
          if (notice.at(-1)?.[0] !== hydroCode) notice.push([hydroCode, []])
          notice.at(-1)![1].push([from, to, (last = [])])
        }
        last.push(series)
        room -= size
      }
    }
  }
  return out
}

/** In a list, with the comma behind it. */
const bytes = (part: unknown) => Buffer.byteLength(JSON.stringify(part)) + 1
