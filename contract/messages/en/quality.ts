import type { qualityMessages as vi } from '../vi/quality.ts'

export const qualityMessages: Record<keyof typeof vi, string> = {
  check_not_of_kind: 'This kind of check has no use for it',
  check_order: 'Must be above the lower limit',
  check_two_series: 'Needs at least two series to compare',
  check_no_grade: 'Where readings are missing there is none to give a grade to',
  check_not_rejected: 'A comparison does not say which value is wrong, so it cannot reject any',
  check_by_calculation:
    'Levels of the position {series} are checked in the calculation, by the levels of the reservoir and the rate of the parameters',
  check_computed: 'Series {series} is computed and not checked like a reading',
  check_taken: 'There is a check of this kind for {what} in the same time: {name}',
}
