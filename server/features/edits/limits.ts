import { allInForce, inForce, type Description, type Outlet, type Version } from '#core/description/index.ts'
import { compatible, convert, isUnit } from '#core/quantities.ts'
import type { SeriesRow } from '#server/features/readings/index.ts'

interface Limits {
  min: number
  max: number
}

/** Levels above a datum, m: lower than any shore, higher than any lake. */
const ELEVATION: Limits = { min: -500, max: 9000 }
const NOT_NEGATIVE: Limits = { min: 0, max: Infinity }
/** Sensors of gates and units may read slightly more than the largest opening or power. */
const OVER_OPEN = 1.02
const OVER_RATED = 1.1
/** Rain, mm: more than was ever measured in a day. */
const MOST_RAIN = 2000
const ANY: Limits = { min: -Infinity, max: Infinity }

/**
 * Possible values of a series, in its unit: lake levels within those of the reservoir, openings and power within those
 * of gates and units, no negative rain, opening, power or volume. Inflow, velocity and temperature may be negative.
 */
export function limitsOf(d: Description, row: Pick<SeriesRow, 'code' | 'unit' | 'kind'>, at: number): Limits {
  if (!isUnit(row.unit)) return ANY
  const position = allInForce(d.positions, at).find((p) => p.body.series === row.code)?.body
  if (position && compatible(row.unit, 'm')) {
    const levels = (inForce(d.plant, at) ?? d.plant.at(-1))?.body.levels
    const metres =
      position.type === 1 && levels ? { min: levels.minPossible, max: levels.maxPossible } : ELEVATION
    const sent = (m: number) => convert((m - position.offset) / position.gain, 'm', row.unit as 'm')
    const ends = [sent(metres.min), sent(metres.max)]
    return { min: Math.min(...ends), max: Math.max(...ends) }
  }
  if (d.parameters.some((p) => p.body.inflowSeries === row.code)) return ANY
  const gate = allInForce(d.gates, at).find((g) => g.body.leaves.some((l) => l.openingSeries === row.code))
  if (gate) return { min: 0, max: widest(d, gate, row) }
  const unit = allInForce(d.units, at).find((u) => u.body.powerSeries === row.code)?.body
  if (unit && compatible(row.unit, 'kW'))
    return { min: 0, max: convert(unit.ratedPower * OVER_RATED, 'kW', row.unit) }
  const opening = d.gates.some((g) => g.body.leaves.some((l) => l.openingSeries === row.code))
  if (row.kind === 'total' && compatible(row.unit, 'mm'))
    return { min: 0, max: convert(MOST_RAIN, 'mm', row.unit) }
  if (opening || row.kind === 'total') return NOT_NEGATIVE
  if (compatible(row.unit, 'degC') || compatible(row.unit, 'm/s')) return ANY
  if (row.unit === '-') return ANY
  // A length that is neither opening nor rain is a level.
  if (compatible(row.unit, 'm')) {
    if (row.unit === 'mm' || row.unit === 'in') return ANY
    return { min: convert(ELEVATION.min, 'm', row.unit), max: convert(ELEVATION.max, 'm', row.unit) }
  }
  return NOT_NEGATIVE
}

/** The largest opening in the unit of its sensor; unknown where a table converts sensor travel to opening. */
function widest(
  d: Description,
  { id, body }: Version<Outlet>,
  row: Pick<SeriesRow, 'code' | 'unit'>,
): number {
  const most = body.parameters.maxOpening
  if (most === undefined || !isUnit(row.unit) || !compatible(row.unit, 'm')) return Infinity
  const own = [null, id, ...body.leaves.map((l) => l.id)]
  const turned = d.tables.some((v) => v.body.group === 'ZAoAc' && own.includes(v.body.object))
  return turned ? Infinity : convert(most * OVER_OPEN, 'm', row.unit)
}
