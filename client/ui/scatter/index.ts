/** One quantity against another, with time as shade. */
export { Scatter } from './Scatter.tsx'
