/** Section of a dam, drawn from its description. */
export { DamSection } from './DamSection.tsx'
export type { DamGate, DamUnit, GateType } from './types.ts'
