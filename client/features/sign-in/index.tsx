/** The sign-in page, loaded separately to keep the first load small. */
export { Login } from './login.tsx'
