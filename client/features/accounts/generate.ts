import { passwordRule } from '#contract/validation.ts'

/** Letters and digits that nobody confuses when they are read out: no 0 O 1 l I. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 14

/** A password by the rule. random: as many numbers below 2^32 as requested. */
export function makePassword(random: (count: number) => Uint32Array): string {
  // What falls above the last whole multiple would make the first letters more likely.
  const fair = Math.floor(2 ** 32 / LETTERS.length) * LETTERS.length
  for (;;) {
    const drawn = [...random(LENGTH * 2)].filter((n) => n < fair).slice(0, LENGTH)
    const password = drawn.map((n) => LETTERS[n % LETTERS.length]).join('')
    if (password.length === LENGTH && passwordRule(password)) return password
  }
}
