/** One quantity against another, the time in the shade. */
export { Scatter } from './Scatter.tsx'
export type { ScatterProps } from './Scatter.tsx'
export type { Points, Quantity } from './plot.ts'
