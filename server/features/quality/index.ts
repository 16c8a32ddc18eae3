export { createQuality, type Quality } from './service.ts'
export { serveQuality } from './routes.ts'
export { flagLayers } from './store.ts'
