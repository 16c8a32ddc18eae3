/** The other pages without a session: registration, and a new password after a forgotten one. */
export { Register } from './register.tsx'
export { Forgot } from './forgot.tsx'
