import type { ServerResponse } from 'node:http'
import type { OverviewEvent, OverviewRow } from '#contract/overview.ts'
import { tooMany } from '#server/lib/errors.ts'
import type { Log } from '#server/lib/log.ts'
import type { Places, Rows } from './kept.ts'
import { rowsSeen } from './seen.ts'

/** Who opens a stream, the reservoirs that it may see, and the last id that the client had, or null. */
interface Opening {
  account: string
  sessionId: string
  codes: readonly string[]
  after: string | null
}

/** The readers that may see the same reservoirs: what they are sent is written as text once. */
interface Group {
  key: string
  codes: readonly string[]
  places: Places
  watchers: Set<Watcher>
  /** Bytes of all its rows, about. */
  bytes: number
  /** All its rows as text, as of the event of this number. */
  full: { n: number; places: Places; text: string } | null
}

interface Watcher {
  account: string
  sessionId: string
  group: Group
  out: ServerResponse
}

/** The last row that was sent of a reservoir, and the number of the event that it was in. */
interface Sent {
  n: number
  row: OverviewRow
  /** The row as text, by which a change is noticed. */
  text: string
  bytes: number
}

export interface OverviewFeed {
  /**
   * Opens a stream. begin: sends its head, when all that may fail has been read.
   * @throws Problem 429 where the account has too many
   */
  open(opening: Opening, begin: () => ServerResponse): Promise<void>
  /** Sends what changed by time alone, and ends the streams of those who may see nothing any more. */
  beat(): Promise<void>
  streams(): number
  close(): void
}

export interface OverviewFeedOptions {
  /** Distinguishes ids of this process from those of others. */
  boot: string
  now: () => number
  rows: Pick<Rows, 'of' | 'among' | 'onChange'>
  /** The reservoirs that each session may see; none for a session that is over. */
  seenBy(sessionIds: readonly string[]): Promise<Map<string, readonly string[]>>
  log: Log
  beatMs?: number
  /** Changes within this time are sent as one event, so a reservoir changes once in it at most. */
  gatherMs?: number
  /** A reader so many bytes behind, besides all rows twice, is cut off; it reconnects and catches up. */
  lagBytes?: number
  /** What was sent is forgotten when nobody has watched for this long, ms. */
  idleMs?: number
  /** Streams of a session, of which the oldest makes room for a new one, and of an account, beyond which it has none. */
  mostOfSession?: number
  mostOfAccount?: number
}

/** When a client that has too many streams may try again, s. */
const AGAIN = 15

/**
 * One stream for all reservoirs of an account. Of each reservoir the last row that was sent is held with the number of
 * its event, so a client that returns gets exactly the rows of later numbers, however long it was away.
 */
export function createOverviewFeed(o: OverviewFeedOptions): OverviewFeed {
  const { beatMs = 15_000, gatherMs = 1000, lagBytes = 4 * 1024 * 1024, idleMs = 60_000 } = o
  const { mostOfSession = 8, mostOfAccount = 40 } = o
  /** The oldest first. */
  const watchers = new Set<Watcher>()
  const opening = new Set<Opening>()
  const groups = new Map<string, Group>()
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

  const keyOf = (codes: readonly string[]) => codes.join('\n')
  const bytesOf = (codes: readonly string[]) =>
    codes.reduce((sum, code) => sum + (sent.get(code)?.bytes ?? 0), 0)
  const groupOf = (codes: readonly string[], places: Places): Group => {
    const key = keyOf(codes)
    let group = groups.get(key)
    if (!group) {
      group = { key, codes, places, watchers: new Set(), bytes: bytesOf(codes), full: null }
      groups.set(key, group)
    }
    return group
  }
  const leaveGroup = (w: Watcher) => {
    w.group.watchers.delete(w)
    if (w.group.watchers.size === 0) groups.delete(w.group.key)
  }
  const leave = (w: Watcher) => {
    const was = watchers.delete(w)
    if (was) leaveGroup(w)
    if (was && watchers.size === 0) alone = o.now()
  }
  const cut = (w: Watcher) => {
    leave(w)
    w.out.destroy()
  }
  const put = (w: Watcher, text: string) => {
    // The rows of a snapshot and those that all change at once are no lag.
    if (w.out.writableLength <= lagBytes + 2 * w.group.bytes) w.out.write(text)
    else cut(w)
  }

  const write = (event: OverviewEvent['event'], data: string, id: string | null) =>
    `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`
  const beginningOf = (places: Places) => `${o.boot}.${epoch}.${places.id}:`
  const idOf = (group: Group) => `${beginningOf(group.places)}${counter}`
  /** The rows of some codes of a group as JSON; null: there is none. */
  const rowsText = (group: Group, codes: Iterable<string>) => {
    const rows = new Map<string, OverviewRow>()
    for (const code of codes) {
      const had = sent.get(code)
      if (had) rows.set(code, had.row)
    }
    const list = rowsSeen(rows, group.places.byCode)
    return list.length === 0 ? null : JSON.stringify(list)
  }
  const changeText = (group: Group, codes: Iterable<string>, gone: readonly string[]) => {
    const rows = rowsText(group, codes)
    if (rows === null && gone.length === 0) return null
    const data = `{"now":${o.now()},"rows":${rows ?? '[]'},"gone":${JSON.stringify(gone)}}`
    return write('change', data, idOf(group))
  }
  const snapshotText = (group: Group) => {
    const { full, places } = group
    if (full?.n !== counter || full.places !== places)
      group.full = { n: counter, places, text: rowsText(group, group.codes) ?? '[]' }
    return write('snapshot', `{"now":${o.now()},"rows":${group.full!.text}}`, idOf(group))
  }
  /** The reservoirs whose place is another one than before. */
  const moved = (before: Places, after: Places) =>
    [...after.byCode].flatMap(([code, a]) => {
      const b = before.byCode.get(code)
      const same = b?.basin === a.basin && b.toMouth === a.toMouth && b.downstream === a.downstream
      return same ? [] : [code]
    })

  /** Reads rows again, and answers the codes of those that differ from what was sent. */
  const refresh = (codes: readonly string[]): Promise<string[]> => {
    const result = looking.then(async () => {
      const changed: string[] = []
      if (codes.length === 0) return changed
      const n = counter + 1
      for (const [code, row] of await o.rows.of(codes)) {
        const text = JSON.stringify(row)
        if (sent.get(code)?.text === text) continue
        sent.set(code, { n, row, text, bytes: Buffer.byteLength(text) })
        changed.push(code)
      }
      if (changed.length > 0) counter = n
      return changed
    })
    looking = result.catch(() => {})
    return result
  }
  const watched = () => new Set([...groups.values()].flatMap((g) => g.codes))

  /** Sends rows that changed, and those whose place did. */
  const publish = async (changed: readonly string[]) => {
    const list = [...groups.values()]
    const found = await o.rows.among(list.map((g) => g.codes))
    list.forEach((group, i) => {
      const codes = new Set(changed)
      if (found[i].id !== group.places.id) {
        for (const code of moved(group.places, found[i])) codes.add(code)
        group.places = found[i]
      }
      // The rows as they are by now: those of an earlier look never come after those of a later one.
      const text = changeText(group, codes, [])
      if (text !== null) for (const w of group.watchers) put(w, text)
    })
  }

  const turn = async () => {
    const all = watched()
    const codes = [...dirty].filter((code) => all.has(code))
    dirty.clear()
    try {
      await publish(await refresh(codes))
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
    const all = [...watchers]
    const seen = await o.seenBy([...new Set(all.map((w) => w.sessionId))])
    const changing: { w: Watcher; codes: readonly string[] }[] = []
    for (const w of all) {
      const codes = seen.get(w.sessionId) ?? []
      if (codes.length === 0) {
        leave(w)
        w.out.end(write('end', JSON.stringify({ code: 'token_invalid' }), null))
      } else if (keyOf(codes) !== w.group.key) changing.push({ w, codes })
    }
    if (changing.length === 0) return
    await refresh([...new Set(changing.flatMap(({ codes }) => codes))].filter((code) => !sent.has(code)))
    const places = await o.rows.among(changing.map(({ codes }) => codes))
    changing.forEach(({ w, codes }, i) => {
      if (!watchers.has(w)) return
      const before = w.group
      leaveGroup(w)
      w.group = groupOf(codes, places[i])
      w.group.watchers.add(w)
      const sees = new Set(codes)
      const gone = before.codes.filter((code) => !sees.has(code))
      // The neighbours of what comes or goes are placed anew too.
      const text = changeText(w.group, moved(before.places, w.group.places), gone)
      if (text !== null) put(w, text)
    })
  }

  const beat = async () => {
    const text = write('beat', JSON.stringify({ now: o.now() }), null)
    for (const group of groups.values()) group.bytes = bytesOf(group.codes)
    for (const w of watchers) put(w, text)
    if (watchers.size === 0) {
      if (alone !== null && opening.size === 0 && o.now() - alone >= idleMs) {
        sent = new Map()
        epoch++
        alone = null
      }
      return
    }
    try {
      await recheck()
      await publish(await refresh([...watched()]))
    } catch (error) {
      // The database is away: streams stay, and the next heartbeat checks again.
      o.log.warn({ err: (error as Error).message }, 'the overview was not looked at')
    }
  }
  const beats = setInterval(() => void beat(), beatMs)
  beats.unref()

  /** Makes room for a stream of a session. @throws Problem 429 where the account has too many */
  const admit = ({ account, sessionId }: Opening) => {
    const ofSession = [...watchers].filter((w) => w.sessionId === sessionId)
    // The oldest may be one that the client has left without saying so.
    for (const w of ofSession.slice(0, Math.max(0, ofSession.length + 1 - mostOfSession))) cut(w)
    const ofAccount = [...watchers, ...opening].filter((w) => w.account === account)
    if (ofAccount.length >= mostOfAccount) throw tooMany('too_many_streams', AGAIN)
  }

  return {
    async open(one, begin) {
      const { account, sessionId, codes, after: afterId } = one
      admit(one)
      opening.add(one)
      let places: Places
      let changed: string[]
      try {
        ;[places] = await o.rows.among([codes])
        // From here on changes are sent to it, so that what changes while rows are read is not lost.
        changed = await refresh(codes.filter((code) => !sent.has(code)))
      } finally {
        opening.delete(one)
      }
      const out = begin()
      if (closed || out.destroyed) return void out.end()
      alone = null
      const group = groupOf(codes, places)
      const beginning = beginningOf(group.places)
      const after = afterId?.startsWith(beginning) ? Number(afterId.slice(beginning.length)) : NaN
      const known = Number.isInteger(after) && after <= counter
      const text = known
        ? changeText(
            group,
            codes.filter((code) => (sent.get(code)?.n ?? 0) > after),
            [],
          )
        : snapshotText(group)
      if (text !== null) out.write(text)
      const w: Watcher = { account, sessionId, group, out }
      // Others who see them are sent what this look found.
      for (const other of changed.length > 0 ? groups.values() : []) {
        const news = other.watchers.size > 0 ? changeText(other, changed, []) : null
        if (news !== null) for (const reader of other.watchers) put(reader, news)
      }
      watchers.add(w)
      group.watchers.add(w)
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
      groups.clear()
    },
  }
}
