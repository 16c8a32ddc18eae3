import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { can } from '#core/access/index.ts'
import { getFeed } from '#contract/feed.ts'
import type { LastValue } from '#contract/feed.ts'
import type { Change, History } from '#server/features/history/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import { createFeed, type Feed, type Watcher } from '#server/lib/feed.ts'
import { randomSecret } from '#server/lib/secrets.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { memberships } from './membership-store.ts'

const value = (series: string, e: { t: number; v: number | null; q: number }): LastValue => [
  series,
  e.t,
  e.v === null || Number.isNaN(e.v) ? null : e.v,
  e.q,
]

/**
 * By session: whether its account may see the dashboard of a reservoir. Sessions that are over see none. The same check
 * as for every call: a sign-out, a lock or a lost permission ends a stream too.
 */
export async function reservoirsSeen(
  s: Services,
  sessionIds: readonly string[],
): Promise<Map<string, (hydro: string) => boolean>> {
  const members = Map.groupBy(await memberships(s.db, sessionIds, s.clock.now()), (m) => m.session_id)
  return new Map(
    sessionIds.map((id) => {
      const all = members.get(id) ?? []
      const byHydro = new Map(all.map((m) => [m.hydro_code, m]))
      const expert = all.length > 0 && s.config.expertAccounts.includes(all[0].account_code)
      return [
        id,
        (hydro) => {
          const member = byHydro.get(hydro) ?? byHydro.get('*')
          return member !== undefined && (expert || can(member.permissions, 'dashboard.view'))
        },
      ]
    }),
  )
}

/** The watchers that may no longer see the dashboard. */
export async function watchersToEnd<W extends Watcher>(s: Services, watchers: readonly W[]): Promise<W[]> {
  const seen = await reservoirsSeen(s, [...new Set(watchers.map((w) => w.sessionId))])
  return watchers.filter((w) => !seen.get(w.sessionId)!(w.hydro))
}

/** What the feed needs of wall screens. */
interface WallScreens {
  isScreen(watcher: string): boolean
  gone(screenIds: readonly string[]): Promise<Set<string>>
}

/**
 * Connects history to the feed: committed changes are sent out, to all readers of a reservoir alike, and so without
 * series of money, which only some may see. people: by whose clock sessions end. */
export function startFeed(
  s: Services & { history: History; registry: Registry },
  screens: WallScreens,
  people: Services,
  beatMs?: number,
): Feed {
  const { history, registry } = s
  const feed = createFeed({
    boot: randomSecret(6),
    now: () => s.clock.now(),
    log: s.log,
    beatMs,
    loadLast: async (hydro, series) => {
      const [last, money] = await Promise.all([history.last(hydro, series), registry.money(hydro)])
      return [...last].flatMap(([code, e]) => (money.has(code) ? [] : [value(code, e)]))
    },
    ended: async (watchers) => {
      const [onWalls, watching] = [true, false].map((on) =>
        watchers.filter((w) => screens.isScreen(w.sessionId) === on),
      )
      const gone = await screens.gone([...new Set(onWalls.map((w) => w.sessionId))])
      return [...onWalls.filter((w) => gone.has(w.sessionId)), ...(await watchersToEnd(people, watching))]
    },
  })
  const publish = async (changes: readonly Change[]) => {
    for (const [hydro, all] of Map.groupBy(changes, (c) => c.hydroCode)) {
      const money = await registry.money(hydro)
      const list = all.filter((c) => !money.has(c.series))
      if (list.length === 0) continue
      feed.publish(hydro, {
        last: list.flatMap((c) => (c.last ? [value(c.series, c.last)] : [])),
        spans: list.map((c) => ({ series: c.series, from: c.from, to: c.to })),
        regraded: list.filter((c) => c.regraded).map((c) => c.series),
      })
    }
  }
  // One after the other: the last value of a series must be that of its last change.
  let published = Promise.resolve()
  history.onChange((changes) => {
    published = published
      .then(() => publish(changes))
      .catch((err: Error) => s.log.error({ err }, 'changes were not sent to streams'))
  })
  return feed
}

/** Answers with the headers of a stream. */
export function beginStream(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  // Sends the headers now: a client that reconnects and missed nothing must learn that it is connected.
  reply.raw.flushHeaders()
}

export function serveFeed(serve: Serve, feed: Feed): void {
  serve(getFeed, async ({ caller, query, request, reply }) => {
    const after = query.last_event_id ?? (request.headers['last-event-id'] as string | undefined) ?? null
    // Waits while an error can still be answered.
    await feed.ready(caller.hydro)
    beginStream(reply)
    feed.open(reply.raw, { hydro: caller.hydro, sessionId: caller.sessionId! }, after)
    return null
  })
}
