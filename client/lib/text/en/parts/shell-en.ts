import { calculatorsEn } from '../calculators.ts'
import { shellEn } from '../shell.ts'
import { peopleEn } from '../people.ts'
import type { Widen } from '../../widen.ts'
import type vi from '../../vi/parts/shell-vi.ts'

export default {
  ...shellEn,
  ...calculatorsEn,
  ...peopleEn,
} satisfies Widen<typeof vi>
