export { record, type Actor } from './record-store.ts'
export { serveAudit } from './routes.ts'
