/** Parts of the calculation used on other pages; the page of runs is `runs.tsx`. */
export { CalculateButton } from './open.tsx'
export { OperationBanners } from './operation.tsx'
export { Uncomputed } from './uncomputed.tsx'
