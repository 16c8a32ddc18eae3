export { serveBasinRain } from './basin-rain.ts'
export { serveDashboard } from './routes.ts'
export { createViews, type View } from './view.ts'
export { serveElectricalEnergy } from './energy.ts'
