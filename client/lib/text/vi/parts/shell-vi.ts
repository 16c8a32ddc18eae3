import { calculatorsVi } from '../calculators.ts'
import { shellVi } from '../shell.ts'
import { peopleVi } from '../people.ts'

/** Of every page, and of signing in. */
export default {
  ...shellVi,
  ...calculatorsVi,
  ...peopleVi,
} as const
