/** Shared by the pages of stations and sensors: formatted readings, and choices of series and ports. */
export { PortInput } from './port-input.tsx'
export { SourceSelect } from './source-select.tsx'
export { useNear } from './times.ts'
export { decimalsOf, dischargeWords, isThere, unitWords, wireWords, withUnit } from './words.ts'
export { ALARM_LEVELS, alarmLines, STATION_COLORS } from './alarms.ts'
