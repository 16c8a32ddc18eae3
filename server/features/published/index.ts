export { servePublished } from './routes.ts'
