import { clockTime } from '../../lib/item-words.ts'

/** The half hours of a day, plus the current setting where it is none of them. */
export function clockTimes(set: number | null): { id: number; name: string }[] {
  const half = Array.from({ length: 48 }, (_, i) => i * 30)
  const all = set === null || half.includes(set) ? half : [...half, set].sort((a, b) => a - b)
  return all.map((id) => ({ id, name: clockTime(id) }))
}
