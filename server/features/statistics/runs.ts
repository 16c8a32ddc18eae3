import { inForce, type GeneratingUnit, type Version } from '#core/description/index.ts'
import { isStopped } from '#core/hydraulics/index.ts'
import { unitRuns, type UnitRun } from '#core/output/index.ts'
import { DAY } from '#core/time/index.ts'
import type { View } from '#server/features/dashboard/index.ts'
import type { Span } from './energy.ts'

/** Power that is read at once, and before a part of it: whether a unit ran when the part began. */
const READ_AT_ONCE = 92 * DAY
const BEFORE = 2 * 3_600_000

/** Readings may be missing one after another before nothing is known: as of energy (decision 0029). */
const BRIDGED = 2.5

/** How the units ran over spans, by the readings of their power; by id. */
export async function runsOver(
  view: View,
  units: ReadonlyMap<string, readonly Version<GeneratingUnit>[]>,
  spans: readonly Span[],
): Promise<Map<string, UnitRun[]>> {
  const out = new Map(
    [...units.keys()].map((id) => [id, spans.map((): UnitRun => ({ running: 0, covered: 0, starts: 0 }))]),
  )
  const begun = spans.filter((s) => s.start < view.at)
  if (begun.length === 0) return out
  const end = Math.min(view.at, begun.at(-1)!.end)
  for (let from = begun[0].start; from < end; from += READ_AT_ONCE) {
    const to = Math.min(end, from + READ_AT_ONCE)
    const series = [...new Set([...units.values()].flat().map((v) => v.body.powerSeries))]
    const data = await view.read(view.hydro, series, from - BEFORE, to)
    for (const [id, versions] of units)
      for (const [k, span] of begun.entries()) {
        const part = { start: Math.max(from, span.start), end: Math.min(to, span.end) }
        if (part.start >= part.end) continue
        const unit = inForce(versions, part.start)?.body ?? versions.at(-1)!.body
        const scale = unit.powerUnit === 'MW' ? 1000 : 1
        const [run] = unitRuns(
          data.get(unit.powerSeries)!,
          (v) => !isStopped(unit, v * scale),
          [part],
          unit.every * 1000 * BRIDGED,
        )
        const sum = out.get(id)![k]
        sum.running += run.running
        sum.covered += run.covered
        sum.starts += run.starts
      }
  }
  return out
}
