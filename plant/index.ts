/** The simulated plant: true water, and sensors that see it badly. */
export { demoDescription, HYDRO_CODE } from './describe.ts'
export {
  KINDS,
  observe,
  parseFaults,
  SENSORS,
  wear,
  type Fault,
  type FaultKind,
  type ObserveOptions,
  type Reading,
} from './sensors/index.ts'
export { anchorOf, ENVIRONMENTAL, SEED, simulate, Truth, World, type Span } from './truth/index.ts'
