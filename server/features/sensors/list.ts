import { allInForce, inForce, type Description, type Sensor, type Version } from '#core/description/index.ts'
import { toLocal } from '#core/time/index.ts'
import type { SensorRow } from '#contract/sensors.ts'
import type { History } from '#server/features/history/index.ts'
import type { SeriesRow } from '#server/features/readings/index.ts'
import { lastPairs, onWire, effectiveReadings } from './readings.ts'
import { targetOf } from './target.ts'

const open = (t: number) => (Number.isFinite(t) ? t : null)

/** Every sensor in force, with its last readings. */
export async function sensorRows(
  history: History,
  d: Description,
  series: ReadonlyMap<string, SeriesRow>,
  now: number,
  zone: string,
): Promise<SensorRow[]> {
  const sensors = allInForce(d.sensors, now)
  const pairs = await lastPairs(
    history,
    d.hydroCode,
    sensors.flatMap((s) => s.body.series ?? []),
    now,
  )
  return sensors.map((s) => {
    const { body } = s
    const row = body.series === null ? undefined : series.get(body.series)
    const last = body.series === null ? null : (pairs.get(body.series)?.last ?? null)
    const [raw, value] = [
      onWire(last),
      onWire(body.series === null ? null : effectiveReadings(d, body.series, last)),
    ]
    const step = (row?.step_s ?? 0) * 1000
    return {
      hydro_code: d.hydroCode,
      sensor_id: s.id,
      name: body.name,
      sensor_type: body.kind,
      sensor_port: body.port,
      state: body.state,
      plate: body.plate,
      series: body.series,
      target: body.target && shownTarget(d, body.target, body.kind, now),
      unit: row?.unit ?? null,
      raw_data: raw.value,
      last_data: value.value,
      date_string: last && toLocal(last.t, zone),
      quality: { raw_data: raw.quality, last_data: value.quality },
      late: last === null || (step > 0 && now - last.t > 2 * step),
      calibration: calibrationOf(d, s, now),
      former: formerOf(d, s),
      from: open(s.from),
      effective_start: Number.isFinite(s.from) ? toLocal(s.from, zone) : null,
      version: s.version,
    }
  })
}

/** Where the calibration of a sensor is stored, and its present value. */
export function calibrationOf(d: Description, s: Version<Sensor>, now: number): SensorRow['calibration'] {
  const { target } = s.body
  const position =
    target?.noun === 'position' &&
    inForce(
      d.positions.filter((p) => p.id === target.id),
      now,
    )
  const held = position || s
  return {
    gain: held.body.gain,
    offset: held.body.offset,
    on: position ? 'position' : 'sensor',
    item: held.id,
    version: held.version,
    from: open(held.from),
  }
}

/** Port and series of a sensor when it was last installed. */
function formerOf(d: Description, s: Version<Sensor>): SensorRow['former'] {
  const before = d.sensors
    .filter((v) => v.id === s.id && v.from < s.from)
    .sort((a, b) => b.from - a.from)
    .map((v) => v.body)
  return {
    sensor_port: before.find((b) => b.port !== '')?.port ?? null,
    series: before.find((b) => b.series !== null)?.series ?? null,
  }
}

/** The target by name, or by its id where it is gone. */
function shownTarget(
  d: Description,
  target: NonNullable<Sensor['target']>,
  kind: Sensor['kind'],
  now: number,
) {
  const found = targetOf(d, target, kind, now)
  return { ...target, name: found?.name ?? target.id, series: found?.series ?? null }
}
