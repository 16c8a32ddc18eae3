/** The other pages that need no session: register, set a forgotten password anew. */
export { Register } from './register.tsx'
export { Forgot } from './forgot.tsx'
