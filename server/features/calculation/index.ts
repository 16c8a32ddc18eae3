export type { Wait } from './loop.ts'
export { createCalculation, type Calculation } from './service.ts'
export { touched } from './spans.ts'
