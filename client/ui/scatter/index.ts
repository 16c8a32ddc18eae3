/** One quantity against another, the time in the shade. */
export { Scatter } from './Scatter.tsx'
