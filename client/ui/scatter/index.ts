/** One quantity against another, the time in the shade. */
export { Scatter } from './Scatter.tsx'
export type { ScatterProps } from './Scatter.tsx'
export type { ScatterPoints, ScatterQuantity } from './plot.ts'
