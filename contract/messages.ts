import { fill, type Language } from './fill.ts'
import { enMessages } from './messages/en/index.ts'
import { viMessages } from './messages/vi/index.ts'

export type { Language } from './fill.ts'
export type MessageCode = keyof typeof viMessages

/**
 * Every message that the server sends to people, by language and stable code. {name} marks a parameter. The texts of a
 * language are in its folder, a file for each feature; no code is in two files.
 */
export const messages: Readonly<Record<Language, Readonly<Record<MessageCode, string>>>> = {
  vi: viMessages,
  en: enMessages,
}

export const isMessageCode = (code: string): code is MessageCode => Object.hasOwn(viMessages, code)

/** The text of a code in a language with its parameters filled in. */
export function text(
  code: MessageCode,
  language: Language,
  params: Record<string, string | number> = {},
): string {
  return fill(messages[language][code], language, params)
}
