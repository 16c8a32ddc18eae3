/** The other signed-out pages: registration and password reset. */
export { Register } from './register.tsx'
export { Forgot } from './forgot.tsx'
