import { randomBytes } from 'node:crypto'

/** Letters of codes: without vowels, so that no word results, and without those that look alike from afar. */
const LETTERS = 'BCDFGHJKMNPQRTVWXY346789'
const LENGTH = 10

/** A code that people read from one screen and type at another: two groups of five. */
export function makeCode(): string {
  let code = ''
  while (code.length < LENGTH)
    for (const byte of randomBytes(16))
      // Bytes beyond the last whole multiple of the alphabet would favour its first letters.
      if (byte < 256 - (256 % LETTERS.length) && code.length < LENGTH) code += LETTERS[byte % LETTERS.length]
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

/** A typed code in the form in which it is compared; null: not a code. */
export function readCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s\-–—.]/g, '')
  return code.length === LENGTH && [...code].every((c) => LETTERS.includes(c)) ? code : null
}
