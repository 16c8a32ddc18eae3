/** The page of signing in, by itself: nobody waits for more before they may. */
export { Login } from './login.tsx'
