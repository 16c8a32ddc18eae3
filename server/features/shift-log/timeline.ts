import { can } from '#core/access/index.ts'
import { text, type Language } from '#contract/messages.ts'
import type { EntryKind } from '#contract/shift-log.ts'
import type { Mark, TimelineItem } from '#contract/timeline.ts'
import { endOfSecond } from '#server/features/history/index.ts'
import {
  localDayOf,
  pathFor,
  type TimelineQuery,
  type TimelineSource,
} from '#server/features/timeline/index.ts'
import type { Services } from '#server/lib/services.ts'
import { readHolding, readKeys, readSpan, type NamedShiftRow } from './store.ts'

const KINDS: readonly EntryKind[] = ['note', 'order', 'call', 'duty']
const MARKED: readonly EntryKind[] = ['note', 'order', 'call']

/** Entries of the shift log for the timeline. Its marks need the permission to read the log. */
export function shiftEntries(s: Services): TimelineSource {
  return {
    kinds: KINDS,
    async find(request, kinds, limit) {
      const wanted = KINDS.filter((k) => kinds.has(k))
      const keys = await readKeys(s.db, request.hydro, { ...request, kinds: wanted }, limit)
      return {
        keys,
        total: keys[0]?.n ?? 0,
        async items(ids) {
          return (await readHolding(s.db, request.hydro, ids)).map((r) => itemOf(r, request))
        },
      }
    },
    async marks(request, limit) {
      if (!can(request.permissions, 'log.view')) return { marks: [], total: 0 }
      const known = request.known === null ? null : endOfSecond(request.known)
      const rows = await readSpan(s.db, request.hydro, MARKED, request, known, limit)
      return { marks: rows.map((r) => markOf(r, request)), total: rows[0]?.n ?? 0 }
    },
  }
}

/** A one-line description of an entry. */
export function labelOf(r: Pick<NamedShiftRow, 'kind' | 'body'>, language: Language): string {
  const { party, number, shift, phone, acknowledged_at, done_at } = r.body
  switch (r.kind) {
    case 'note':
      return text('tl_note', language)
    case 'call':
      return text('tl_call', language, { party: phone ? `${party} (${phone})` : party! })
    case 'duty': {
      const went = text('tl_duty', language, { party: party! })
      return shift ? `${went} · ${shift}` : went
    }
    case 'order': {
      const order =
        number === null
          ? text('tl_order_bare', language, { party: party! })
          : text('tl_order', language, { number, party: party! })
      const step = done_at !== null ? 'done' : acknowledged_at !== null ? 'acknowledged' : 'open'
      return `${order} (${text(`tl_order_${step}`, language)})`
    }
  }
}

const pathOf = (r: NamedShiftRow, request: TimelineQuery) => {
  const day = localDayOf(r.t, request.zone)
  return pathFor(request, ['log'], '/log/index', { from: day, to: day, entry: r.entry_id })
}

function itemOf(r: NamedShiftRow, request: TimelineQuery): TimelineItem {
  return {
    id: r.entry_id,
    kind: r.kind,
    t: r.t,
    label: labelOf(r, request.language),
    text: r.kind === 'duty' ? [r.body.crew, r.body.text].filter((x) => x).join(' · ') || null : r.body.text,
    by: r.recorded_by_name,
    order_no: r.body.number,
    path: null,
    source: 'hand',
    entry_id: r.entry_id,
  }
}

/** A mark with the first words of a note, which say more than its kind. */
function markOf(r: NamedShiftRow, request: TimelineQuery): Mark {
  const label = labelOf(r, request.language)
  const words = r.body.text?.replaceAll(/\s+/g, ' ') ?? ''
  const short = words.length > 120 ? `${words.slice(0, 119)}…` : words
  return {
    id: r.entry_id,
    t: r.t,
    to: null,
    kind: r.kind as Mark['kind'],
    label: short === '' ? label : r.kind === 'note' ? short : `${label}: ${short}`,
    by: r.recorded_by_name,
    path: pathOf(r, request),
  }
}
