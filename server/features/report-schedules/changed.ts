import { MINUTE } from '#core/time/units.ts'
import { createLru } from '#server/lib/kept.ts'
import type { ScheduleDeps } from './deps.ts'
import { differenceOf, openDue, unpacked } from './make.ts'
import { readCells, type IssueRow } from './store.ts'

/** Reports of which the number of changed values is kept. */
const MOST_KEPT = 2000
const MOST_LISTED = 500
/** Changes of plans and of who was on duty are not heard of: a number is no older than this, ms. */
const MOST_AGE = 10 * MINUTE
/** Rights for comparing: what the file holds, which whoever may see it may see. */
const rightsFor = ({ money }: IssueRow) => (money === false ? ['report'] : ['report', 'price'])

/** What is different by now from what reports said. */
export function createChanged(deps: ScheduleDeps) {
  const { clock, db, history, plants } = deps
  const kept = createLru<{ hydro: string; to: number; total: number; at: number }>(MOST_KEPT)
  /** By reservoir: the ids that are kept. */
  const ids = new Map<string, Set<string>>()
  const forget = (hydro: string, from: number) => {
    for (const id of ids.get(hydro) ?? []) {
      const one = kept.get(id)
      if (one && from > one.to) continue
      kept.delete(id)
      ids.get(hydro)!.delete(id)
    }
  }
  const stop = [
    history.onChange((changes) => {
      for (const { hydroCode, from } of changes) forget(hydroCode, from)
    }),
    plants.onChange((hydro) => forget(hydro, -Infinity)),
  ]

  async function difference(row: IssueRow) {
    const cells = await readCells(db.pool, row.hydro_code, row.issue_id)
    if (cells === null) return { total: 0, values: [] }
    const before = unpacked(cells)
    const due = await openDue(deps, row, rightsFor(row))
    return differenceOf(before, await due.said(before.columns.map((c) => c.id)), MOST_LISTED)
  }

  return {
    difference,
    /** How many values of a report are different by now. */
    async count(row: IssueRow): Promise<number> {
      const known = kept.get(row.issue_id)
      if (known && Math.abs(clock.now() - known.at) < MOST_AGE) return known.total
      // Kept before it is read: what changes meanwhile forgets it.
      const one = { hydro: row.hydro_code, to: row.to_t ?? row.slot, total: 0, at: clock.now() }
      const own = ids.get(row.hydro_code) ?? new Set()
      ids.set(row.hydro_code, own.add(row.issue_id))
      kept.set(row.issue_id, one, 1)
      try {
        one.total = (await difference(row)).total
      } catch (error) {
        kept.delete(row.issue_id)
        throw error
      }
      return one.total
    },
    close: () => stop.forEach((end) => end()),
  }
}

export type IssueChanges = ReturnType<typeof createChanged>
