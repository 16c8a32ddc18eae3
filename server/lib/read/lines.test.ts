import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalOf } from '#core/decimal.ts'
import { Lines } from './lines.ts'
import { parseDecimal } from './number.ts'

/** All rows of a text that arrives in blocks of the given sizes (repeated). */
function rowsOf(text: string, sizes: readonly number[], delimiter = ','): string[][] {
  const bytes = Buffer.from(text)
  const lines = new Lines(delimiter, '.')
  const rows: string[][] = []
  let at = 0
  for (let k = 0; at < bytes.length || k === 0; k++) {
    const end = Math.min(bytes.length, at + sizes[k % sizes.length])
    // A copy, as from a file: earlier blocks must not share its memory.
    lines.feed(Buffer.from(bytes.subarray(at, end)), end === bytes.length)
    at = end
    while (lines.next()) rows.push(Array.from({ length: lines.length }, (_, i) => lines.text(i)))
  }
  return rows
}

describe('rows of delimited text', () => {
  test.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,\r\n',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    ['# what it is, and whose\n\na;b', [['a;b']]],
    ['"a, b","say ""so""","two\nlines"\n', [['a, b', 'say "so"', 'two\nlines']]],
    [' 1 , "2" ,3\t\n', [['1', '2', '3']]],
    ['mực nước,Đăk Đrinh', [['mực nước', 'Đăk Đrinh']]],
  ])('%j', (text, rows) => {
    for (const sizes of [[1], [2], [3, 1], [1000]]) expect(rowsOf(text, sizes)).toEqual(rows)
  })

  test('that follow the rules of CSV are read the same in blocks of any size', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'ắ', '"', ',', '\n', '7', '.') }).map((s) => s.trim())
    const row = fc.array(cell, { minLength: 2, maxLength: 5 })
    const quote = (s: string) => `"${s.replaceAll('"', '""')}"`
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        (rows, sizes) => {
          const text = rows.map((cells) => cells.map(quote).join(',')).join('\n')
          expect(rowsOf(text, sizes)).toEqual(rows)
        },
      ),
    )
  })

  test('are counted as in an editor', () => {
    const lines = new Lines(',', '.')
    lines.feed(Buffer.from('# one\n\na,b\n"x\ny",1\nlast,2'), true)
    const seen: number[] = []
    while (lines.next()) seen.push(lines.line)
    expect(seen).toEqual([3, 4, 6])
  })

  test('with a quote that never closes are refused, with their line', () => {
    const lines = new Lines(',', '.')
    lines.feed(Buffer.from('a,b\n1,"2\n3,4\n'), true)
    expect(lines.next()).toBe(true)
    expect(() => lines.next()).toThrow('line 2')
  })
})

describe('numbers', () => {
  test('are read as JavaScript reads them', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.integer(),
          fc.integer().map((n) => n / 1000),
        ),
        (n) => {
          const text = String(n)
          const bytes = Buffer.from(` ${text} `)
          expect(parseDecimal(bytes, 1, bytes.length - 1, 46)).toBe(Number(text))
        },
      ),
    )
  })

  test.each(['', '-', '1,234', '1.2.3', '12a', 'NaN', 'Infinity', '1e999', '0x10', '1 000'])(
    '%j is no number',
    (text) => {
      const bytes = Buffer.from(text)
      expect(parseDecimal(bytes, 0, bytes.length, 46)).toBeNaN()
      expect(decimalOf(text, '.')).toBeNaN()
    },
  )

  test('with a decimal comma do not accept a point as the decimal sign', () => {
    const read = (text: string) => parseDecimal(Buffer.from(text), 0, text.length, 44)
    expect(read('400,25')).toBe(400.25)
    expect(read('-0,5e3')).toBe(-500)
    expect(read('400.25')).toBeNaN()
    expect(decimalOf('400,25', ',')).toBe(400.25)
    expect(decimalOf('1.234,5', ',')).toBeNaN()
  })
})
