import { HOUR } from '../time/units.ts'
import { calibratedInputs, Cursor, Reported, type Inputs } from '#core/calculation/index.ts'
import type { Description } from '#core/description/index.ts'
import { isStopped, kilowatts } from '#core/hydraulics/index.ts'
import { compatible, convert, isUnit } from '#core/quantities.ts'
import { usable } from '#core/quality/index.ts'
import {
  emptySeries,
  fromEntries,
  indexAt,
  slice,
  type Entry,
  type Series,
  type SeriesKind,
} from '#core/series/index.ts'
import { found, lookup2, tableBook, type Compiled } from '#core/tables/index.ts'
import type { Movable } from './objects.ts'

/**
 * Effective readings of the sensor of a gate or unit over [from, to]: actual opening in m, power in kW, 0 where the
 * unit was stopped. Invalid readings, and travel that no table converts to an opening, are left out. levels: lake
 * level, for tables that need it.
 */
export function sensedOf(
  d: Description,
  raw: Inputs,
  of: Pick<Movable, 'kind' | 'id'>,
  from: number,
  to: number,
  zone: string,
  levels: Series,
): { series: Series; kind: SeriesKind } {
  const inputs = calibratedInputs(d, raw)
  const list: Entry[] = []
  let kind: SeriesKind = 'step'
  const take = (
    code: string | undefined,
    a: number,
    b: number | null,
    value: (t: number, v: number) => number,
  ) => {
    const input = code ? inputs(code) : undefined
    if (!input) return
    kind = input.kind
    const { t, v, q } = slice(input.series, Math.max(from, a), Math.min(to + 1, b ?? Infinity))
    for (let i = 0; i < t.length; i++) {
      if (!usable(q[i])) continue
      const x = value(t[i], v[i])
      if (x === x) list.push([t[i], x, q[i]])
    }
  }
  if (of.kind === 'unit') {
    for (const u of d.units)
      if (u.id === of.id)
        take(u.body.powerSeries, u.from, u.to, (_, v) => {
          const power = kilowatts(v, u.body.powerUnit)
          return isStopped(u.body, power) ? 0 : power
        })
    return { series: fromEntries(list), kind }
  }
  const leaves = d.gates.flatMap((g) => g.body.leaves.filter((l) => l.id === of.id))
  const first = Math.min(
    ...leaves.map((l) => (l.openingSeries && inputs(l.openingSeries)?.series.t[0]) || Infinity),
  )
  if (first === Infinity) return { series: fromEntries(list), kind }
  const book = tableBook(d, Math.max(from, first), to + 1, zone)
  for (const g of d.gates)
    g.body.leaves.forEach((outletGate, k) => {
      if (outletGate.id !== of.id) return
      const tables = book.outletGate(g.id, g.body, k)
      const unit = outletGate.openingUnit ?? 'm'
      take(outletGate.openingSeries, g.from, g.to, (t, v) => {
        const table = tables.at(t).opening
        const a = table ? throughTable(table, levels, t, v) : metres(v, unit)
        // The zero of a sensor may be slightly off.
        return Math.abs(a) < 0.01 ? 0 : a
      })
    })
  return { series: fromEntries(list), kind }
}

const answer = found()

function throughTable(table: Compiled, levels: Series, t: number, travel: number): number {
  const i = indexAt(levels, t)
  return lookup2(table, i < 0 ? NaN : levels.v[i], travel, 'loop', answer)
}

function metres(v: number, unit: string): number {
  if (unit === 'm') return v
  return isUnit(unit) && compatible(unit, 'm') ? convert(v, unit, 'm') : NaN
}

export interface MovablePosition {
  /** m or kW; NaN where unknown. */
  value: number
  quality: number
  source: 'sensor' | 'hand' | null
  /** Instant of the log entry in force; null where the value is the sensor's. */
  entry: number | null
}

/** Position of a gate or unit at t as in calculation: by its sensor, and where that is silent by the log. */
export function positionAt(
  of: Pick<Movable, 'every' | 'sensor'>,
  sensed: { series: Series; kind: SeriesKind },
  log: Series,
  t: number,
): MovablePosition {
  const every = of.every > 0 ? of.every : HOUR
  const sensor = of.sensor
    ? new Cursor(sensed, { every, heartbeat: of.every > 0, allowSuspect: false })
    : null
  const written = log.t.length > 0 ? log : emptySeries()
  const reported = new Reported(
    sensor,
    new Cursor({ kind: 'step', series: written }, { every, heartbeat: false, allowSuspect: false }),
  )
  const value = reported.at(t)
  const { logged, quality } = reported
  if (value !== value) return { value, quality, source: null, entry: null }
  return {
    value,
    quality,
    source: logged ? 'hand' : 'sensor',
    entry: logged ? log.t[indexAt(log, t)] : null,
  }
}
