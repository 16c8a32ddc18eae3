export { record, type Act, type Actor } from './record-store.ts'
export { serveAudit } from './routes.ts'
