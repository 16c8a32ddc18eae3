/** Water balance: from sensors to a level, from levels and outflow to an inflow, and what is published of it. */
export { LEVEL_CHECKS, LEVEL_STEP, checkLevel, levelChecks } from './check.ts'
export type { Checked, LevelStep } from './check.ts'
export {
  DISAGREEMENT,
  calibrate,
  calibratedSeries,
  joinLevels,
  levelOf,
  levelsOf,
  meanLevels,
} from './level.ts'
export type { CheckedSensor, PositionReading } from './level.ts'
export { FAST_WINDOW, evaporation, inflow, volumesOf, windowFor } from './inflow.ts'
export {
  CALIBRATION,
  ERROR_READINGS,
  SIGMA_LIMIT,
  STAFF,
  curveScatter,
  inflowError,
  noise,
  ReadingErrors,
} from './error.ts'
export type { Balance, BalanceInput } from './inflow.ts'
export { measured, manual } from './entered.ts'
export { scatterOf } from './scatter.ts'
export { MovingAverage, accumulated, accumulation, isImbalanced, movingAverage, publish } from './publish.ts'
export { CLOSES_WITHIN, closing } from './closing.ts'
export type { WaterSeries } from './closing.ts'
