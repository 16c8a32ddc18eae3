import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { CalcError } from '#core/errors.ts'

/** A reference case of the design. */
export interface ReferenceCase {
  id: string
  title: string
  // oxlint-disable-next-line no-explicit-any -- each case has its own shape
  inputs: any
  // oxlint-disable-next-line no-explicit-any -- as above
  expected: Record<string, any>
  tolerance: { abs?: number; rel?: number }
}

/** The reference cases of a topic; null where ../shared is absent. */
export function referenceCases(topic: string): ReferenceCase[] | null {
  const file = new URL(`../../shared/cases/${topic}.json`, import.meta.url)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).cases : null
}

/** Asserts that a case is answered as expected, numbers within its tolerance. A refusal answers { error, field }. */
export function expectCase(c: ReferenceCase, answer: (c: ReferenceCase) => unknown): void {
  let got: unknown
  try {
    got = answer(c)
  } catch (error) {
    if (!(error instanceof CalcError)) throw error
    got = { error: error.code, field: error.field }
  }
  agree(got, c.expected, c.tolerance, c.id)
}

function agree(got: unknown, expected: unknown, t: ReferenceCase['tolerance'], path: string): void {
  if (typeof expected === 'number' && typeof got === 'number') {
    const within = Math.abs(got - expected) <= (t.abs ?? 0) + (t.rel ?? 0) * Math.abs(expected)
    expect(within, `${path}: ${got} for ${expected}`).toBe(true)
  } else if (typeof expected === 'object' && expected !== null) {
    for (const [key, value] of Object.entries(expected))
      agree((got as Record<string, unknown>)?.[key], value, t, `${path}.${key}`)
  } else expect(got, path).toEqual(expected)
}
