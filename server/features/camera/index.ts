/** The camera at the dam: fetched once, shown to many. */
export { hideOldAddresses } from './hide.ts'
export { serveCamera } from './routes.ts'
