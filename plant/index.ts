/** The simulated plant: true water, and sensors that measure it imperfectly. */
export { demoDescription, HYDRO_CODE } from './describe.ts'
export { observe, parseFaults, type Fault, type Reading } from './sensors/index.ts'
export { SEED, simulate } from './truth/index.ts'
