/** Output of a plant: its plan beside what it generates, by the calendar of the plant. */
export { PLAN_GRAINS, plannedOf, planKey, planPeriod, planPlace, planSize } from './plan.ts'
export type { PlanGrain, PlanScopes, PlanValues } from './plan.ts'
export { unitRuns } from './runs.ts'
export type { UnitRun } from './runs.ts'
