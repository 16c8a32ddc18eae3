/** All reservoirs of a caller at a glance: rows, their sums, their stream; inflow between two of them. */
export { createRows } from './kept.ts'
export { serveOverview } from './routes.ts'
