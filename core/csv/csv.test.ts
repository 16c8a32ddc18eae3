import { expect, test } from 'vitest'
import { csvField, guarded } from './index.ts'

test('a text that would run as a formula gets an apostrophe, also behind blanks and with full-width signs', () => {
  for (const text of [
    '=1+1',
    '+1+1',
    '@SUM(1)',
    '-A1',
    '\t=1',
    '\r=1',
    '  =1+1',
    '\u00a0@SUM(1)',
    '＝1+1',
    '－A1',
  ])
    expect(guarded(text), JSON.stringify(text)).toBe(`'${text}`)
  for (const text of ['-1', '-1,234.5', 'A=1', '1+1', '', ' 12', 'a@b.vn']) expect(guarded(text)).toBe(text)
})

test('a field is quoted where any separator would split it: what follows would be a cell of its own', () => {
  expect(csvField('A;=1+1')).toBe('"A;=1+1"')
  expect(csvField('A,=1+1')).toBe('"A,=1+1"')
  expect(csvField('A\t@SUM(1)')).toBe('"A\t@SUM(1)"')
  expect(csvField('say "no"')).toBe('"say ""no"""')
  expect(csvField('Trạm 1')).toBe('Trạm 1')
})
