/** The parts of the calculation on other screens; the page of runs is `runs.tsx`. */
export { CalculateButton } from './open.tsx'
export { OperationBanners } from './operation.tsx'
export { Uncomputed } from './uncomputed.tsx'
