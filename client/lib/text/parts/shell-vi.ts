import { calculatorsVi } from '../calculators-vi.ts'
import { shellVi } from '../shell-vi.ts'
import { peopleVi } from '../people-vi.ts'

/** Of every page, and of signing in. */
export default {
  ...shellVi,
  ...calculatorsVi,
  ...peopleVi,
} as const
