import { useSyncExternalStore } from 'react'
import { fill as fillMessage, type Language, type Params } from '#contract/fill.ts'
import { generalMessages as generalEn } from '#contract/messages/en/general.ts'
import { generalMessages as generalVi } from '#contract/messages/vi/general.ts'
import type { MessageCode } from '#contract/messages.ts'
import { fillText } from './fill.ts'
import type { Text } from './vi/index.ts'

export type { Language } from '#contract/fill.ts'
export type { Text } from './vi/index.ts'

type Leaves<T> = T extends string
  ? never
  : {
      [K in keyof T & string]: T[K] extends string
        ? K
        : T[K] extends readonly string[]
          ? never
          : `${K}.${Leaves<T[K]>}`
    }[keyof T & string]

/** Key of a text: 'figure.level'. A wrong one does not compile. */
export type TextKey = Leaves<Text>

type Messages = Record<Language, Partial<Record<MessageCode, string>>>

let present: Language = 'vi'
/** The texts loaded so far. */
const held: Record<Language, object> = { vi: {}, en: {} }
let messages: Messages = { vi: generalVi, en: generalEn }
const listeners = new Set<() => void>()

/** Adds texts loaded by load.ts. */
export function holdTexts(of: Language, texts: object): void {
  Object.assign(held[of], texts)
}
export function holdMessages(all: Messages): void {
  messages = all
}

/** The text of a key in the current language. */
export function t(key: TextKey, fill?: Params): string {
  const found = key
    .split('.')
    .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], held[present])
  if (typeof found !== 'string') return missing(key)
  return fill ? fillText(found, present, fill) : found
}

/** A message by its code, as the server words it. */
export function messageText(code: MessageCode, fill?: Params): string {
  const message = messages[present][code]
  return message ? fillMessage(message, present, fill) : missing(code)
}

/** Throws for a part that was not loaded with its component: parts.test.ts and the browser tests find that. */
function missing(key: string): string {
  console.error(`no text for ${key} in ${present}`)
  return key
}

/** All texts of the current language as data, for lists. */
export function texts(): Text {
  return held[present] as Text
}

export function language(): Language {
  return present
}

/** Shows a language whose texts are loaded; use setLanguage of load.ts to load them first. */
export function show(next: Language): void {
  if (typeof document !== 'undefined') document.documentElement.lang = next
  if (next === present) return
  present = next
  for (const listener of listeners) listener()
}

function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The language of the page; renders again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, language)
}

/** `t` for components: renders again when the language changes. */
export function useText() {
  const now = useLanguage()
  return { t, messageText, language: now, texts: held[now] as Text }
}
