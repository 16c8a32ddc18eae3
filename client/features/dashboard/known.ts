/** The time gone by that is shown: other features that follow the dashboard ask for it as well. */
export { KnownContext, knownOf, useKnown, usePresent, type Known } from '../../lib/known.ts'
