import { calculatorsEn } from '../calculators-en.ts'
import { shellEn } from '../shell-en.ts'
import { peopleEn } from '../people-en.ts'
import type { Widen } from '../widen.ts'
import type vi from './shell-vi.ts'

export default {
  ...shellEn,
  ...calculatorsEn,
  ...peopleEn,
} satisfies Widen<typeof vi>
