import { MINUTE } from '#core/time/units.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateTime } from '../../lib/format.ts'
import { readPoints } from './points.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
const AT = Date.UTC(2026, 10, 21, 14, 50)
const span = { from: AT, to: AT + 60 * MINUTE }
const read = (text: string) => readPoints(text, ZONE, span)

test('written lines parse back, with any separator and language, in order of time', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 30 }),
      fc.constantFrom('\t', ';', ' ', '   ', ' \t '),
      fc.constantFrom('vi', 'en'),
      fc.constantFrom('\n', '\r\n', '\n\n'),
      (minutes, between, language, end) => {
        const rows = minutes.map((m) => [AT + m * MINUTE, 400 + m / 8] as const)
        const text = rows.map(([t, v]) => dateTime(t, ZONE, language as 'vi') + between + v).join(end)
        const { points, problems } = read(text)
        expect(problems).toEqual([])
        expect(points).toEqual([...rows].sort((a, b) => a[0] - b[0]))
      },
    ),
  )
})

test('a sheet with a header, day and time in two columns, seconds, and decimal commas', () => {
  const { points, problems } = read(
    'Thời gian\tGiá trị\n21/11/2026 21:50\t604,31\n2026-11-21\t21:55:30\t604.32\n21/11/2026 22:00:00;604',
  )
  expect(problems).toEqual([])
  expect(points).toEqual([
    [AT, 604.31],
    [AT + 5.5 * MINUTE, 604.32],
    [AT + 10 * MINUTE, 604],
  ])
})

test('each invalid line is reported with its number and error', () => {
  const { problems, lines, points } = read(
    [
      '21/11/2026 22:00\t604.3',
      '31/11/2026 21:50\t604.3',
      '',
      '21/11/2026 21:55\tcao',
      '21/11/2026 21:56\t1,234',
      '21/11/2026 21:57\t',
      '21/11/2026 21:58',
      '21/11/2026 23:00\t604.3',
      '604.3',
      'a\tb\tc',
      '21/11/2026 22:00:61\t1',
      '2026-11-21 22:00 604.5',
    ].join('\n'),
  )
  expect(problems).toEqual([
    { line: 2, what: 'time' },
    { line: 4, what: 'number', code: 'not_a_number', text: 'cao' },
    { line: 5, what: 'number', code: 'ambiguous_number', text: '1,234' },
    { line: 6, what: 'number', code: 'required', text: '' },
    { line: 7, what: 'number', code: 'required', text: '' },
    { line: 8, what: 'outside' },
    { line: 9, what: 'columns' },
    { line: 10, what: 'columns' },
    { line: 11, what: 'time' },
    { line: 12, what: 'twice', other: 1 },
  ])
  expect([points.length, lines]).toEqual([3, [1, 12, 8]])
})

test('no text is no readings, and too many lines are an error', () => {
  expect(readPoints(' \n\n', ZONE, null)).toEqual({ points: [], lines: [], problems: [], tooMany: false })
  const many = Array.from({ length: 10_001 }, (_, i) => `${dateTime(AT + i * MINUTE, ZONE, 'en')}\t1`).join(
    '\n',
  )
  expect(readPoints(many, ZONE, null).tooMany).toBe(true)
})
