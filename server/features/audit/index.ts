export { record, type Act, type Actor, type Queryable } from './record.ts'
export { serveAudit } from './routes.ts'
