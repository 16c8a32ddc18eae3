import { oneOf, view, word } from '../../lib/address-fields.ts'

export const SHEET_TABS = ['sheets', 'names'] as const

/** The sheet that is shown and of when are the address of the page. */
export const SHEETS_FIELDS = {
  tab: view(oneOf(SHEET_TABS, 'sheets')),
  sheet: view(word(60, /^[a-z0-9_-]+$/)),
  date: word(10, /^\d{4}(-\d{2}(-\d{2})?)?$/),
  known: word(16, /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/),
  period: oneOf(['day', 'month', 'year'], 'day'),
}
