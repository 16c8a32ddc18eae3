import { FIELD } from './field.ts'
import { LAKE } from './lake.ts'
import type { Sensor } from './sensor.ts'
import { EQUIPMENT } from './equipment.ts'

/** Every sensor of the plant; the last one is the logger's own (see FIELD). */
export const SENSORS: readonly Sensor[] = [...LAKE, ...EQUIPMENT, ...FIELD]
