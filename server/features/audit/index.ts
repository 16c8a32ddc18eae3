export { record, type Act, type Actor } from './record.ts'
export { serveAudit } from './routes.ts'
