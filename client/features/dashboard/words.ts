import type { Language } from '../../lib/format.ts'

/** Words of the dashboard that no other page has. */
const WORDS = {
  vi: {
    few: 'chưa đủ hai số đo',
    from: 'Từ',
    to: 'Đến',
  },
  en: {
    few: 'fewer than two readings',
    from: 'From',
    to: 'To',
  },
} as const

export const words = (language: Language) => WORDS[language]
