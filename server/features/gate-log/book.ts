import { movablesAt, movablesEver, type Movable } from '#core/gate-log/index.ts'
import { MISSING } from '#core/quality/index.ts'
import { DAY } from '#core/time/index.ts'
import { text } from '#contract/messages.ts'
import type { LogEntry } from '#contract/gate-log.ts'
import type { Mark, TimelineItem } from '#contract/timeline.ts'
import type { History } from '#server/features/history/index.ts'
import { endOfSecond } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import {
  localDayOf,
  pathFor,
  type TimelineQuery,
  type TimelineSource,
} from '#server/features/timeline/index.ts'
import type { Services } from '#server/lib/services.ts'
import { fullName, mentions, mergedEntries, shownValue, movedUnitOf } from './list.ts'
import { readEvidence, movementsSeen, positionOf, wholeDayBefore, type GateLogDeps } from './evidence.ts'
import { readEntries } from './store.ts'

/** How far back the beginning of a position is searched for, ms. */
const SINCE = 30 * DAY
/** Longest span whose marks include movements seen by sensors only, ms: readings of years are not read for them. */
const SEEN_SPAN = 62 * DAY

type BookDeps = GateLogDeps & { plants: Plants }

/** The position of each gate leaf and unit at an instant, its source, and since when it lasts. */
export async function positionsAt(deps: BookDeps, hydro: string, at: number) {
  const d = await deps.plants.describe(hydro)
  const zone = await deps.plants.zone(hydro)
  const objects = movablesAt(d, at)
  const evidence = await readEvidence(deps, d, zone, objects, at - SINCE, at)
  return objects.map((o) => {
    const p = positionOf(evidence, o, at)
    const known = p.source !== null
    return {
      kind: o.kind,
      id: o.id,
      name: fullName(o),
      gate: o.gate,
      unit: movedUnitOf(o.kind) as 'm' | 'MW',
      most: Number.isFinite(o.most) ? shownValue(o.kind, o.most) : null,
      sensor: o.sensor !== null,
      used: o.effective,
      value: known ? shownValue(o.kind, p.value) : null,
      quality: known ? p.quality : Math.max(p.quality, MISSING - 1),
      source: p.source,
      since: p.entry ?? (p.source === 'sensor' ? (movementsSeen(evidence, o).at(-1)?.t ?? null) : null),
    }
  })
}

/** Movements for the timeline: logged ones, and those that sensors saw. */
export function gateMoves(deps: Services & BookDeps): TimelineSource {
  const s: Services = deps
  const movesOf = async (request: TimelineQuery, sensed: boolean): Promise<LogEntry[]> => {
    const { hydro, zone, from, to } = request
    const known = request.known === null ? null : endOfSecond(request.known)
    const d = await deps.plants.describe(hydro, known ?? undefined)
    const now = request.known ?? s.clock.now()
    const objects: Movable[] = [...movablesEver(d).values()]
    const [a, b] = [wholeDayBefore(from), Math.min(to + DAY, now)]
    const read = request.known === null ? deps.history.read : deps.history.asKnown(request.known).read
    const history = { ...deps.history, read: read as History['read'] }
    const [evidence, rows] = await Promise.all([
      // Where sensors are not read, logged entries are shown alone.
      readEvidence({ ...deps, history }, d, zone, sensed ? objects : [], a, b),
      readEntries(s.db, hydro, a, to + DAY, known),
    ])
    return mergedEntries(evidence, rows, sensed ? objects : []).filter((e) => e.t >= from && e.t < to)
  }
  return {
    kinds: ['gate'],
    async find(request, _kinds, limit) {
      const all = (await movesOf(request, true)).filter(
        (e) => request.search === null || mentions(e, request.search),
      )
      const byId = new Map(all.map((e) => [idOf(e), e]))
      const keys = [...byId].map(([id, e]) => ({ t: e.t, id }))
      keys.sort((x, y) => y.t - x.t || (x.id < y.id ? 1 : -1))
      return {
        keys: keys.slice(0, limit),
        total: keys.length,
        items: (ids) => ids.map((id) => itemOf(byId.get(id)!, request)),
      }
    },
    async marks(request, limit) {
      const all = await movesOf(request, request.to - request.from <= SEEN_SPAN)
      return { marks: all.slice(0, limit).map((e) => markOf(e, request)), total: all.length }
    },
  }
}

const idOf = (e: LogEntry) => e.entry_id ?? `move.${e.kind}.${e.object_id}.${e.t}`

const labelOf = (e: LogEntry, { language }: TimelineQuery) =>
  text('tl_move', language, {
    name: e.object_name,
    from: e.from === null ? '-' : e.from.toFixed(2),
    to: e.to.toFixed(2),
    unit: e.unit,
  })

const pathOf = (e: LogEntry, request: TimelineQuery) => {
  const day = localDayOf(e.t, request.zone)
  return pathFor(request, ['log'], '/log/gates', { from: day, to: day, object: `${e.kind}:${e.object_id}` })
}

function itemOf(e: LogEntry, request: TimelineQuery): TimelineItem {
  return {
    id: idOf(e),
    kind: 'gate',
    t: e.t,
    label: labelOf(e, request),
    text: e.reason,
    by: e.performed_by ?? e.recorded_by_name,
    order_no: e.order_no,
    path: pathOf(e, request),
    source: e.source,
    entry_id: null,
  }
}

/**
 * A movement as a mark: who may not read the log sees what moved, as the dashboard shows it, but not by whose order.
 */
function markOf(e: LogEntry, request: TimelineQuery): Mark {
  const path = pathOf(e, request)
  return {
    id: idOf(e),
    t: e.t,
    to: null,
    kind: 'gate',
    label: labelOf(e, request),
    by: path === null ? null : (e.performed_by ?? e.recorded_by_name),
    path,
  }
}
