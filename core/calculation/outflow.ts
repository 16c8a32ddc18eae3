import type { Description } from '#core/description/index.ts'
import { GOOD, MISSING, worst } from '#core/quality/index.ts'
import type { TableBook } from '#core/tables/index.ts'
import type { Columns } from './columns.ts'
import type { TimeGrid } from './grid.ts'
import type { Inputs } from './inputs.ts'
import { Step, type Tracks } from './step.ts'
import type { InstantObserver } from './watch.ts'
import type { Passed } from './water.ts'

/** The outflow of the lake, at each instant of the grid. */
export interface Outflow {
  /** Water that left in the interval before each instant, m3, NaN when unknown, and its quality. */
  passed: Float64Array
  passedQ: Uint8Array
  /** Evaporation, and seepage that is not part of the outflow, m3/s. */
  losses: Float64Array
}

/** Levels, storage, discharges and totals at every instant of the grid, written to the columns. */
export function outflowOf(
  d: Description,
  inputs: Inputs,
  grid: TimeGrid,
  columns: Columns,
  book: TableBook,
  tracks: Tracks,
  zone: string,
  watch?: InstantObserver,
): Outflow {
  const { t } = grid
  const out: Outflow = {
    passed: new Float64Array(t.length).fill(NaN),
    passedQ: new Uint8Array(t.length).fill(MISSING),
    losses: new Float64Array(t.length),
  }
  const step = new Step(inputs, book, columns, tracks, zone)
  // Volume since the last instant, up to a change of the description in between.
  const pending: Passed = { volume: 0, q: GOOD }
  let begun = false
  for (const { from, first, n, p } of grid.segments) {
    if (begun) {
      step.at(from)
      pending.volume += step.passed.volume
      pending.q = worst(pending.q, step.passed.q)
    }
    step.enter(d, from, p)
    if (begun) step.at(from)
    for (let i = first; i < first + n; i++) {
      step.at(t[i])
      step.write(i)
      if (watch?.step && t[i] === watch.t) watch.step(step)
      out.passed[i] = pending.volume + step.passed.volume
      out.passedQ[i] = worst(pending.q, step.passed.q)
      out.losses[i] = step.losses
      pending.volume = 0
      pending.q = GOOD
      begun = true
    }
  }
  return out
}
