import { STALE_INTERVALS, holdOf, parametersAt } from '#core/calculation/index.ts'
import { allInForce } from '#core/description/index.ts'
import { ESTIMATED, usable, worst } from '#core/quality/index.ts'
import type { FigureReading } from './figures.ts'
import type { LastOf } from './records.ts'
import type { View } from './view.ts'

/** The reading of a silent series that calculation goes by at the present. */
interface HeldReading extends FigureReading {
  /** Whether it no longer speaks for the present and is held as an estimate. */
  held: boolean
}

/** By the code of a series that has sent nothing of use lately; null: it speaks, or nothing of it is held. */
export type HeldOf = (code: string) => HeldReading | null

/**
 * Looks for the readings that calculation holds of gates and units whose sensors are silent or send nothing of use: only
 * where one is silent is there anything to read.
 */
export async function heldOf(view: View, last: LastOf): Promise<HeldOf> {
  const { description: d, at, hydro } = view
  const p = parametersAt(d, at)
  const intervals = new Map<string, number>()
  const add = (code: string | null | undefined, every: number) => {
    if (!code || every <= 0) return
    const newest = last(code)
    const stale = STALE_INTERVALS * every * 1000
    if (newest && newest.v !== null && usable(newest.q, p.allowSuspect) && at - newest.t <= stale) return
    intervals.set(code, stale)
  }
  for (const { body } of allInForce(d.gates, at))
    for (const { openingSeries, dischargeSeries } of body.leaves) {
      add(openingSeries, body.every)
      add(dischargeSeries, body.every)
    }
  for (const { body } of allInForce(d.units, at)) {
    add(body.powerSeries, body.every)
    add(body.dischargeSeries, body.every)
  }
  if (intervals.size === 0) return () => null
  const from = at - Math.max(holdOf(p), ...intervals.values())
  const data = await view.read(hydro, [...intervals.keys()], from, at)
  return (code) => {
    const stale = intervals.get(code)
    const s = data.get(code)
    if (stale === undefined || !s) return null
    for (let i = s.t.length - 1; i >= 0; i--) {
      const t = s.t[i]
      if (t > at || Number.isNaN(s.v[i]) || !usable(s.q[i], p.allowSuspect)) continue
      const held = at - t > stale
      if (at - t > Math.max(stale, holdOf(p))) return null
      return { t, v: s.v[i], q: held ? worst(s.q[i], ESTIMATED) : s.q[i], held }
    }
    return null
  }
}
