/** Series as people call them, for whoever else lets people choose some. */
export { choicesOf, matches, NO_SOURCES } from '../choices.ts'
export type { Choice, Sources } from '../choices.ts'
export { useSources } from '../queries.ts'
