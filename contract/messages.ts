import { accountMessages } from './account-messages.ts'
import { calculationMessages } from './calculation-messages.ts'
import { cameraMessages } from './camera-messages.ts'
import { descriptionMessages } from './description-messages.ts'
import { deviceMessages } from './device-messages.ts'
import { editMessages } from './edit-messages.ts'
import { fill, type Language } from './fill.ts'
import { forecastMessages } from './forecast-messages.ts'
import { gateLogMessages } from './gate-log-messages.ts'
import { generalMessages } from './general-messages.ts'
import { geoMessages } from './geo-messages.ts'
import { timelineMessages } from './timeline-messages.ts'
import { importMessages } from './import-messages.ts'
import { observeMessages } from './observe-messages.ts'
import { qualityMessages } from './quality-messages.ts'
import { shiftLogMessages } from './shift-log-messages.ts'
import { tableMessages } from './table-messages.ts'
import { viewsMessages } from './views-messages.ts'
import { wallMessages } from './wall-messages.ts'

/**
 * Every message the server says to people, by stable code. {name} marks what is filled in. A feature's own stand
 * in its file; no code stands in two.
 */
export const messages = {
  ...accountMessages,
  ...calculationMessages,
  ...cameraMessages,
  ...descriptionMessages,
  ...deviceMessages,
  ...editMessages,
  ...forecastMessages,
  ...gateLogMessages,
  ...generalMessages,
  ...geoMessages,
  ...timelineMessages,
  ...importMessages,
  ...observeMessages,
  ...qualityMessages,
  ...shiftLogMessages,
  ...tableMessages,
  ...viewsMessages,
  ...wallMessages,
} as const satisfies Record<string, { vi: string; en: string }>

export type MessageCode = keyof typeof messages
export type { Language } from './fill.ts'

/** The text of a code in a language with its parameters filled in. */
export function text(
  code: MessageCode,
  language: Language,
  params: Record<string, string | number> = {},
): string {
  return fill(messages[code][language], language, params)
}
