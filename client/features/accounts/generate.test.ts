import { getRandomValues } from 'node:crypto'
import { expect, test } from 'vitest'
import { passwordRule } from '#contract/validation.ts'
import { makePassword } from './generate.ts'

const random = (count: number) => getRandomValues(new Uint32Array(count))

test('passwords meet the rule, no two alike', () => {
  const made = Array.from({ length: 200 }, () => makePassword(random))
  expect(made.every(passwordRule)).toBe(true)
  expect(new Set(made).size).toBe(200)
  expect(made.join('')).not.toMatch(/[0O1lI]/)
})

test('passwords that break the rule are generated again', () => {
  let round = 0
  const first = makePassword((count) => (round++ === 0 ? new Uint32Array(count) : random(count)))
  expect(round).toBeGreaterThan(1)
  expect(passwordRule(first)).toBe(true)
})
