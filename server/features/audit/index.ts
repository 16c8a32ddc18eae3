export { record, type Act, type Actor, type Queryable } from './record-store.ts'
export { serveAudit } from './routes.ts'
