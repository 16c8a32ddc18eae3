import { randomBytes } from 'node:crypto'

/** Without vowels, so that no word comes out, and without what is taken for another on a screen far away. */
const LETTERS = 'BCDFGHJKMNPQRTVWXY346789'
const LENGTH = 10

/** A code that people read from one screen and type at another: two groups of five. */
export function makeCode(): string {
  let code = ''
  while (code.length < LENGTH)
    for (const byte of randomBytes(16))
      // The rest of a byte beyond whole turns of the alphabet would favour its first letters.
      if (byte < 256 - (256 % LETTERS.length) && code.length < LENGTH) code += LETTERS[byte % LETTERS.length]
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

/** A code as it is compared: however it was typed. Null: no code at all. */
export function readCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s\-–—.]/g, '')
  return code.length === LENGTH && [...code].every((c) => LETTERS.includes(c)) ? code : null
}
