import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluate, tokens } from './expression.ts'

const of = (text: string, values: Record<string, number> = {}) => evaluate(text, (symbol) => values[symbol])

describe('the formulas of explanations', () => {
  test('are parsed as written', () => {
    expect(of('1 + 2 * 3')).toBe(7)
    expect(of('(1 + 2) * 3 - 4 / 8')).toBe(8.5)
    expect(of('2 ^ 3 ^ 2')).toBe(512)
    expect(of('8 / 4 / 2')).toBe(1)
    expect(of('-2 ^ 2 + 5')).toBe(1)
    expect(of('max(0, min(3, a)) * sqrt(b_1)', { a: 7, b_1: 4 })).toBe(6)
    expect(tokens('m_d * sqrt(2)').map((t) => t.kind)).toEqual([
      'symbol',
      'sign',
      'function',
      'sign',
      'number',
      'sign',
    ])
  })

  test('are refused if malformed, or if a symbol has no value', () => {
    for (const bad of ['', '1 +', '(1', '1 2', 'a $ b', 'sqrt 4', 'sqrt(4', ')', 'x'])
      expect(() => of(bad), bad).toThrow(SyntaxError)
  })

  test('evaluate like the same arithmetic', () => {
    const number = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(number, number, number, (a, b, c) => {
        const values = { a, b, c }
        expect(of('a + b * c - a / (b - c)', values)).toBe(a + b * c - a / (b - c))
        expect(of('a - b - c', values)).toBe(a - b - c)
      }),
    )
  })
})
