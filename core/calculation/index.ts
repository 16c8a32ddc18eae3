/** Computes the general record, instant by instant, from readings and the description in force. */
export { enteredError } from './band.ts'
export { windowLength } from './inflow.ts'
export { calibratedInputs, effectiveValue } from './calibrated.ts'
export { calibrationAt, calibrations } from './calibrations.ts'
export { Cursor } from './cursor.ts'
export { Reported } from './reported.ts'
export { compare, comparison, eachInstant, isAbsentOnBothSides } from './compare.ts'
export type { RunComparison } from './compare.ts'
export { compute, run } from './compute.ts'
export { computeEnergy, energyShares, energyStepOf, energySteps } from './energy.ts'
export { energyLengths, storedEnergySteps } from './stored-energy.ts'
export { isLogCode, logCode, loggedOutlets } from './codes.ts'
export {
  NET_ENERGY,
  PLANT_ENERGY,
  RATED,
  computedSeries,
  energyInputSeries,
  isEnergyCode,
  meterDifferenceCode,
  sharesEnergyCode,
  outletCodes,
  inputSeries,
  isComputedCode,
  isTotalCode,
  outletGateCode,
  stationCode,
  unitCodes,
  unitEnergyCode,
} from './codes.ts'
export type { Input, Inputs } from './inputs.ts'
export type { AverageExplanation } from './watch.ts'
export { gridOver } from './grid.ts'
export { liveLevel } from './live.ts'
export type { LiveLevel } from './live.ts'
export { segments } from './segments.ts'
export { judgedLevels } from './levels.ts'
export {
  LEVEL_CHECKED,
  LEVEL_STALE_INTERVALS,
  RATE_BLOCK,
  SPIKE_SIDE,
  STALE_INTERVALS,
  isHeld,
  reachOf,
  reachOfChange,
} from './reach.ts'
export type { Instants } from './reach.ts'
export { isWhatIf, unknownNames, whatIf } from './what-if.ts'
export type { WhatIf } from './what-if.ts'
export { holdOf, parametersAt } from './parameters.ts'
export { computedEvery, rainEvery } from './rain.ts'
export { VOLUMES, WATER_SERIES, waterOf } from './volume.ts'
