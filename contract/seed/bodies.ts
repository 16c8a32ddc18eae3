import { checkSchema } from './check.ts'
import { calendarSchema, deductionSchema, tariffSchema } from './price.ts'
import { positionSchema, sensorSchema, stationSchema } from './measuring.ts'
import { gateSchema, unitSchema } from './outlets.ts'
import { plantSchema } from './plant.ts'
import { parametersSchema, settingsSchema } from './settings.ts'
import { tableSchema } from './table.ts'

/** The schema of the body of each noun of the description. */
export const BODIES = {
  plant: plantSchema,
  position: positionSchema,
  gate: gateSchema,
  unit: unitSchema,
  station: stationSchema,
  sensor: sensorSchema,
  table: tableSchema,
  parameters: parametersSchema,
  settings: settingsSchema,
  check: checkSchema,
  calendar: calendarSchema,
  tariff: tariffSchema,
  deduction: deductionSchema,
}
