import { enteredError, run, whatIf, type Inputs, type WhatIf } from '#core/calculation/index.ts'
import type { Saved } from '#core/calculation/explain/index.ts'
import { inForce, type Description } from '#core/description/index.ts'
import { DAY } from '#core/time/index.ts'
import { averageAt, isNeverSaved, readInputs, activeSave } from '#server/features/calculation/index.ts'
import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Readings } from '#server/features/readings/index.ts'
import type { Services } from '#server/lib/services.ts'

const INFLOW = 'general.total_discharge_lake'
const AVERAGE = 'general.inflow_moving_average'

/** What the active save of an instant was calculated from. */
export interface SavedInstant {
  run: string
  /** The description and the readings, with entered values in place of sensors. */
  d: Description
  inputs: Inputs
  saved: Saved
}

/** What a save stores of the entered values. */
interface Kept {
  window_from?: number
  levels?: { start: number; end: number }
  downstream?: number
  openings?: { leaf_id: string; opening: number }[]
  powers?: { unit_id: string; power: number }[]
}

/** The active save of a value, ready to be recalculated; null: the value is by the automatic calculation. */
export async function savedAt(
  s: Services,
  deps: { plants: Plants; history: History; readings: Readings },
  d: Description,
  code: string,
  at: number,
  zone: string,
): Promise<SavedInstant | null> {
  const found = isNeverSaved(code) ? null : await activeSave(s.db.pool, d.hydroCode, at)
  const kept = found?.detail as Kept | undefined
  if (!found || kept?.window_from === undefined) return null
  const { window_from: from, levels, downstream, openings = [], powers = [] } = kept
  const given: WhatIf = {
    from,
    to: at,
    levels,
    downstream,
    openings: new Map(openings.map((o) => [o.leaf_id, o.opening])),
    powers: new Map(powers.map((p) => [p.unit_id, p.power])),
  }
  const inputs = await readInputs(deps, d, from, at, s.clock.now())
  if (levels) given.levels = { ...levels, error: enteredError(d, inputs, at, zone, levels) }
  const changed = whatIf(d, inputs, given)
  const saved: Saved = {}
  if (code === AVERAGE) {
    const before = await deps.history.read(d.hydroCode, [INFLOW], at - DAY, at - 1)
    const own = run(changed.d, changed.inputs, at, at, zone).columns.series(at).get(INFLOW)
    const points = inForce(d.parameters, at)?.body.movingPoints
    saved.average = averageAt(before.get(INFLOW), own, at, points)
  }
  return { run: found.run_id, ...changed, saved }
}
