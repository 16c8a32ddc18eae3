import { MISSING, worst } from '#core/quality/index.ts'
import { toLocal } from '#core/time/index.ts'
import { round, wireValue } from '#contract/fields.ts'
import type { StationReading } from '#contract/observe.ts'
import { columnText, type ColumnSource } from '#server/lib/columns.ts'
import type { StationSeries } from './data.ts'

/** Decimals of columns: a tenth of a millimetre, a tenth of a litre per second. */
const DECIMALS = 4

/** Readings of a station at every instant of any of its series; -1 and MISSING where one has none. */
function stationRecordsOf({ value, velocity, depth }: StationSeries, zone: string): StationReading[] {
  const at = reader(value)
  const speed = reader(velocity)
  const level = reader(depth)
  const instants = [value, velocity, depth].flatMap((c) => (c ? [...c.data.t] : []))
  const times = velocity || depth ? [...new Set(instants)].sort((a, b) => a - b) : instants
  return times.map((t) => {
    const [a, b, c] = [at(t), speed(t), level(t)]
    return {
      date_string: toLocal(t, zone),
      value: a.value,
      velocity: b.value,
      water_depth: c.value,
      quality: { value: a.quality, velocity: b.quality, water_depth: c.quality },
    }
  })
}

const NOTHING = { value: wireValue(null), quality: MISSING }

/** Reads a column at ascending instants. */
function reader(c: ColumnSource | null): (t: number) => { value: number; quality: number } {
  if (!c) return () => NOTHING
  const { t, v, q } = c.data
  let i = 0
  return (at) => {
    while (i < t.length && t[i] < at) i++
    if (t[i] !== at) return NOTHING
    if (Number.isNaN(v[i])) return { value: wireValue(null), quality: worst(q[i], MISSING) }
    return { value: round(v[i], DECIMALS), quality: q[i] }
  }
}

/** A station with its readings, as JSON text: columns are written in one pass. */
export function stationText(one: StationSeries, layout: 'records' | 'columns', zone: string): string {
  const { id, body, value, velocity, depth } = one
  const head = {
    station_id: id,
    station_code: body.code,
    name: body.name,
    station_type_id: body.type,
    unit: value.unit,
    kind: value.kind,
  }
  const text = (c: ColumnSource | null) => (c ? columnText(c) : 'null')
  const columns =
    layout === 'records'
      ? 'null'
      : `{"value":${text(value)},"velocity":${text(velocity)},"water_depth":${text(depth)}}`
  const data = layout === 'records' ? JSON.stringify(stationRecordsOf(one, zone)) : '[]'
  return `${JSON.stringify(head).slice(0, -1)},"data":${data},"columns":${columns}}`
}
