import type { Station } from '#core/description/index.ts'
import type { StationFields } from '#contract/stations.ts'

/** Wire names of fields of the description. */
const NAMES = {
  station_code: 'code',
  name: 'name',
  station_type_id: 'type',
  province: 'province',
  address: 'address',
  latitude: 'latitude',
  longitude: 'longitude',
  basin: 'basin',
  thiessen_coefficient: 'thiessen',
  series: 'series',
  radar_series: 'radarSeries',
  sensor_port: 'sensorPort',
  every: 'every',
  alarms: 'alarms',
} as const satisfies Record<keyof StationFields, keyof Station>

/** The wire name of a field of the description. */
export function sentAs(field: string): string {
  return Object.entries(NAMES).find(([, name]) => name === field)?.[0] ?? field
}

/** A station with the sent fields applied. Only rain has a coefficient and a radar, only levels have alarms. */
export function stationOf(old: Partial<Station>, sent: Partial<StationFields>): Station {
  const body: Record<string, unknown> = { ...old }
  for (const [field, name] of Object.entries(NAMES)) {
    const value = sent[field as keyof StationFields]
    if (value !== undefined) body[name] = value
  }
  if (body.type !== 1) body.thiessen = null
  if (body.type !== 1 || !body.radarSeries) delete body.radarSeries
  const alarms = body.alarms as Station['alarms'] | null
  if (body.type !== 2 || !alarms || alarms.every((z) => z === null)) delete body.alarms
  return body as unknown as Station
}
