import { movablesEver, type Movable } from '#core/gate-log/index.ts'
import { DAY, MINUTE, toLocal } from '#core/time/index.ts'
import * as contract from '#contract/gate-log.ts'
import type { LogEntry } from '#contract/gate-log.ts'
import { PAGE_SIZE } from '#contract/validation.ts'
import { record } from '#server/features/audit/index.ts'
import type { Reviews } from '#server/features/calculation/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { notFound, refuseField } from '#server/lib/errors.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { positionsAt } from './book.ts'
import { gateLogCsv } from './csv.ts'
import { mentions, mergedEntries, namesOf, shownLogEntry, shownLogVersion } from './list.ts'
import { readEvidence, wholeDayBefore, type GateLogDeps } from './evidence.ts'
import { lastOrder, readEntries, readLogVersions, type NewLogRow } from './store.ts'
import { createLogWriter } from './write.ts'

export { gateMoves, positionsAt } from './book.ts'

/** Length of the list where no span is requested, ms. */
const SPAN = 7 * DAY
const LONGEST = 366 * DAY

interface GateLogQuery {
  from?: string
  to?: string
  kind?: 'leaf' | 'unit'
  object_id?: string
  source?: 'hand' | 'sensor'
  search?: string
}

/** The log of gates and units: entries by hand, movements seen by sensors, and present positions. */
export function serveGateLog(
  serve: Serve,
  deps: Services & GateLogDeps & { plants: Plants; reviews?: Reviews },
): void {
  const s: Services = deps
  const { plants } = deps
  const writer = createLogWriter(s, deps)

  /** The span of a request as instants; 400 naming the faulty end. */
  const spanOf = (caller: Caller, request: GateLogQuery, zone: string) => {
    const now = s.clock.now()
    const at = (path: 'from' | 'to') => {
      const value = request[path]
      return value === undefined ? undefined : instantOf(value, zone, path)
    }
    const to = at('to') ?? now + MINUTE
    const from = at('from') ?? to - SPAN
    const refuse = (code: 'from_after_to' | 'span_too_long') =>
      refuseField(caller.language, 'from', code, { days: LONGEST / DAY }, { as: 'invalid_range' })
    if (from >= to) throw refuse('from_after_to')
    if (to - from > LONGEST) throw refuse('span_too_long')
    return { from, to }
  }

  const entriesOf = async (caller: Caller, request: GateLogQuery) => {
    const d = await plants.describe(caller.hydro)
    const zone = await plants.zone(caller.hydro)
    const { from, to } = spanOf(caller, request, zone)
    const matches = (o: Pick<Movable, 'kind' | 'id'>) =>
      (request.kind === undefined || o.kind === request.kind) &&
      (!request.object_id || o.id === request.object_id)
    const objects = [...movablesEver(d).values()].filter(matches)
    // An entry and its movement may lie on both sides of an end of the span.
    const [a, b] = [wholeDayBefore(from), Math.min(to + DAY, s.clock.now())]
    const [evidence, rows] = await Promise.all([
      readEvidence(deps, d, zone, objects, a, b),
      readEntries(s.db, caller.hydro, a, to + DAY),
    ])
    const wanted = rows.filter((r) => matches({ kind: r.object_kind, id: r.object_id }))
    const entries = mergedEntries(evidence, wanted, objects).filter(
      (e) =>
        e.t >= from &&
        e.t < to &&
        (request.source === undefined || e.source === request.source) &&
        (!request.search || mentions(e, request.search)),
    )
    return { entries, zone, from, to }
  }

  serve(contract.listGateLog, async ({ query: { page, ...request }, caller }) => {
    const { entries, from, to } = await entriesOf(caller, request)
    return {
      entries: entries.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
      total: entries.length,
      page,
      page_size: PAGE_SIZE,
      from,
      to,
    }
  })

  serve(contract.exportGateLog, async ({ query, caller, reply }) => {
    const { entries, zone } = await entriesOf(caller, query)
    const now = s.clock.now()
    await record(s.db.pool, now, caller, { act: 'export', noun: 'gate log', after: query })
    const name = `gate-log-${caller.hydro}-${toLocal(now, zone).replace(/[: ]/g, '-')}.csv`
    await reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`)
      .header('cache-control', 'no-store')
      .send(gateLogCsv(entries, zone))
    return null
  })

  serve(contract.getGatePositions, async ({ query, caller }) => {
    const zone = await plants.zone(caller.hydro)
    const now = s.clock.now()
    const at = query.at === undefined ? now : Math.min(now, instantOf(query.at, zone, 'at'))
    const [positions, order] = await Promise.all([
      positionsAt(deps, caller.hydro, at),
      lastOrder(s.db, caller.hydro),
    ])
    return { at, last_order: order, positions }
  })

  /** Entries just written, as the list shows them. */
  const shown = async (caller: Caller, rows: readonly NewLogRow[]): Promise<LogEntry[]> => {
    const d = await plants.describe(caller.hydro)
    const names = namesOf({ d, zone: await plants.zone(caller.hydro) })
    const versions = await Promise.all(rows.map((r) => readLogVersions(s.db, caller.hydro, r.entry_id)))
    return versions.map(([newest]) => shownLogEntry(newest, names))
  }

  serve(contract.addGateLog, async ({ body, caller }) => {
    const { at, moves, as_written: asWritten, ...words } = body
    const t = instantOf(at, await plants.zone(caller.hydro), 'at')
    return { entries: await shown(caller, await writer.add(caller, t, moves, words, asWritten)) }
  })

  serve(contract.correctGateLog, async ({ body, caller }) => {
    const { at, as_written: asWritten, why, ...given } = body
    const t = instantOf(at, await plants.zone(caller.hydro), 'at')
    return (await shown(caller, [await writer.correct(caller, given, t, asWritten, why)]))[0]
  })

  serve(contract.completeGateLog, async ({ body, caller }) => {
    const { kind, object_id, t, ...words } = body
    return (await shown(caller, [await writer.complete(caller, kind, object_id, t, words)]))[0]
  })

  serve(contract.withdrawGateLog, async ({ body, caller }) => {
    await writer.withdraw(caller, body.entry_id, body.version, body.why)
    return null
  })

  serve(contract.getGateLogHistory, async ({ params, caller }) => {
    const versions = await readLogVersions(s.db, caller.hydro, params.id)
    if (versions.length === 0) throw notFound(params.id)
    const names = namesOf({ d: await plants.describe(caller.hydro), zone: await plants.zone(caller.hydro) })
    return versions.map((r) => shownLogVersion(r, names))
  })
}
