import type { qualityMessages as vi } from '../vi/quality.ts'

export const qualityMessages: Record<keyof typeof vi, string> = {
  check_not_of_kind: 'Not used by this type of check',
  check_order: 'Must be above the lower limit',
  check_two_series: 'At least two series are required for a comparison',
  check_no_grade: 'Missing readings cannot be graded',
  check_not_rejected: 'A comparison does not show which value is wrong, so it cannot reject any',
  check_by_calculation:
    'Levels of position {series} are checked during calculation, using the reservoir levels and the rate in the parameters',
  check_computed: 'Series {series} is computed and is not checked like a reading',
  check_taken: 'There is already a check of this type for {what} in the same period: {name}',
}
