import type { TextKey } from '../../lib/text/index.ts'

type TextOf = (key: TextKey, fill?: Record<string, string | number>) => string

const SIZES = [
  ['setup.days', 86_400],
  ['setup.hours', 3600],
  ['setup.minutes', 60],
] as const

/** Formats seconds in the largest unit that divides them. */
export function intervalWords(seconds: number, t: TextOf): string {
  for (const [key, size] of SIZES)
    if (seconds >= size && seconds % size === 0) return t(key, { n: seconds / size })
  return t('setup.seconds', { n: seconds })
}
