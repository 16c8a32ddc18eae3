import { HOUR, MINUTE } from '../time/units.ts'
import { ERROR_READINGS } from '#core/balance/index.ts'
import { ENERGY_STEP, type Description } from '#core/description/index.ts'
import { RATED, loggedOutlets, meterSeries } from './codes.ts'
import { DEFAULTS, holdOf, unknownEvery } from './parameters.ts'

/** Reporting intervals after which a step or sample is stale. */
export const STALE_INTERVALS = 3
/** Reporting intervals that a mean or total covers; a stamp may come late by a quarter of one. */
export const COVERED_INTERVALS = 1.25
/** A level position is fresh for two of its reporting intervals. */
export const LEVEL_STALE_INTERVALS = 2
/** Levels are averaged over this long before an instant (wind set-up, gate waves), ms. */
export const LEVEL_MEAN = 5 * MINUTE
/** Reporting intervals in a block of the rate check of levels, which reaches back into the block before its own. */
export const RATE_BLOCK = 12
/** Reporting intervals on either side of a level reading in which the spike filter searches for neighbours. */
export const SPIKE_SIDE = 5
/** Reporting intervals before an instant whose level readings decide about those in use at it. */
export const LEVEL_CHECKED = LEVEL_STALE_INTERVALS + 2 * RATE_BLOCK + SPIKE_SIDE
/** A rise of the lake is the change over this long, ms, and shortens the window for this long after it was fast. */
export const RISE = HOUR
export const RISE_HOLD = HOUR
/** Intervals for which a discharge is kept where no common solution of the units is found. */
export const KEPT_INTERVALS = 3

interface Reach {
  /** How long before an instant other instants have to be computed for it (window, moving average), ms. */
  lead: number
  /** How long before an instant the levels begin that storage is taken from, ms. */
  levels: number
  /** How long before an instant its inputs begin, ms. */
  before: number
  /** How long after a changed input instants may change, ms. */
  after: number
  /** How far before a changed input instants may change (means and totals cover the time before their stamp), ms. */
  back: number
}

/** The longest one among the versions of a description, ms. */
interface Longest {
  window: number
  interval: number
  points: number
  position: number
  outlet: number
  station: number
  rated: number
  hold: number
  /** From a meter's interval to the end of the step in which it is. */
  meter: number
  energy: number
}

function longestOf(d: Description): Longest {
  const most: Longest = {
    window: 0,
    interval: 0,
    points: 1,
    position: 0,
    outlet: 0,
    station: 0,
    rated: 0,
    hold: 0,
    meter: 0,
    energy: ENERGY_STEP * 1000,
  }
  for (const p of [DEFAULTS, ...d.parameters.map((v) => v.body)]) {
    most.window = Math.max(most.window, p.window * 1000, p.smoothing * 1000)
    most.interval = Math.max(most.interval, p.interval * 1000)
    most.points = Math.max(most.points, p.movingPoints)
    most.hold = Math.max(most.hold, holdOf(p))
    most.energy = Math.max(most.energy, (p.energyStep ?? 0) * 1000)
  }
  for (const { every } of meterSeries(d)) most.meter = Math.max(most.meter, every * 1000)
  for (const { body } of d.positions) most.position = Math.max(most.position, body.every * 1000)
  // A series of unknown interval gets this one, and so do series that parameters name.
  const unknown = unknownEvery(most.interval)
  const named = d.parameters.some(({ body: p }) => p.inflowSeries || p.envSeries)
  most.outlet = named ? unknown : most.interval
  for (const { body } of [...d.gates, ...d.units])
    most.outlet = Math.max(most.outlet, body.every > 0 ? body.every * 1000 : unknown)
  for (const { body } of d.stations) {
    most.station = Math.max(most.station, body.every * 1000)
    if (body.type === RATED) most.rated = Math.max(most.rated, body.every * 1000)
    // A station may have the series of a measured inflow or release.
    if (named) most.outlet = Math.max(most.outlet, body.every * 1000)
  }
  return most
}

/** How far readings and results affect each other, over all versions of a description. */
export function reachOf(d: Description): Reach {
  const { window, interval, points, position, outlet, station, rated, hold, meter, energy } = longestOf(d)
  // The rise of an hour is read for as long as a fast one counts, at each point of the moving average.
  const lead = Math.max(window, RISE + RISE_HOLD) + points * interval + (KEPT_INTERVALS + 3) * interval
  // Without a reading at the beginning of the window, the nearest one up to a window before it; and the readings from
  // which the scatter is computed.
  const levels =
    lead + Math.max(window, ERROR_READINGS * position) + LEVEL_MEAN + LEVEL_STALE_INTERVALS * position
  const held = STALE_INTERVALS * outlet
  const after =
    Math.max(levels + LEVEL_CHECKED * position, lead + Math.max(held, hold), station, energy + held) +
    interval
  // A rated station touches its own discharge only, a meter the energy: a step may begin within one of its intervals.
  const before = Math.max(after, STALE_INTERVALS * rated + interval, energy + 2 * meter + held)
  return { lead, levels, before, after, back: Math.max(SPIKE_SIDE * position, held + meter) + interval }
}

/** A span of instants, both ends included, epoch ms; `to` may be Infinity. */
export interface Instants {
  from: number
  to: number
}

/**
 * The instants whose results may change when entries of one series within [from, to] arrive, go or change. `next`:
 * instant of the first valid entry after `to` (neither rejected, nor suspect where those are not used), null when there
 * is none. It matters for series of states without a heartbeat (`isHeld`): an opening set months ago is in force until
 * it is moved again, so everything up to the next entry changes with it.
 */
export function reachOfChange(
  d: Description,
  series: string,
  from: number,
  to: number,
  next: number | null,
  logs: ReadonlySet<string> = NONE,
): Instants {
  const { after, back } = reachOf(d)
  const { station, rated, interval } = longestOf(d)
  const isRated = d.stations.some(({ body }) => body.type === RATED && body.series === series)
  const held = isRated ? STALE_INTERVALS * rated : 0
  const { meter, energy } = longestOf(d)
  if (isMeter(d, series)) return { from: from - meter, to: to + meter + energy }
  if (isAside(d, series)) return { from: from - held, to: to + Math.max(station, held) + interval }
  const until = isHeld(d, series, logs) ? (next ?? Infinity) : to
  return { from: from - Math.max(back, held), to: Math.max(to, until) + Math.max(after, held + interval) }
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Whether entries of a series last until the next one, however late: it has no heartbeat by which they could be found
 * old, or `logs` (those with entries) has one that may replace the sensor from its last reading on.
 */
export function isHeld(d: Description, series: string, logs: ReadonlySet<string> = NONE): boolean {
  return (
    loggedOutlets(d).some((o) => o.log === series || (logs.has(o.log) && o.sensors.includes(series))) ||
    d.gates.some(
      ({ body }) =>
        body.every <= 0 &&
        body.leaves.some((l) => l.openingSeries === series || l.dischargeSeries === series),
    ) ||
    d.units.some(
      ({ body }) => body.every <= 0 && (body.powerSeries === series || body.dischargeSeries === series),
    ) ||
    d.parameters.some(({ body }) => body.inflowMethod === 5 && body.inflowSeries === series)
  )
}

/** Whether a series is that of a meter. It is of energy, and nothing else is read from it. */
const isMeter = (d: Description, series: string) => meterSeries(d).some((m) => m.series === series)

/** Whether a series is read for basin rain or the discharge of a station and for nothing else. */
function isAside(d: Description, series: string): boolean {
  const read = d.stations.some(
    ({ body }) =>
      (body.type === 1 && (body.series === series || body.radarSeries === series)) ||
      (body.type === RATED && body.series === series),
  )
  if (!read) return false
  return !(
    d.positions.some(({ body }) => body.series === series) ||
    d.gates.some(({ body }) =>
      body.leaves.some((l) => l.openingSeries === series || l.dischargeSeries === series),
    ) ||
    d.units.some(({ body }) => body.powerSeries === series || body.dischargeSeries === series) ||
    d.parameters.some(({ body }) => body.inflowSeries === series || body.envSeries === series)
  )
}
