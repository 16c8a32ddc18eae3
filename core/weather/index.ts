/** Weather forecasts: the places of a basin for which they are requested, sums and means of them, the spread of members. */
export { forecastCells } from './cells.ts'
export { weightedMean } from './mean.ts'
export { spreadOf, type Spread } from './spread.ts'
export { forecastSum } from './sum.ts'
