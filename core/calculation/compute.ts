import type { Description } from '#core/description/index.ts'
import type { Series } from '#core/series/index.ts'
import { tableBook } from '#core/tables/index.ts'
import { calibratedInputs } from './calibrated.ts'
import { Columns } from './columns.ts'
import { energyOf } from './energy.ts'
import { gridOver, type TimeGrid } from './grid.ts'
import { inflowOf } from './inflow.ts'
import type { Inputs } from './inputs.ts'
import { levelTrack } from './levels.ts'
import { outflowOf } from './outflow.ts'
import { rainOf } from './rain.ts'
import { reachOf } from './reach.ts'
import { stationsOf } from './stations.ts'
import type { Tracks } from './step.ts'
import { Storage } from './storage.ts'
import { intervalVolumes } from './volume.ts'
import type { InstantObserver } from './watch.ts'

/**
 * The general record of a plant and the discharge of each outlet at every instant of its calculation interval within
 * [from, to], from readings (which reach back as `reachOf` says) and the description in force at each instant. The one
 * function behind the live loop, recalculation and previews: equal inputs give equal digits.
 * Returns series by code (codes.ts): m, m3, m3/s, kW, kWh, mm, each value with its quality. Missing or stale inputs give NaN
 * with MISSING or STALE. Sources: domain rules 2 (discharge), 3 (balance), 5.1 (rain).
 */
export function compute(
  d: Description,
  raw: Inputs,
  from: number,
  to: number,
  zone: string,
): Map<string, Series> {
  const { columns, inputs } = run(d, raw, from, to, zone)
  const out = columns.series(from)
  for (const [code, one] of energyOf(d, inputs, from, to, zone)) out.set(code, one)
  return out
}

/** As `compute`, with its inputs; `watch` observes its instant. */
export function run(
  d: Description,
  raw: Inputs,
  from: number,
  to: number,
  zone: string,
  watch?: InstantObserver,
): { columns: Columns; inputs: Inputs; tracks: Tracks; grid: TimeGrid } {
  const reach = reachOf(d)
  const inputs = calibratedInputs(d, raw)
  // The moving average needs the raw inflow of earlier instants, and the window outflow before those.
  const grid = gridOver(d, from - reach.lead, to, zone)
  const columns = new Columns(grid.t)
  const book = tableBook(d, from - reach.before, to + 1, zone)
  const track = (type: 1 | 2 | 3) => levelTrack(d, inputs, type, from - reach.levels, to)
  const tracks = { lake: track(1), upstream: track(2), downstream: track(3) }
  const outflow = outflowOf(d, inputs, grid, columns, book, tracks, zone, watch)
  inflowOf(d, inputs, grid, columns, new Storage(tracks.lake, book, d), outflow, watch)
  intervalVolumes(grid, columns, book, outflow, tracks.lake.steps, watch)
  rainOf(d, inputs, grid, columns, zone, watch)
  stationsOf(d, inputs, grid, columns, book, watch)
  return { columns, inputs, tracks, grid }
}
