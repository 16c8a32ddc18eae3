import { ISSUE_STATES } from '#contract/report-schedules.ts'
import { oneOf, page, word } from '../../lib/address-fields.ts'
import type { useAddress } from '../../lib/use-address.ts'

/** Which reports of schedules are listed. */
export const ISSUE_FIELDS = { schedule: word(60, /^[\w.-]+$/), state: oneOf(ISSUE_STATES), page: page() }
export type IssueAddress = ReturnType<typeof useAddress<typeof ISSUE_FIELDS>>
