export { serveForecast } from './routes.ts'
export { inflowAhead } from './inflow.ts'
