import { STALE_INTERVALS } from '#core/calculation/index.ts'
import { isPast } from '#core/outlook/state.ts'
import { MISSING } from '#core/quality/index.ts'
import { sumsBy, type ReservoirSum } from '#core/river/index.ts'
import * as contract from '#contract/overview.ts'
import type { OverviewReading, OverviewRow, OverviewSum } from '#contract/overview.ts'
import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { beginStream, reservoirsSeen } from '#server/features/feed/index.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import type { Rows } from './kept.ts'
import { lateralOf } from './lateral.ts'
import { rowsSeen } from './seen.ts'
import type { OverviewFeed } from './stream.ts'

/** people: by whose clock sessions end. */
export function serveOverview(
  serve: Serve,
  deps: Services & { plants: Plants; history: History; rows: Rows; feed: OverviewFeed; people: Services },
): void {
  const { clock, plants, rows, people } = deps
  /** Whether the caller may see a reservoir. */
  const grantsSeen = async ({ sessionId }: Caller) =>
    (await reservoirsSeen(people, [sessionId!])).get(sessionId!) ?? (() => false)
  const codesFor = async (caller: Caller) => (await plants.codes()).filter(await grantsSeen(caller))
  /** The rows that the caller may see, along their rivers. */
  const rowsFor = async (caller: Caller): Promise<OverviewRow[]> => {
    const codes = await codesFor(caller)
    const [found, [places]] = await Promise.all([rows.of(codes), rows.among([codes])])
    return rowsSeen(found, places.byCode)
  }

  serve(contract.getLateralInflow, async ({ body, caller }) =>
    lateralOf(deps, caller, await grantsSeen(caller), body),
  )

  serve(contract.getOverview, async ({ caller }) => ({ now: clock.now(), rows: await rowsFor(caller) }))

  serve(contract.getOverviewFeed, async ({ caller, query, request, reply }) => {
    const after = query.last_event_id ?? (request.headers['last-event-id'] as string | undefined) ?? null
    const codes = await codesFor(caller)
    await deps.feed.open({ account: caller.actor, sessionId: caller.sessionId!, codes, after }, () => {
      beginStream(reply)
      return reply.raw
    })
    return null
  })

  serve(contract.getOverviewSums, async ({ caller }) => {
    const now = clock.now()
    const list = (await rowsFor(caller)).map((row) => {
      const maxAge = STALE_INTERVALS * row.interval * 1000
      /** A figure may be late where the level is not. */
      const summand = ({ value, quality, t }: OverviewReading) => ({
        value,
        quality,
        present: row.state !== 'silent' && t !== null && !isPast({ t, q: quality }, now, maxAge),
      })
      return {
        ...row,
        stored: summand(row.capacity),
        free: summand(row.free_capacity),
        power: summand(row.power),
      }
    })
    const by = (of: (row: Pick<OverviewRow, 'basin' | 'company' | 'province'>) => string | null) =>
      [...sumsBy(list, of)]
        .map(([name, sum]) => sumOf(name, sum))
        .sort((a, b) => Number(a.name === null) - Number(b.name === null) || compare(a.name, b.name))
    const [[, all] = [null, NOTHING]] = sumsBy(list, () => 'all')
    return {
      now,
      all: sumOf(null, all),
      basins: by((row) => row.basin),
      companies: by((row) => row.company),
      provinces: by((row) => row.province),
    }
  })
}

const NOTHING: ReservoirSum = {
  reservoirs: 0,
  stored: null,
  free: null,
  power: null,
  known: { stored: 0, free: 0, power: 0 },
  quality: { stored: MISSING, free: MISSING, power: MISSING },
}
const sumOf = (name: string | null, sum: ReservoirSum): OverviewSum => ({ name, ...sum })
const compare = (a: string | null, b: string | null) => (a ?? '').localeCompare(b ?? '', 'vi')
