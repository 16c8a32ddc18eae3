import { calculatorsVi } from '../calculators.ts'
import { shellVi } from '../shell.ts'
import { peopleVi } from '../people.ts'

/** Texts of every page, and of signing in. */
export default {
  ...shellVi,
  ...calculatorsVi,
  ...peopleVi,
} as const
