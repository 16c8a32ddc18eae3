/** The camera at the dam: fetched once, shown to many; what is secret of its address stays here. */
export { refuseUnknown, withoutCredentials } from './credentials.ts'
export { hideOldAddresses } from './hide.ts'
export { serveCamera } from './routes.ts'
export { shownAddress } from './address.ts'
