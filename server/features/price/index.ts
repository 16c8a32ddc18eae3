export { servePrice } from './routes.ts'
export { createClassNames } from './answers.ts'
export { revenueOver } from './revenue.ts'
