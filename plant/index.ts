/** The simulated plant: true water, and sensors that see it badly. */
export { demoDescription, HYDRO_CODE } from './describe.ts'
export { observe, parseFaults, type Fault, type Reading } from './sensors/index.ts'
export { SEED, simulate } from './truth/index.ts'
