export { createQuality, type Quality } from './service.ts'
export { serveQuality } from './routes.ts'
export { openSilences, type Silence } from './silences.ts'
export { flagLayers, judged, type FiredRow } from './store.ts'
