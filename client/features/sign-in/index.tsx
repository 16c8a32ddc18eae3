/** The sign-in page, loaded separately so that nobody waits for more. */
export { Login } from './login.tsx'
