import { enteredAt, type EnteredAt } from '#server/features/calculation/index.ts'
import { allInForce } from '#core/description/index.ts'
import { EDITED } from '#core/quality/index.ts'
import { endOfSecond } from '#server/features/history/index.ts'
import type { Database } from '#server/lib/database.ts'
import type { LastOf } from './records.ts'
import type { View } from './view.ts'

/** The value entered for a gate (m) or unit (MW) from which its discharge at t was computed; null: none. */
export type EnteredOf = (id: string, t: number) => number | null

/** Reads the saves behind the given discharges: only those marked as edited have any. */
export async function enteredOf(c: Database, view: View, last: LastOf): Promise<EnteredOf> {
  const { description: d, at, hydro } = view
  const codes = [
    ...allInForce(d.gates, at).flatMap((g) => g.body.leaves.map((leaf) => `leaf.${leaf.id}.q`)),
    ...allInForce(d.units, at).map((u) => `unit.${u.id}.q`),
  ]
  const instants = new Set(
    codes.flatMap((code) => {
      const reading = last(code)
      return reading && (reading.q & EDITED) !== 0 ? [reading.t] : []
    }),
  )
  const saves = new Map<number, EnteredAt>()
  for (const t of instants) {
    const entered = await enteredAt(c.pool, hydro, t, view.known ? endOfSecond(at) : at)
    if (entered) saves.set(t, entered)
  }
  return (id, t) => {
    const save = saves.get(t)
    const kilowatts = save?.powers.get(id)
    return save?.openings.get(id) ?? (kilowatts === undefined ? null : kilowatts / 1000)
  }
}
