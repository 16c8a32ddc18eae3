/** The dam in section, drawn from the numbers of its reservoir. */
export { DamSection } from './DamSection.tsx'
export type { DamSectionProps } from './DamSection.tsx'
export type { DamGate, DamLabels, DamLevels, DamUnit, GateType } from './types.ts'
