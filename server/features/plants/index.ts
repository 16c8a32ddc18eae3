export { DESCRIPTION_MARK } from './mark.ts'
export { instantOf, serveDescription } from './routes.ts'
export { createPlants, type Change, type Plants } from './service.ts'
export { NOUNS, type Noun } from './store.ts'
