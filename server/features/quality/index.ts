export { createQuality, type Quality } from './service.ts'
export { serveQuality } from './routes.ts'
export { openSilences } from './silence-store.ts'
export { flagLayers, judgedLayers, type FiredRow } from './store.ts'
