import type { ServerResponse } from 'node:http'
import type { FeedEvent, LastValue } from '#contract/feed.ts'
import { createChannel, type Channel } from './feed-channel.ts'
import type { Log } from './log.ts'

/** The reader of a stream: a session or a wall screen, at a reservoir. */
export interface Watcher {
  hydro: string
  sessionId: string
}

interface Stream extends Watcher {
  out: ServerResponse
}

export interface FeedChange {
  last: LastValue[]
  spans: { series: string; from: number; to: number }[]
  /** Series in which checks regraded readings. */
  regraded?: string[]
}

export interface Feed {
  /** Resolves when a stream of the reservoir can be opened at once; rejects when its last values cannot be read. */
  ready(hydro: string): Promise<void>
  /** Opens a stream of a reservoir that is ready; afterId as the client had it, or null. */
  open(out: ServerResponse, watcher: Watcher, afterId: string | null): void
  publish(hydro: string, change: FeedChange): void
  /** Writes a heartbeat to all, and ends the streams of those who may no longer read. Runs every `beatMs` by itself. */
  beat(): Promise<void>
  streams(): number
  /** Reservoirs of which last values and events are held. */
  channels(): number
  close(): void
}

export interface FeedOptions {
  /** Distinguishes ids of this process from those of others. */
  boot: string
  now: () => number
  /** Last values of all series of a reservoir, or of the named ones. */
  loadLast: (hydro: string, series?: readonly string[]) => Promise<LastValue[]>
  /** Those of the watchers who may no longer read. */
  ended: <W extends Watcher>(watchers: readonly W[]) => Promise<W[]>
  log: Log
  beatMs?: number
  /** Changes within this many ms are sent as one event. */
  gatherMs?: number
  /** A reader this many bytes behind is cut off; it reconnects and catches up. */
  lagBytes?: number
  /** A reservoir that nobody has watched for this long is forgotten, ms: whoever comes next begins anew. */
  idleMs?: number
}

/** Sends changes to many streams: every event is written as text once, and a stream costs no query. */
export function createFeed(options: FeedOptions): Feed {
  const { beatMs = 15_000, gatherMs = 100, lagBytes = 2 * 1024 * 1024, idleMs = 60_000 } = options
  const channels = new Map<string, { ready: Promise<void>; channel: Channel | null }>()
  /** Since when nobody watches a channel. */
  const alone = new Map<Channel, number>()
  const streams = new Map<Channel, Set<Stream>>()
  const dirty = new Set<Channel>()
  let timer: NodeJS.Timeout | null = null
  let closed = false
  let made = 0

  const load = (hydro: string) => {
    const loading = { ready: Promise.resolve(), channel: null as Channel | null }
    loading.ready = options.loadLast(hydro).then(
      (values) => {
        loading.channel = createChannel(hydro, `${options.boot}.${made++}`, values, options.now)
        streams.set(loading.channel, new Set())
        alone.set(loading.channel, options.now())
      },
      (error: unknown) => {
        // The next client loads again.
        channels.delete(hydro)
        throw error
      },
    )
    channels.set(hydro, loading)
    return loading
  }

  const leave = (channel: Channel, s: Stream) => {
    const set = streams.get(channel)
    const there = set?.delete(s) ?? false
    if (there && set!.size === 0) alone.set(channel, options.now())
    return there
  }
  const drop = (channel: Channel, s: Stream) => {
    leave(channel, s)
    s.out.destroy()
  }
  const forget = (channel: Channel) => {
    alone.delete(channel)
    streams.delete(channel)
    channels.delete(channel.hydro)
  }
  const put = (channel: Channel, s: Stream, text: string) => {
    if (s.out.writableLength > lagBytes) drop(channel, s)
    else s.out.write(text)
  }
  const emit = (channel: Channel) => {
    const text = channel.take()
    if (text !== null) for (const s of streams.get(channel) ?? []) put(channel, s, text)
  }

  const flush = async (channel: Channel) => {
    const doubts = channel.doubts()
    if (doubts.size > 0) {
      try {
        channel.settle(doubts, await options.loadLast(channel.hydro, [...doubts.keys()]))
      } catch (error) {
        options.log.warn({ err: (error as Error).message }, 'last values were not read again, trying later')
      }
    }
    emit(channel)
  }
  const turn = () => {
    timer = null
    const list = [...dirty]
    dirty.clear()
    for (const channel of list) void flush(channel)
  }
  const gather = (channel: Channel) => {
    dirty.add(channel)
    if (!closed) timer ??= setTimeout(turn, gatherMs)
  }

  const beat = async () => {
    const text = `event: beat\ndata: ${JSON.stringify({ now: options.now() })}\n\n`
    const all = [...streams].flatMap(([channel, set]) => [...set].map((s) => ({ channel, s })))
    for (const { channel, s } of all) put(channel, s, text)
    for (const [channel, since] of alone) if (options.now() - since >= idleMs) forget(channel)
    for (const channel of streams.keys()) if (channel.doubts().size > 0) gather(channel)
    if (all.length === 0) return
    try {
      const gone = new Set(await options.ended(all.map(({ s }) => s)))
      const event: FeedEvent = { event: 'end', data: { code: 'token_invalid' } }
      for (const { channel, s } of all)
        if (gone.has(s) && leave(channel, s))
          s.out.end(`event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`)
    } catch (error) {
      // The database is away: streams stay, and the next heartbeat checks again.
      options.log.warn({ err: (error as Error).message }, 'sessions of streams were not looked at')
    }
  }
  const beats = setInterval(() => void beat(), beatMs)
  beats.unref()

  return {
    ready: (hydro) => (channels.get(hydro) ?? load(hydro)).ready,
    open(out, watcher, afterId) {
      const channel = channels.get(watcher.hydro)?.channel
      if (!channel) throw new Error(`the feed of ${watcher.hydro} is not ready`)
      // A client that left while the stream was being opened would stay for ever.
      if (closed || out.destroyed) return void out.end()
      // Gathered changes are sent first, so that nobody gets them twice.
      emit(channel)
      for (const text of channel.since(afterId)) out.write(text)
      const stream = { ...watcher, out }
      const set = streams.get(channel)!
      set.add(stream)
      alone.delete(channel)
      out.on('close', () => leave(channel, stream))
    },
    publish(hydro, change) {
      // Without a channel nobody watches, and the next client reads what is stored.
      const entry = channels.get(hydro)
      if (!entry || closed) return
      const apply = () => {
        entry.channel!.add(change)
        gather(entry.channel!)
      }
      if (entry.channel) apply()
      else entry.ready.then(apply, () => {})
    },
    beat,
    streams: () => [...streams.values()].reduce((n, set) => n + set.size, 0),
    channels: () => channels.size,
    close() {
      closed = true
      clearInterval(beats)
      if (timer) clearTimeout(timer)
      for (const set of streams.values()) {
        for (const s of set) s.out.end()
        set.clear()
      }
    },
  }
}
