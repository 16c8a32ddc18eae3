export { createQuality, type Quality } from './service.ts'
export { serveQuality } from './routes.ts'
export { flagLayers, type FiredRow } from './store.ts'
