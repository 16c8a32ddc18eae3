export { servePrice } from './routes.ts'
