import { allInForce, type Description, type Sensor, type Station } from '#core/description/index.ts'
import type { FieldError } from '#contract/envelope.ts'
import { text, type Language, type MessageCode } from '#contract/messages.ts'
import type { SeriesRow } from '#server/features/readings/index.ts'
import { overTime, readersAfter, type SeamChange } from './seam.ts'

interface Replacement {
  station_id: string
  old_port: string
  new_station: { station_id?: string; series?: string; sensor_port?: string; sensor_name?: string }
  gain: number
  offset: number
}

/** Faults of a replacement at an instant, by the fields of the call. */
export function checkReplacement(
  d: Description,
  request: Replacement,
  at: number,
  series: ReadonlyMap<string, SeriesRow>,
  language: Language,
): FieldError[] {
  const errors: FieldError[] = []
  const report = (path: string, code: MessageCode, params: Record<string, string | number> = {}) =>
    errors.push({ path, code, message: text(code, language, params) })
  const stations = allInForce(d.stations, at)
  const old = stations.find((s) => s.id === request.station_id)!.body
  const { station_id: newId, series: newSeries, sensor_port: port } = request.new_station
  if (request.old_port !== old.sensorPort)
    report('old_port', 'port_not_of_station', {
      station: old.name,
      port: request.old_port || '-',
      own: old.sensorPort || '-',
    })
  const path = newId === undefined ? 'new_station.series' : 'new_station.station_id'
  if ((newId === undefined) === (newSeries === undefined)) {
    report('new_station', 'new_station_needed')
    return errors
  }
  const other = newId === undefined ? undefined : stations.find((s) => s.id === newId)
  if (newId !== undefined && (other === undefined || newId === request.station_id)) {
    report(path, 'not_found', { what: newId })
    return errors
  }
  if (other && other.body.type !== old.type) report(path, 'unlike_station')
  const next = other?.body.series ?? newSeries!
  const row = series.get(next)
  const was = series.get(old.series)
  const holder = stations.find((s) => s.id !== newId && s.body.series === next)
  if (!row || row.source !== 'ingest') report(path, 'unknown_series', { series: next })
  else if (next === old.series) report(path, 'same_series', { series: next })
  else if (holder) report(path, 'series_of_station', { series: next, station: holder.body.name })
  else if (was && (was.unit !== row.unit || was.kind !== row.kind))
    report(path, 'unlike_series', { series: next, unit: row.unit, old: was.unit })
  const sensor = allInForce(d.sensors, at).find(
    (v) => v.body.state === 'installed' && v.body.port !== '' && v.body.port === port,
  )
  if (sensor && sensor.body.port !== old.sensorPort)
    report('new_station.sensor_port', 'port_taken', { port: port! })
  return errors
}

/**
 * All changes of a replacement, from the seam on: the station continues with the new series, port and place; whatever
 * reads the old series reads the new one; the old sensor is removed and the new one installed; a listed station that
 * takes over ends as a separate one. Code, name and coefficient of the old station stay, so its record continues.
 */
export function replacementChanges(
  d: Description,
  request: Replacement,
  at: number,
  newSensorId: string,
  /** Seconds between readings of the new series; null: unknown. */
  every: number | null,
): SeamChange[] {
  const stations = allInForce(d.stations, at)
  const old = stations.find((s) => s.id === request.station_id)!
  const other = stations.find((s) => s.id === request.new_station.station_id)
  const next = other?.body.series ?? request.new_station.series!
  const port = request.new_station.sensor_port ?? other?.body.sensorPort ?? old.body.sensorPort
  const { gain, offset } = request
  const own = d.stations.filter((v) => v.id === old.id)
  const go = overTime<Station>('station', own, { at }, (body) =>
    body.series === old.body.series
      ? {
          ...body,
          ...placeOf(other?.body),
          ...(every === null ? {} : { every }),
          series: next,
          sensorPort: port,
        }
      : null,
  )
  const ends: SeamChange[] = other
    ? overTime<Station>(
        'station',
        d.stations.filter((v) => v.id === other.id),
        { at },
        (body) => body,
      ).map((c) => ({ ...c, body: null }))
    : []
  const readers = readersAfter(d, { old: old.body.series, next, at, gain, offset, every })
  return [
    ...go,
    ...ends,
    ...sensorsOf(d, request, at, { old: old.body, next, port, newSensorId }),
    ...readers,
  ]
}

/** Place of the new station, with the fields that belong to it. */
function placeOf(s: Station | undefined): Partial<Station> {
  if (!s) return {}
  const { latitude, longitude, address, province, every } = s
  return {
    latitude,
    longitude,
    address,
    province,
    every,
    ...(s.radarSeries ? { radarSeries: s.radarSeries } : {}),
  }
}

function sensorsOf(
  d: Description,
  request: Replacement,
  at: number,
  { old, next, port, newSensorId }: { old: Station; next: string; port: string; newSensorId: string },
): SeamChange[] {
  const sensors = allInForce(d.sensors, at)
  const gone = sensors.filter((v) => v.body.series === old.series)
  // At a position, the calibration is the position's.
  const kept = gone.find((v) => v.body.target?.noun === 'position')
  const setting = kept ? { gain: 1, offset: 0 } : { gain: request.gain, offset: request.offset }
  const down = gone.flatMap((g) =>
    overTime<Sensor>(
      'sensor',
      d.sensors.filter((v) => v.id === g.id),
      { at },
      (body) => ({ ...body, state: 'uninstalled', port: '', series: null }),
    ),
  )
  const target = kept?.body.target ?? { noun: 'station' as const, id: request.station_id }
  const comes = sensors.find((v) => v.body.series === next)
  if (comes)
    return [
      ...down,
      ...overTime<Sensor>(
        'sensor',
        d.sensors.filter((v) => v.id === comes.id),
        { at },
        (body) => ({ ...body, state: 'installed', port, target, ...setting }),
      ),
    ]
  const [first] = gone
  if (!first) return down
  const name = request.new_station.sensor_name ?? first.body.name
  const body: Sensor = {
    ...first.body,
    name,
    port,
    target,
    series: next,
    state: 'installed',
    ...setting,
    plate: '',
  }
  return [...down, { noun: 'sensor', itemId: newSensorId, body, from: at, to: null }]
}
