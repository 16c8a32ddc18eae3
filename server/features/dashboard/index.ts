export { serveDashboard } from './routes.ts'
