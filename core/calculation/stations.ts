import {
  allInForce,
  type Description,
  type Sensor,
  type Station,
  type Version,
} from '#core/description/index.ts'
import { compatible, convert, isUnit } from '#core/quantities.ts'
import { MISSING, STALE, worst } from '#core/quality/index.ts'
import { found, lookup, type Compiled, type TableBook } from '#core/tables/index.ts'
import { RATED, stationCode } from './codes.ts'
import type { Columns } from './columns.ts'
import { Cursor } from './cursor.ts'
import type { TimeGrid } from './grid.ts'
import type { Inputs } from './inputs.ts'
import type { InstantObserver } from './watch.ts'

/** A rated station at one instant, for its explanation. */
export interface RatedStation {
  id: string
  body: Station
  cursor: Cursor
  /** m, NaN when unknown. */
  level: number
  table: Compiled | null
  quality: number
}

/** Discharge of the stations of type 4 at every instant of the grid, written to the columns. */
export function stationsOf(
  d: Description,
  inputs: Inputs,
  grid: TimeGrid,
  columns: Columns,
  book: TableBook,
  watch?: InstantObserver,
): void {
  const answer = found()
  for (const { from, first, n, p } of grid.segments) {
    for (const { id, body } of allInForce(d.stations, from)) {
      if (body.type !== RATED || !body.series) continue
      const input = inputs(body.series)
      const toMetres = metresOf(d, input?.unit, body.series, from)
      // A station that sends discharge needs no rating.
      if (toMetres === null) continue
      const every = body.every > 0 ? body.every * 1000 : p.interval * 1000
      const cursor = new Cursor(input, { every, heartbeat: true, allowSuspect: p.allowSuspect })
      const rating = book.station(id)
      const write = columns.writer(stationCode(id))
      for (let i = first; i < first + n; i++) {
        const level = toMetres(cursor.at(grid.t[i]))
        const table = rating.at(grid.t[i])
        const value = level === level && table ? lookup(table, level, 'loop', answer) : NaN
        // Silent or never there: that is the reason to report; a level without a rating for it is missing.
        const q =
          value === value
            ? worst(cursor.quality, answer.q)
            : level !== level && (cursor.quality & 7) >= STALE
              ? cursor.quality
              : MISSING
        write(i, value, q)
        if (watch?.station && grid.t[i] === watch.t)
          watch.station({ id, body, cursor, level, table, quality: q })
      }
    }
  }
}

/** Conversion of a station's readings to metres; null when they are no levels. A gain has converted them already. */
function metresOf(
  d: Description,
  unit: string | undefined,
  series: string,
  t: number,
): ((v: number) => number) | null {
  if (unit === undefined || unit === 'm' || isScaled(d.sensors, series, t)) return (v) => v
  if (!isUnit(unit) || !compatible(unit, 'm')) return null
  return (v) => convert(v, unit, 'm')
}

function isScaled(sensors: readonly Version<Sensor>[], series: string, t: number): boolean {
  return allInForce(sensors, t).some(
    ({ body }) => body.series === series && body.target?.noun !== 'position' && body.gain !== 1,
  )
}
