import { accountMessages } from './account-messages.ts'
import { calculationMessages } from './calculation-messages.ts'
import { descriptionMessages } from './description-messages.ts'
import { deviceMessages } from './device-messages.ts'
import { editMessages } from './edit-messages.ts'
import { forecastMessages } from './forecast-messages.ts'
import { gateLogMessages } from './gate-log-messages.ts'
import { generalMessages } from './general-messages.ts'
import { geoMessages } from './geo-messages.ts'
import { importMessages } from './import-messages.ts'
import { qualityMessages } from './quality-messages.ts'
import { tableMessages } from './table-messages.ts'

/**
 * Every message the server says to people, by stable code. {name} marks what is filled in. A feature's own stand
 * in its file; no code stands in two.
 */
export const messages = {
  ...accountMessages,
  ...calculationMessages,
  ...descriptionMessages,
  ...deviceMessages,
  ...editMessages,
  ...gateLogMessages,
  ...generalMessages,
  ...forecastMessages,
  ...geoMessages,
  ...importMessages,
  ...qualityMessages,
  ...tableMessages,
} as const satisfies Record<string, { vi: string; en: string }>

export type MessageCode = keyof typeof messages
export type Language = 'vi' | 'en'

/** The text of a code in a language with its parameters filled in. */
export function text(
  code: MessageCode,
  language: Language,
  params: Record<string, string | number> = {},
): string {
  return messages[code][language].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
}
