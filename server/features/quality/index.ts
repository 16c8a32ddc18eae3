export { createQuality, type Quality } from './service.ts'
export { serveQuality } from './routes.ts'
export { openSilences, type Silence } from './silence-store.ts'
export { flagLayers, judged, type FiredRow } from './store.ts'
