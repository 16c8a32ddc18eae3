import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { text as messageText, type MessageCode } from '#contract/messages.ts'
import { en } from './en.ts'
import { vi, type Text } from './vi.ts'

export type Language = 'vi' | 'en'
export type { Text } from './vi.ts'

type Leaves<T> = T extends string
  ? never
  : {
      [K in keyof T & string]: T[K] extends string
        ? K
        : T[K] extends readonly string[]
          ? never
          : `${K}.${Leaves<T[K]>}`
    }[keyof T & string]

/** The address of a text: 'figure.level'. A wrong one does not compile. */
export type TextKey = Leaves<Text>

const i18n = i18next.createInstance()
void i18n.init({
  lng: 'vi',
  fallbackLng: 'vi',
  resources: { vi: { translation: vi }, en: { translation: en } },
  initAsync: false,
  interpolation: { escapeValue: false },
  returnNull: false,
})

/** The text of a key in the present language. */
export function t(key: TextKey, fill?: Record<string, string | number>): string {
  return i18n.t(key, fill)
}

/** A message by its code, as the server words it. */
export function say(code: MessageCode, fill?: Record<string, string | number>): string {
  return messageText(code, language(), fill)
}

/** All texts of the present language as data, for lists. */
export function texts(): Text {
  return language() === 'en' ? en : vi
}

export function language(): Language {
  return i18n.language === 'en' ? 'en' : 'vi'
}

/** Switches the running session at once. */
export function setLanguage(next: Language): void {
  void i18n.changeLanguage(next)
  if (typeof document !== 'undefined') document.documentElement.lang = next
}

function onLanguage(hear: () => void): () => void {
  i18n.on('languageChanged', hear)
  return () => i18n.off('languageChanged', hear)
}

/** The language of the page; renders again when it is switched. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, language)
}

/** `t` for components: renders again when the language is switched. */
export function useText() {
  const now = useLanguage()
  return { t, say, language: now, texts: now === 'en' ? en : vi }
}
