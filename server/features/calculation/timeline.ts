import type { Parameters } from '#core/description/index.ts'
import { text } from '#contract/messages.ts'
import type { Mark, TimelineItem, TimelineKind } from '#contract/timeline.ts'
import { endOfSecond } from '#server/features/history/index.ts'
import { readItem, type NamedVersionRow } from '#server/features/plants/index.ts'
import {
  pathFor,
  matchesSearch,
  spanWords,
  when,
  type TimelineQuery,
  type TimelineSource,
} from '#server/features/timeline/index.ts'
import type { Services } from '#server/lib/services.ts'
import type { RunKind } from './runs/store.ts'
import { findRunKeys, findRunsOver, readRunEvents, type RunEvent } from './timeline-store.ts'

const REQUESTED: readonly RunKind[] = ['save', 'recalculate', 'rollback']
const BY_ITSELF: readonly RunKind[] = ['due', 'recompute']

/** Runs and switches between manual and automatic, for the timeline. */
export function runEvents(s: Services): TimelineSource {
  /** Kinds whose names contain the search text. */
  const kindsOf = (request: TimelineQuery, kinds: ReadonlySet<TimelineKind>) => {
    const all = [...(kinds.has('run') ? REQUESTED : []), ...(kinds.has('auto') ? BY_ITSELF : [])]
    const named = (k: RunKind) => matchesSearch(request.search, text(`tl_run_${k}`, request.language))
    return { all, named: request.search === null ? [] : all.filter(named) }
  }
  return {
    kinds: ['run', 'auto'],
    async find(request, kinds, limit) {
      const { all, named } = kindsOf(request, kinds)
      const [rows, switches] = await Promise.all([
        findRunKeys(s.db, request, all, named, limit),
        kinds.has('run') ? switchesOf(s, request) : [],
      ])
      const keys = [...rows.map((r) => ({ t: r.started_at, id: r.run_id })), ...switches]
      keys.sort((a, b) => b.t - a.t || (a.id < b.id ? 1 : -1))
      return {
        keys: keys.slice(0, limit).map(({ t, id }) => ({ t, id })),
        total: (rows[0]?.n ?? 0) + switches.length,
        async items(ids) {
          const found = await readRunEvents(s.db, request.hydro, ids)
          return [...found.map((r) => itemOf(r, request)), ...switches.filter((x) => ids.includes(x.id))]
        },
      }
    },
    async marks(request, limit) {
      const known = request.known === null ? null : endOfSecond(request.known)
      const [rows, switches] = await Promise.all([
        findRunsOver(s.db, request, known, limit),
        switchesOf(s, request),
      ])
      return {
        marks: [...rows.map((r) => markOf(r, request)), ...switches.map((x) => switchMark(x))],
        total: (rows[0]?.n ?? 0) + switches.length,
      }
    },
  }
}

const pathOf = (r: RunEvent, request: TimelineQuery) =>
  pathFor(request, ['dashboard.calculation'], '/calculation/index', {
    ...(BY_ITSELF.includes(r.kind) ? { all: '1' } : {}),
    run: r.run_id,
  })

function labelOf(r: RunEvent, request: TimelineQuery): string {
  const { language } = request
  const what = text(`tl_run_${r.kind}`, language, {
    at: when(r.to_t, request),
    span: spanWords(r.from_t, r.to_t, request),
  })
  const state = r.state === 'done' ? null : text(`tl_run_${r.state}`, language)
  const more = [state, r.rolled_back ? text('tl_run_back', language) : null].filter((x) => x !== null)
  return more.length === 0 ? what : `${what} (${more.join(', ')})`
}

function itemOf(r: RunEvent, request: TimelineQuery): TimelineItem {
  const own = BY_ITSELF.includes(r.kind)
  return {
    id: r.run_id,
    kind: own ? 'auto' : 'run',
    t: r.started_at,
    label: labelOf(r, request),
    text: r.reason,
    by: r.actor_name,
    order_no: null,
    path: pathOf(r, request),
    source: own ? 'system' : 'hand',
    entry_id: null,
  }
}

/** The span of the values that a run computed. */
function markOf(r: RunEvent, request: TimelineQuery): Mark {
  return {
    id: r.run_id,
    t: r.from_t,
    to: r.to_t > r.from_t ? r.to_t : null,
    kind: 'run',
    label: labelOf(r, request),
    by: r.actor_name,
    path: pathOf(r, request),
  }
}

const switchMark = ({ id, t, label, by, path }: TimelineItem): Mark => ({
  id,
  t,
  to: null,
  kind: 'run',
  label,
  by,
  path,
})

/** Switches of the mode of operation: versions of the parameters with another mode than the version before. */
async function switchesOf(s: Services, request: TimelineQuery): Promise<TimelineItem[]> {
  const known = request.known === null ? null : endOfSecond(request.known)
  const rows = await readItem(s.db, request.hydro, 'parameters', 'parameters')
  const methodOf = (r: NamedVersionRow) => (r.body as unknown as Parameters).operation
  const before = (r: NamedVersionRow) => {
    const at = r.effective_from ?? -Infinity
    return rows.find(
      (x) =>
        x.recorded_at < r.recorded_at &&
        (x.superseded_at === null || x.superseded_at >= r.recorded_at) &&
        (x.effective_from ?? -Infinity) <= at &&
        at < (x.effective_to ?? Infinity),
    )
  }
  return rows.flatMap((r) => {
    if (r.recorded_at < request.from || r.recorded_at >= request.to) return []
    if (known !== null && r.recorded_at > known) return []
    const was = before(r)
    if (!was || methodOf(was) === methodOf(r)) return []
    const label = text(`tl_operation_${methodOf(r)}`, request.language)
    if (!matchesSearch(request.search, label, r.recorded_by_name, r.reason)) return []
    return [
      {
        id: `operation.${r.version_id}`,
        kind: 'run' as const,
        t: r.recorded_at,
        label,
        text: r.reason,
        by: r.recorded_by_name,
        order_no: null,
        path: pathFor(request, ['settings'], '/settings/parameters'),
        source: 'hand' as const,
        entry_id: null,
      },
    ]
  })
}
