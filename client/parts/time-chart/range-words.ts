import type { Language } from '../../lib/format.ts'

/** Words of the free range, which the texts of the pages do not have. */
const WORDS = {
  vi: { from: 'Từ', to: 'Đến' },
  en: { from: 'From', to: 'To' },
} as const

export const words = (language: Language) => WORDS[language]
