/** What the pages of stations and of sensors share: readings in words, series and ports to choose from. */
export { PortInput } from './port-input.tsx'
export { SourceSelect } from './source-select.tsx'
export { useNear } from './times.ts'
export { decimalsOf, dischargeWords, isThere, unitWords, wireWords, withUnit } from './words.ts'
