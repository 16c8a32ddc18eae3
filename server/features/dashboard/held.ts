import { STALE_INTERVALS, holdOf, parametersAt } from '#core/calculation/index.ts'
import { allInForce } from '#core/description/index.ts'
import { ESTIMATED, usable, worst } from '#core/quality/index.ts'
import type { Series } from '#core/series/index.ts'
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
  const found = new Map<string, HeldReading>()
  for (const [code, stale] of intervals) {
    const s = data.get(code)
    const i = s ? lastUsable(s, at, p.allowSuspect) : -1
    if (!s || i < 0 || at - s.t[i] > Math.max(stale, holdOf(p))) continue
    const held = at - s.t[i] > stale
    found.set(code, { t: s.t[i], v: s.v[i], q: held ? worst(s.q[i], ESTIMATED) : s.q[i], held })
  }
  return (code) => found.get(code) ?? null
}

/** The index of the last usable reading until an instant; -1: there is none. */
function lastUsable({ t, v, q }: Series, at: number, allowSuspect: boolean): number {
  let i = t.length - 1
  while (i >= 0 && (t[i] > at || Number.isNaN(v[i]) || !usable(q[i], allowSuspect))) i--
  return i
}
