import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeCode, readCode } from './codes.ts'

test('a code has ten letters in two groups, each letter equally likely', () => {
  const seen = new Map<string, number>()
  for (let i = 0; i < 3000; i++) {
    const code = makeCode()
    expect(code).toMatch(/^[B-DF-HJKMNP-RTV-Y346789]{5}-[B-DF-HJKMNP-RTV-Y346789]{5}$/)
    for (const c of code.replace('-', '')) seen.set(c, (seen.get(c) ?? 0) + 1)
  }
  expect(seen.size).toBe(24)
  // 1250 of each are expected; seven standard deviations either way.
  for (const [letter, n] of seen) expect(Math.abs(n - 1250), letter).toBeLessThan(250)
})

test('a code is accepted in any case, with or without separators', () => {
  const separator = fc.constantFrom('', ' ', '-', ' - ', '–', '.')
  fc.assert(
    fc.property(fc.boolean(), fc.array(separator, { minLength: 10, maxLength: 10 }), (lower, between) => {
      const code = makeCode().replace('-', '')
      const typed = [...code].map((c, i) => c + between[i]).join('')
      expect(readCode(lower ? typed.toLowerCase() : typed)).toBe(code)
    }),
  )
})

test('a text of another length or with other letters is not a code', () => {
  for (const typed of ['', 'BCDFG-HJKM', 'BCDFG-HJKMNP', 'ABCDF-GHJKM', 'BCDFG-HJKM0', 'BCDFG/HJKMN'])
    expect(readCode(typed), typed).toBe(null)
})
