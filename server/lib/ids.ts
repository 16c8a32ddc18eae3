import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
let last = 0
let count = 0

/**
 * A text id that sorts by the time it was made: prefix, 9 characters of milliseconds, 2 of a counter within the
 * millisecond, 8 random ones.
 */
export function makeId(prefix: string, now: number): string {
  count = now === last ? count + 1 : 0
  last = now
  let time = ''
  for (let n = Math.floor(now), i = 0; i < 9; i++, n = Math.floor(n / 32)) time = ALPHABET[n % 32] + time
  const order = ALPHABET[(count >> 5) & 31] + ALPHABET[count & 31]
  let random = ''
  for (const b of randomBytes(8)) random += ALPHABET[b & 31]
  return `${prefix}_${time}${order}${random}`
}
