import type { ServerResponse } from 'node:http'
import type { OverviewEvent, OverviewRow } from '#contract/overview.ts'
import type { Log } from '#server/lib/log.ts'
import { digest } from '#server/lib/secrets.ts'
import type { Rows } from './kept.ts'
import { rowsSeen } from './seen.ts'

/** The reader of the stream, and the reservoirs that it may see. */
interface Watcher {
  sessionId: string
  codes: Set<string>
  out: ServerResponse
}

/** The last row that was sent of a reservoir, and the number of the event that it was in. */
interface Sent {
  n: number
  row: OverviewRow
  /** The row as text, by which a change is noticed. */
  text: string
}

export interface OverviewFeed {
  /** Opens a stream of the reservoirs that a session may see; afterId as the client had it, or null. */
  open(
    out: ServerResponse,
    sessionId: string,
    codes: readonly string[],
    afterId: string | null,
  ): Promise<void>
  /** Sends what changed by time alone, and ends the streams of those who may see nothing any more. */
  beat(): Promise<void>
  streams(): number
  close(): void
}

interface Options {
  /** Distinguishes ids of this process from those of others. */
  boot: string
  now: () => number
  rows: Rows
  /** The reservoirs that each session may see; none for a session that is over. */
  seenBy(sessionIds: readonly string[]): Promise<Map<string, readonly string[]>>
  log: Log
  beatMs?: number
  /** Changes within this time are sent as one event, so a reservoir changes once in it at most. */
  gatherMs?: number
  /** A reader this many bytes behind is cut off; it reconnects and catches up. */
  lagBytes?: number
  /** What was sent is forgotten when nobody has watched for this long, ms. */
  idleMs?: number
}

/**
 * One stream for all reservoirs of an account. Of each reservoir the last row that was sent is held with the number of
 * its event, so a client that returns gets exactly the rows of later numbers, however long it was away.
 */
export function createOverviewFeed(o: Options): OverviewFeed {
  const { beatMs = 15_000, gatherMs = 1000, lagBytes = 4 * 1024 * 1024, idleMs = 60_000 } = o
  const watchers = new Set<Watcher>()
  const dirty = new Set<string>()
  let sent = new Map<string, Sent>()
  /** Numbers are comparable within one of these. */
  let epoch = 0
  let counter = 0
  let alone: number | null = null
  let timer: NodeJS.Timeout | null = null
  let closed = false
  /** One look at rows at a time: an older answer must not come after a newer one. */
  let looking: Promise<unknown> = Promise.resolve()

  const leave = (w: Watcher) => {
    const was = watchers.delete(w)
    if (was && watchers.size === 0) alone = o.now()
    return was
  }
  const put = (w: Watcher, text: string) => {
    if (w.out.writableLength <= lagBytes) return void w.out.write(text)
    leave(w)
    w.out.destroy()
  }
  const idOf = (codes: Iterable<string>) =>
    `${o.boot}.${epoch}.${digest([...codes].sort().join('\n')).slice(0, 16)}`
  const write = (event: OverviewEvent, id: string | null) =>
    `${id === null ? '' : `id: ${id}\n`}event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`
  const change = (w: Watcher, rows: ReadonlyMap<string, OverviewRow>, gone: readonly string[]) => {
    const list = rowsSeen(rows, w.codes)
    if (list.length > 0 || gone.length > 0)
      put(w, write({ event: 'change', data: { now: o.now(), rows: list, gone: [...gone] } }, at(w.codes)))
  }
  const at = (codes: Iterable<string>) => `${idOf(codes)}:${counter}`

  /** Reads rows again, and answers those that differ from what was sent. */
  const look = (codes: readonly string[]): Promise<Map<string, OverviewRow>> => {
    const result = looking.then(async () => {
      const changed = new Map<string, OverviewRow>()
      if (codes.length === 0) return changed
      const n = counter + 1
      for (const [code, row] of await o.rows.of(codes)) {
        const text = JSON.stringify(row)
        if (sent.get(code)?.text === text) continue
        sent.set(code, { n, row, text })
        changed.set(code, row)
      }
      if (changed.size > 0) counter = n
      return changed
    })
    looking = result.catch(() => {})
    return result
  }
  const watched = () => new Set([...watchers].flatMap((w) => [...w.codes]))

  const turn = async () => {
    const all = watched()
    const codes = [...dirty].filter((code) => all.has(code))
    dirty.clear()
    try {
      const changed = await look(codes)
      for (const w of watchers) change(w, changed, [])
    } catch (error) {
      // The next heartbeat looks at all of them.
      o.log.warn({ err: (error as Error).message }, 'rows of the overview were not read, trying later')
    } finally {
      timer = null
      if (dirty.size > 0 && watchers.size > 0) gather()
    }
  }
  const gather = () => {
    if (!closed) timer ??= setTimeout(() => void turn(), gatherMs)
  }
  const unlisten = o.rows.onChange((code) => {
    if (watchers.size === 0) return
    dirty.add(code)
    gather()
  })

  /** Ends the streams of those who may see nothing any more, and tells the others what is theirs now. */
  const recheck = async () => {
    const seen = await o.seenBy([...new Set([...watchers].map((w) => w.sessionId))])
    for (const w of [...watchers]) {
      const codes = new Set(seen.get(w.sessionId))
      if (codes.size === 0) {
        leave(w)
        w.out.end(write({ event: 'end', data: { code: 'token_invalid' } }, null))
        continue
      }
      const gone = [...w.codes].filter((code) => !codes.has(code))
      const come = [...codes].filter((code) => !w.codes.has(code))
      w.codes = codes
      if (gone.length === 0 && come.length === 0) continue
      await look(come.filter((code) => !sent.has(code)))
      // The neighbours downstream are named anew too.
      const rows = gone.length > 0 ? [...codes] : come
      change(w, new Map(rows.flatMap((code) => (sent.has(code) ? [[code, sent.get(code)!.row]] : []))), gone)
    }
  }

  const beat = async () => {
    const text = write({ event: 'beat', data: { now: o.now() } }, null)
    for (const w of watchers) put(w, text)
    if (watchers.size === 0) {
      if (alone !== null && o.now() - alone >= idleMs) {
        sent = new Map()
        epoch++
        alone = null
      }
      return
    }
    try {
      await recheck()
      const changed = await look([...watched()])
      for (const w of watchers) change(w, changed, [])
    } catch (error) {
      // The database is away: streams stay, and the next heartbeat checks again.
      o.log.warn({ err: (error as Error).message }, 'the overview was not looked at')
    }
  }
  const beats = setInterval(() => void beat(), beatMs)
  beats.unref()

  return {
    async open(out, sessionId, codes, afterId) {
      const w: Watcher = { sessionId, codes: new Set(codes), out }
      // From here on changes are sent to it, so that what changes while rows are read is not lost.
      const changed = await look(codes.filter((code) => !sent.has(code)))
      if (closed || out.destroyed) return void out.end()
      alone = null
      const after = afterId?.startsWith(`${idOf(codes)}:`) ? Number(afterId.split(':').at(-1)) : NaN
      const known = Number.isInteger(after) && after <= counter
      const rows = new Map(
        codes.flatMap((code) => {
          const had = sent.get(code)
          return had && (!known || had.n > after) ? [[code, had.row]] : []
        }),
      )
      if (known) change(w, rows, [])
      else
        out.write(
          write({ event: 'snapshot', data: { now: o.now(), rows: rowsSeen(rows, codes) } }, at(codes)),
        )
      // Others who see them are sent what this look found.
      for (const other of watchers) change(other, changed, [])
      watchers.add(w)
      out.on('close', () => leave(w))
      // What was sent may be older than the last change that nobody watched.
      for (const code of codes) dirty.add(code)
      gather()
    },
    beat,
    streams: () => watchers.size,
    close() {
      closed = true
      unlisten()
      clearInterval(beats)
      if (timer) clearTimeout(timer)
      for (const w of watchers) w.out.end()
      watchers.clear()
    },
  }
}
