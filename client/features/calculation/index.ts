/** What other screens show of the calculation; the page of runs is `runs.tsx`. */
export { CalculateButton } from './open.tsx'
export { Operation } from './operation.tsx'
export { Uncomputed } from './uncomputed.tsx'
