import { rainEvery } from '#core/calculation/index.ts'
import { inForce } from '#core/description/index.ts'
import { MAX_EVENTS, type SheetContent, type SheetEvent } from '#contract/handover.ts'
import { TIMELINE_KINDS } from '#contract/timeline.ts'
import { operationOf } from '#server/features/calculation/index.ts'
import { openPending } from '#server/features/edits/index.ts'
import { positionsAt } from '#server/features/gate-log/index.ts'
import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { openSilences } from '#server/features/quality/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import type { Timeline } from '#server/features/timeline/index.ts'
import { notFound } from '#server/lib/errors.ts'
import type { Services } from '#server/lib/services.ts'
import { CODES, shiftFiguresOf } from './figures.ts'
import { readDuty, readOpenOrders } from './store.ts'
import { labelOf } from './timeline.ts'

export interface ContentDeps {
  plants: Plants
  history: History
  registry: Registry
  timeline: Timeline
}

interface SheetSubject {
  from: number
  to: number
  outgoing: { account_id: string; name: string }
  incoming: { account_id: string; name: string }
  words: string | null
}

/** The content of a sheet: everything known of the span by now. */
export async function sheetContentOf(
  s: Services,
  deps: ContentDeps,
  hydro: string,
  about: SheetSubject,
): Promise<SheetContent> {
  const { from, to } = about
  const d = await deps.plants.describe(hydro)
  const plant = (inForce(d.plant, to) ?? d.plant.at(-1))?.body
  if (!plant) throw notFound(hydro)
  const interval = (inForce(d.parameters, to)?.body.interval ?? 300) * 1000
  const [data, before, after, events, duty, pending, silent, orders, operation] = await Promise.all([
    deps.history.read(hydro, CODES, from, to, { carry: true }),
    positionsAt(deps, hydro, from),
    positionsAt(deps, hydro, to),
    eventsOf(deps.timeline, hydro, plant.zone, from, to),
    readDuty(s.db.pool, hydro, to - 1, 1),
    openPending(s, hydro),
    openSilences(s, deps.registry, hydro),
    readOpenOrders(s.db, hydro, to),
    operationOf(s, deps, hydro),
  ])
  const stood = new Map(before.map((p) => [`${p.kind} ${p.id}`, p]))
  return {
    plant: { hydro_code: hydro, name: plant.name, zone: plant.zone },
    from,
    to,
    shift: duty[0]?.body.shift ?? null,
    crew: duty[0]?.body.crew ?? null,
    outgoing: about.outgoing,
    incoming: about.incoming,
    ...shiftFiguresOf(data, {
      from,
      to,
      interval,
      rainEvery: rainEvery(d, from, to),
      seepageReturns: inForce(d.parameters, to)?.body.seepageReturns,
    }),
    positions: after.map((p) => {
      const was = stood.get(`${p.kind} ${p.id}`)
      return {
        kind: p.kind,
        id: p.id,
        name: p.name,
        unit: p.unit,
        start: was ? { v: was.value, q: was.quality } : { v: null, q: p.quality },
        end: { v: p.value, q: p.quality },
      }
    }),
    ...events,
    open: {
      pending,
      silent: silent.map(({ series, name, since }) => ({ series, name, since })),
      orders: orders.map((r) => ({
        entry_id: r.entry_id,
        label: { vi: labelOf(r, 'vi'), en: labelOf(r, 'en') },
        text: r.body.text,
        t: r.t,
      })),
      manual: operation.method === 'manual',
      manual_since: operation.method === 'manual' ? operation.since : null,
      overdue: operation.overdue,
    },
    words: about.words,
  }
}

/** Events within [from, to), oldest first, in both languages, since a sheet is read and printed in either. */
async function eventsOf(timeline: Timeline, hydro: string, zone: string, from: number, to: number) {
  const kinds = TIMELINE_KINDS.filter((k) => k !== 'auto')
  const request = { hydro, zone, from, to, search: null, known: null, permissions: [] }
  const vi = await timeline.read({ ...request, language: 'vi' }, kinds, 0, MAX_EVENTS)
  const en = await timeline.read({ ...request, language: 'en' }, kinds, 0, MAX_EVENTS)
  const english = new Map(en.items.map((i) => [i.id, i.label]))
  const events = vi.items.map(({ id, kind, t, text, by, order_no, label }): SheetEvent => ({
    id,
    kind,
    t,
    text,
    by,
    order_no,
    label: { vi: label, en: english.get(id) ?? label },
  }))
  return { events: events.reverse(), events_total: vi.total }
}
