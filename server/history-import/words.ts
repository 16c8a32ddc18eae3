import { pluralForm } from '#contract/fill.ts'
import { importTexts as en } from '#contract/messages/en/history-import.ts'
import { importTexts as vi } from '#contract/messages/vi/history-import.ts'
import type { Language } from '#contract/messages.ts'

const TEXTS = { vi, en }

export type Word = keyof typeof vi
export type { Language } from '#contract/messages.ts'
export type MessageParams = Record<string, string | number>

/** The text of a message. A parameter may have both languages: `detail_vi` replaces `detail` in Vietnamese. */
export function message(language: Language, word: Word, params: MessageParams = {}): string {
  return TEXTS[language][word].replace(/\{(\w+)(?:\|([^{}]*))?\}/g, (_, name: string, forms?: string) => {
    const value = params[`${name}_${language}`] ?? params[name] ?? ''
    return forms === undefined ? String(value) : pluralForm(language, value, forms)
  })
}

/** All faults of a request, each shown in the language of the caller. */
export class ImportError extends Error {
  override name = 'ImportError'
  readonly problems: readonly { word: Word; params: MessageParams }[]
  constructor(problems: readonly { word: Word; params: MessageParams }[]) {
    super(problems.map((p) => message('en', p.word, p.params)).join('\n'))
    this.problems = problems
  }
}

export const importError = (word: Word, params: MessageParams = {}) => new ImportError([{ word, params }])
