import { movablesEver, type Movable, type Move } from '#core/gate-log/index.ts'
import { MINUTE, toLocal } from '#core/time/index.ts'
import type { LogEntry } from '#contract/gate-log.ts'
import { round } from '#contract/fields.ts'
import { plain } from '#server/lib/plain.ts'
import { movementsSeen, type Evidence } from './evidence.ts'
import type { LogRow, NamedLogRow } from './store.ts'

/** Most time between a log entry and a movement seen by a sensor for them to be one, ms. */
const APART = 15 * MINUTE

export const movedUnitOf = (kind: LogRow['object_kind']) => (kind === 'unit' ? 'MW' : 'm')
/** Converts stored values (m, kW) to display units (m, MW), and back. */
export const shownValue = (kind: LogRow['object_kind'], v: number) => round(kind === 'unit' ? v / 1000 : v, 6)
export const storedValue = (kind: LogRow['object_kind'], v: number) =>
  round(kind === 'unit' ? v * 1000 : v, 9)

interface Names {
  zone: string
  of(kind: LogRow['object_kind'], id: string): string
}

export function namesOf(evidence: Pick<Evidence, 'd' | 'zone'>): Names {
  const all = movablesEver(evidence.d)
  return {
    zone: evidence.zone,
    of(kind, id) {
      const o = all.get(`${kind} ${id}`)
      return o ? fullName(o) : id
    },
  }
}

/** The gate's name before its leaf's, where the leaf's does not contain it. */
export const fullName = (o: Pick<Movable, 'name' | 'gate'>) =>
  o.gate !== null && !o.name.includes(o.gate) ? `${o.gate} · ${o.name}` : o.name

const shownEntry = (r: LogRow, names: Names) => ({
  entry_id: r.entry_id,
  version: r.version,
  kind: r.object_kind,
  object_id: r.object_id,
  object_name: names.of(r.object_kind, r.object_id),
  t: r.t,
  date_string: toLocal(r.t, names.zone),
  unit: movedUnitOf(r.object_kind) as LogEntry['unit'],
  from: r.from_value === null ? null : shownValue(r.object_kind, r.from_value),
  to: shownValue(r.object_kind, r.to_value),
  order_no: r.order_no,
  performed_by: r.performed_by,
  reason: r.reason,
  source: r.source,
  recorded_by: r.recorded_by,
  recorded_at: r.recorded_at,
})

export const shownLogEntry = (r: NamedLogRow, names: Names, seenAt: number | null = null): LogEntry => ({
  ...shownEntry(r, names),
  recorded_by_name: r.recorded_by_name,
  seen_at: seenAt,
  late: r.recorded_at - r.t,
})

export const shownLogVersion = (r: NamedLogRow, names: Names) => ({
  ...shownEntry(r, names),
  recorded_by_name: r.recorded_by_name,
  superseded_at: r.superseded_at,
  superseded_by: r.superseded_by,
  superseded_by_name: r.superseded_by_name,
  superseded_reason: r.superseded_reason,
})

function shownMove(o: Movable, m: Move, names: Names): LogEntry {
  return {
    entry_id: null,
    version: 0,
    kind: o.kind,
    object_id: o.id,
    object_name: names.of(o.kind, o.id),
    t: m.t,
    date_string: toLocal(m.t, names.zone),
    unit: movedUnitOf(o.kind) as LogEntry['unit'],
    from: shownValue(o.kind, m.from),
    to: shownValue(o.kind, m.to),
    order_no: null,
    performed_by: null,
    reason: null,
    source: 'sensor',
    seen_at: m.t,
    recorded_by: null,
    recorded_by_name: null,
    recorded_at: null,
    late: null,
  }
}

/** The movement that an entry describes: the nearest to it that ended at the entry's value and has no other entry. */
export function matching(
  r: Pick<LogRow, 't' | 'source' | 'to_value'>,
  o: Pick<Movable, 'every' | 'threshold'>,
  moves: readonly Move[],
  taken: ReadonlySet<Move>,
): Move | null {
  let best: Move | null = null
  const apart = r.source === 'sensor' ? o.every : APART
  // A flood has thousands of both: only movements near the entry are compared.
  for (let i = firstFrom(moves, r.t - apart); i < moves.length && moves[i].t <= r.t + apart; i++) {
    const m = moves[i]
    const off = Math.abs(m.t - r.t)
    if (taken.has(m)) continue
    if (r.source === 'hand' && Math.abs(m.to - r.to_value) > o.threshold.least) continue
    if (!best || off < Math.abs(best.t - r.t)) best = m
  }
  return best
}

/** Index of the first movement at or after t. */
function firstFrom(moves: readonly Move[], t: number): number {
  let [a, b] = [0, moves.length]
  while (a < b) {
    const mid = (a + b) >> 1
    if (moves[mid].t < t) a = mid + 1
    else b = mid
  }
  return a
}

// Created once: localeCompare would create one for each comparison.
const byName = new Intl.Collator('vi', { numeric: true })

/** Logged and seen movements, one line each, the newest first. */
export function mergedEntries(
  evidence: Evidence,
  rows: readonly NamedLogRow[],
  objects: readonly Movable[],
): LogEntry[] {
  const names = namesOf(evidence)
  const list: LogEntry[] = []
  const left = Map.groupBy(rows, (r) => `${r.object_kind} ${r.object_id}`)
  for (const o of objects) {
    const key = `${o.kind} ${o.id}`
    const moves = movementsSeen(evidence, o)
    const taken = new Set<Move>()
    for (const r of left.get(key) ?? []) {
      const m = matching(r, o, moves, taken)
      if (m) taken.add(m)
      list.push(shownLogEntry(r, names, m?.t ?? null))
    }
    left.delete(key)
    for (const m of moves) if (!taken.has(m)) list.push(shownMove(o, m, names))
  }
  for (const r of [...left.values()].flat()) list.push(shownLogEntry(r, names))
  return list.sort((a, b) => b.t - a.t || byName.compare(a.object_name, b.object_name))
}

/** Whether a line contains a text, regardless of case and diacritics. */
export function mentions(e: LogEntry, search: string): boolean {
  const words = [e.order_no, e.performed_by, e.reason, e.object_name, e.recorded_by_name]
  const wanted = plain(search)
  return words.some((w) => w && plain(w).includes(wanted))
}
