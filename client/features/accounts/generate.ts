import { passwordRule } from '#contract/validation.ts'

/** Letters and digits that cannot be confused when read aloud: no 0 O 1 l I. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 14

/** Generates a password that meets the rule. random: returns that many numbers below 2^32. */
export function makePassword(random: (count: number) => Uint32Array): string {
  // Numbers above the last whole multiple would favour the first letters, so they are discarded.
  const fair = Math.floor(2 ** 32 / LETTERS.length) * LETTERS.length
  for (;;) {
    const drawn = [...random(LENGTH * 2)].filter((n) => n < fair).slice(0, LENGTH)
    const password = drawn.map((n) => LETTERS[n % LETTERS.length]).join('')
    if (password.length === LENGTH && passwordRule(password)) return password
  }
}
