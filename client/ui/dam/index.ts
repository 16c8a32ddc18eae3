/** The dam in section, drawn from the numbers of its reservoir. */
export { DamSection } from './DamSection.tsx'
export type { DamGate, DamUnit, GateType } from './types.ts'
