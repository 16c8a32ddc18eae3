import { passedLimit } from '#core/outlook/passed.ts'
import { isPast, reservoirState } from '#core/outlook/state.ts'
import { MISSING } from '#core/quality/index.ts'
import { byRiver, sumsBy, type ReservoirSum } from '#core/river/index.ts'
import type { OverviewReading, OverviewRow } from '#contract/overview.ts'
import { plain } from '../../lib/plain.ts'
import { isLateIn, maxAgeOf } from './figures.ts'

export type ReservoirState = OverviewRow['state']

/** States as people need them: what must be acted upon first. */
export const STATES = ['alarm', 'silent', 'attention', 'ok'] as const satisfies readonly ReservoirState[]
export const SORTS = ['river', 'trouble', 'name'] as const
type Sort = (typeof SORTS)[number]
export const GROUPINGS = ['basin', 'province', 'none'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** A reservoir with its state at an instant. */
export interface Shown {
  row: OverviewRow
  /** The instant, epoch ms. */
  now: number
  state: ReservoirState
  reason: OverviewRow['reason']
  /** How far its level is beyond the limit that it has passed, m; null: none is passed. */
  by: number | null
  /** Values of an earlier time: greyed, and in no sum. */
  late: boolean
  /** The last instant from which something is known of the level, epoch ms. */
  since: number | null
}

const levelsOf = ({ levels }: OverviewRow) => ({
  dead: levels.dead,
  normal: levels.normal,
  designedFlood: levels.flood,
  season: levels.season,
})

/**
 * The state of a reservoir as of now, epoch ms: silence is no event, so what was fresh when it came may be late by now. How
 * old its level is the server says: one that is held while no sensor reports is as old as the last reading.
 */
export function shownAt(row: OverviewRow, now: number): Shown {
  const known = row.level_known
  const passed = known === null ? null : passedLimit(known.value, levelsOf(row))
  const since = row.level_since
  const isLate = since !== null && isPast({ t: since, q: row.level.quality }, now, maxAgeOf(row))
  const silent = row.state === 'silent'
  const level = known && { t: known.t, v: known.value, q: row.level.quality }
  const { state, reason } =
    silent || !isLate
      ? row
      : reservoirState({ now, level, levels: levelsOf(row), since, maxAge: maxAgeOf(row) })
  return { row, now, state, reason, by: passed?.by ?? null, late: silent || isLate, since }
}

/** Whether its name, code, river, basin or province contains what was typed, without diacritics. */
export function isFound({ row }: Shown, search: string): boolean {
  const { hydro_name, hydro_code, river, basin, province } = row
  return plain(`${hydro_name} ${hydro_code} ${river} ${basin} ${province}`).includes(plain(search.trim()))
}

/** Reservoirs in an order; those that are equal in it along the river. */
export function sorted(all: readonly Shown[], sort: Sort, language: string): Shown[] {
  const along = (a: Shown, b: Shown) => byRiver(a.row, b.row)
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  const rank = (s: Shown) => STATES.indexOf(s.state)
  const orders: Record<Sort, (a: Shown, b: Shown) => number> = {
    river: along,
    trouble: (a, b) => rank(a) - rank(b) || (b.by ?? 0) - (a.by ?? 0) || along(a, b),
    name: (a, b) => compare(a.row.hydro_name, b.row.hydro_name) || along(a, b),
  }
  return all.toSorted(orders[sort])
}

interface ShownGroup {
  name: string
  rows: Shown[]
  sum: ReservoirSum
}

function summed(s: Shown) {
  const of = (reading: OverviewReading) => ({ ...reading, present: !isLateIn(s, reading) })
  const { capacity, free_capacity, power } = s.row
  return { stored: of(capacity), free: of(free_capacity), power: of(power) }
}

/** Groups in the order of their first reservoirs, each with its sums. */
export function grouped(all: readonly Shown[], by: Exclude<Grouping, 'none'>): ShownGroup[] {
  const groups = Map.groupBy(all, (s) => s.row[by])
  return [...groups].map(([name, rows]) => ({ name, rows, sum: sumOfShown(rows) }))
}

/** The sums of all of them as one. */
export function sumOfShown(all: readonly Shown[]): ReservoirSum {
  const known = { stored: 0, free: 0, power: 0 }
  const quality = { stored: MISSING, free: MISSING, power: MISSING }
  return (
    sumsBy(all.map(summed), () => 'all').get('all') ??
    ({ reservoirs: 0, stored: null, free: null, power: null, known, quality } satisfies ReservoirSum)
  )
}

/** How many are in each state. */
export function stateCounts(all: readonly Shown[]): Record<ReservoirState, number> {
  const counts = { alarm: 0, silent: 0, attention: 0, ok: 0 }
  for (const { state } of all) counts[state]++
  return counts
}

/** Rows after a change of some of them, in the order of before; new ones come last. */
export function changedRows(
  before: readonly OverviewRow[],
  changed: readonly OverviewRow[],
  gone: readonly string[],
): OverviewRow[] {
  const next = new Map(changed.map((r) => [r.hydro_code, r]))
  const kept = before.flatMap((r) => {
    const now = next.get(r.hydro_code) ?? r
    next.delete(r.hydro_code)
    return gone.includes(r.hydro_code) ? [] : [now]
  })
  return [...kept, ...next.values()]
}
