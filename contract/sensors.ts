import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { STATE } from './subjects.ts'
import { localString, localTime, quality } from './fields.ts'
import { versionId } from './items.ts'
import { sensorSchema } from './seed/measuring.ts'
import { source } from './stations.ts'
import { objectId as id } from './validation.ts'

const base = 'main' as const
const view = 'sensor.view' as const
const update = 'sensor.update' as const
const changeStatus = 'sensor.change-status' as const

const rule = sensorSchema.shape
const common = {
  sensor_id: id,
  version: z.string(),
  /** Local time from which it is in force; absent: now. */
  from: localTime.nullish(),
  reason: z.string().trim().max(500).nullish(),
}

/**
 * A sensor with its last readings: raw_data as sent, last_data effective (gain * raw + offset); -1 when absent, by
 * quality. The calibration of a sensor at a level position is the position's.
 */
export const sensor = z.object({
  hydro_code: z.string(),
  sensor_id: z.string(),
  name: z.string(),
  sensor_type: z.number(),
  sensor_port: z.string(),
  state: rule.state.unwrap(),
  plate: z.string(),
  series: z.string().nullable(),
  target: z
    .object({
      noun: z.enum(['station', 'position', 'leaf', 'unit']),
      id: z.string(),
      name: z.string(),
      /** The series that is read for it now, to be checked where it is not the sensor's own. */
      series: z.string().nullable(),
    })
    .nullable(),
  unit: z.string().nullable(),
  raw_data: z.number(),
  last_data: z.number(),
  date_string: localString.nullable(),
  quality: z.object({ raw_data: quality, last_data: quality }),
  /** Whether nothing arrived for two of its steps. */
  late: z.boolean(),
  calibration: z.object({
    gain: z.number(),
    offset: z.number(),
    on: z.enum(['sensor', 'position']),
    item: z.string(),
    version: z.string(),
    /** Epoch ms; null: always. */
    from: z.number().nullable(),
  }),
  /** Port and series before it was removed; null where unknown. */
  former: z.object({ sensor_port: z.string().nullable(), series: z.string().nullable() }),
  /** Start of the version in force, epoch ms, and as a local time; null: always. */
  from: z.number().nullable(),
  effective_start: localString.nullable(),
  version: z.string(),
})
export type SensorRow = z.infer<typeof sensor>

export const listSensors = endpoint({
  base,
  method: 'GET',
  path: '/v1/setting/sensor/getall',
  access: view,
  reads: STATE,
  summary: 'Every sensor in force with its state, port, series, target, calibration and last reading.',
  data: z.array(sensor),
})

export const listSensorSeries = endpoint({
  base,
  method: 'GET',
  path: '/v1/setting/sensor/series',
  access: view,
  reads: ['description', 'readings'],
  summary: 'Series that readings come in as, those without a sensor first, with unit and last value.',
  data: z.array(source),
})

const target = rule.target.unwrap()

export const setLink = endpoint({
  base,
  method: 'POST',
  path: '/v1/setting/sensor/set-link',
  access: update,
  changes: ['description'],
  summary: 'Links a sensor to a series (null: to none), and to what it measures when target is sent.',
  body: z.strictObject({
    ...common,
    series: rule.series.unwrap(),
    target: target.optional(),
  }),
  data: versionId,
})

export const setupSensor = endpoint({
  base,
  method: 'POST',
  path: '/v1/setting/setup-sensor',
  access: changeStatus,
  changes: ['description'],
  summary: 'Installs a sensor at a free port, with the series that it sends and the target that it measures.',
  body: z.strictObject({
    ...common,
    sensor_port: rule.port.unwrap().min(1),
    series: rule.series.unwrap().optional(),
    target: target.optional(),
  }),
  data: versionId,
})

export const uninstallSensor = endpoint({
  base,
  method: 'POST',
  path: '/v1/setting/uninstall-sensor',
  access: changeStatus,
  changes: ['description'],
  summary: 'Uninstalls a sensor: its port and its series are free from then on.',
  body: z.strictObject(common),
  data: versionId,
})

export const calibrateSensor = endpoint({
  base,
  method: 'POST',
  path: '/v1/setting/sensor/calibrate',
  access: update,
  changes: ['description'],
  summary:
    'Sets gain and offset from a local time on (absent: over the whole period of the version named). version: that of the calibration, which is the position at a level position.',
  body: z.strictObject({
    ...common,
    gain: rule.gain.unwrap(),
    offset: rule.offset.unwrap(),
  }),
  data: versionId,
})

export const sensorChange = z.object({
  at: z.number(),
  by: z.string(),
  by_name: z.string().nullable(),
  act: z.string(),
  /** Where the calibration is stored. */
  on: z.enum(['sensor', 'position']),
  item: z.string(),
  name: z.string(),
  /** The period of the change, epoch ms; null: open. */
  from: z.number().nullable(),
  to: z.number().nullable(),
  reason: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
})
export type SensorChange = z.infer<typeof sensorChange>

export const listSensorHistory = endpoint({
  base,
  method: 'GET',
  path: '/v1/setting/sensor/history',
  access: view,
  reads: ['description'],
  summary: 'Changes of the settings of all sensors of a kind (or of one), newest first, at most 500.',
  query: z.object({
    kind: z.coerce.number().int().min(1).max(8).optional(),
    sensor_id: id.optional(),
  }),
  data: z.array(sensorChange),
})
