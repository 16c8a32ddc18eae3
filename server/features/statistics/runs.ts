import type { GeneratingUnit, Version } from '#core/description/index.ts'
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

/**
 * How the units ran over spans, by the readings of their power; by id. Each version of a unit counts while it is in
 * force, by its own power series, unit of power and cut-in.
 */
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
  const versions = [...units].flatMap(([id, list]) => list.map((version) => ({ ...version, id })))
  const gapOf = (unit: GeneratingUnit) => unit.every * 1000 * BRIDGED
  const longest = Math.max(0, ...versions.map((v) => gapOf(v.body)))
  for (let from = begun[0].start; from < end; from += READ_AT_ONCE) {
    const to = Math.min(end, from + READ_AT_ONCE)
    const series = [...new Set(versions.map((v) => v.body.powerSeries))]
    // A reading after the end tells of the time before it.
    const data = await view.read(view.hydro, series, from - BEFORE, Math.min(view.at, to + longest))
    for (const { id, body: unit, from: since, to: until } of versions) {
      const parts = begun.flatMap((span, row) => {
        const part = {
          row,
          start: Math.max(from, since, span.start),
          end: Math.min(to, until ?? Infinity, span.end),
        }
        return part.start < part.end ? [part] : []
      })
      if (parts.length === 0) continue
      const scale = unit.powerUnit === 'MW' ? 1000 : 1
      const runs = unitRuns(
        data.get(unit.powerSeries)!,
        (v) => !isStopped(unit, v * scale),
        parts,
        gapOf(unit),
      )
      runs.forEach((run, i) => {
        const sum = out.get(id)![parts[i].row]
        sum.running += run.running
        sum.covered += run.covered
        sum.starts += run.starts
      })
    }
  }
  return out
}
