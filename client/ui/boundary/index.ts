export { Boundary } from './Boundary.tsx'
export { NotSeen } from './NotFetched.tsx'
export { Plain } from './Plain.tsx'
