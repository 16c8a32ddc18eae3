export { servePrice } from './routes.ts'
export { revenueOfSpans } from './revenue.ts'
export { seesMoney } from './permission.ts'
