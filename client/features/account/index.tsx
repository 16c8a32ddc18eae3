/** The pages that need no session: sign in, register, set a forgotten password anew. */
export { Login } from './login.tsx'
export { Register } from './register.tsx'
export { Forgot } from './forgot.tsx'
