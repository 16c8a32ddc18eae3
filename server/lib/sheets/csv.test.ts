import { text as wholeText } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fromLocal } from '#core/time/index.ts'
import { writeCsv } from './csv.ts'
import type { SheetCell, SheetColumn } from './workbook.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
const COLUMNS: SheetColumn[] = [
  { head: ['Thời gian'], unit: '', format: 'time' },
  { head: ['Hồ', 'Mực nước'], unit: 'm', format: { decimals: 2 } },
  { head: ['Ghi chú'], unit: '', format: 'text' },
]
const at = { at: fromLocal('2026-11-23 07:00:00', ZONE)! }

const csv = (rows: SheetCell[][], options: Partial<Parameters<typeof writeCsv>[1]> = {}, columns = COLUMNS) =>
  wholeText(writeCsv({ columns, rows }, { separator: ',', zone: ZONE, language: 'vi', ...options }))

test('has a byte order mark, units in the head, instants with the offset, gaps as empty fields', async () => {
  expect(
    await csv([
      [at, 400.25, 'x'],
      [at, null, null],
      [at, NaN],
    ]),
  ).toBe(
    [
      '\uFEFFThời gian,Hồ · Mực nước (m),Ghi chú',
      '2026-11-23T07:00:00+07:00,400.25,x',
      '2026-11-23T07:00:00+07:00,,',
      '2026-11-23T07:00:00+07:00,,',
      '',
    ].join('\r\n'),
  )
})

test('numbers have their digits, without the noise of arithmetic and without a power of ten', async () => {
  const lines = (
    await csv([
      [null, 0.1 + 0.2],
      [null, 1 / 3],
      [null, -0.0000001],
      [null, 12345678.5],
    ])
  ).split('\r\n')
  expect(lines.slice(1, 5)).toEqual([',0.3,', ',0.333333,', ',0,', ',12345678.5,'])
})

test('offsets of either sign and of half hours; the hour that comes twice is told apart', async () => {
  const instants = async (zone: string, ...times: number[]) =>
    (
      await csv(
        times.map((t) => [{ at: t }]),
        { zone },
        COLUMNS.slice(0, 1),
      )
    )
      .trim()
      .split('\r\n')
      .slice(1)
  expect(await instants('Asia/Kolkata', 0)).toEqual(['1970-01-01T05:30:00+05:30'])
  expect(await instants('America/New_York', 0)).toEqual(['1969-12-31T19:00:00-05:00'])
  expect(await instants('Europe/Berlin', Date.UTC(2026, 9, 25, 0), Date.UTC(2026, 9, 25, 1))).toEqual([
    '2026-10-25T02:00:00+02:00',
    '2026-10-25T02:00:00+01:00',
  ])
})

test('a date has no time', async () => {
  const day: SheetColumn = { head: ['Ngày'], unit: '', format: 'date' }
  expect((await csv([[{ at: fromLocal('2026-11-23', ZONE)! }]], {}, [day])).split('\r\n')[1]).toBe(
    '2026-11-23',
  )
})

test('the quality is beside each number where it is wanted', async () => {
  const rows = [
    [at, { v: 1.5, flag: 'EDITED' }],
    [at, { v: null, flag: 'MISSING' }],
    [at, 2],
  ]
  expect((await csv(rows, { quality: true, separator: ';' })).split('\r\n')).toEqual([
    '\uFEFFThời gian;Hồ · Mực nước (m);Hồ · Mực nước (m) chất lượng;Ghi chú',
    '2026-11-23T07:00:00+07:00;1.5;EDITED;',
    '2026-11-23T07:00:00+07:00;;MISSING;',
    '2026-11-23T07:00:00+07:00;2;;',
    '',
  ])
  expect((await csv(rows)).split('\r\n')[1]).toBe('2026-11-23T07:00:00+07:00,1.5,')
})

test('separators and decimal commas never run into each other', async () => {
  expect((await csv([[null, 1.5, 'a;b']], { separator: ';', decimal: ',' })).split('\r\n')[1]).toBe(
    ';1,5;"a;b"',
  )
  expect((await csv([[null, 1.5, 'a,b']], { separator: ',', decimal: ',' })).split('\r\n')[1]).toBe(
    ',"1,5","a,b"',
  )
  expect((await csv([[null, 1.5, 'a\tb,c']], { separator: '\t' })).split('\r\n')[1]).toBe('\t1.5\t"a\tb,c"')
})

test('no cell is run by a spreadsheet, in the rows or in the head', async () => {
  const texts = ['=1+1', '+84 24', '-x', '-2+3', '@a', '\tx', '\rx', '-5', '- 1', '-', 'a=b']
  const text = await csv(
    texts.map((t) => [t]),
    {},
    [{ head: ['=cmd()'], unit: '', format: 'text' }],
  )
  expect(text.slice(1).split('\r\n').slice(0, -1)).toEqual([
    "'=cmd()",
    "'=1+1",
    "'+84 24",
    "'-x",
    "'-2+3",
    "'@a",
    '"\'\tx"',
    '"\'\rx"',
    '-5',
    '- 1',
    '-',
    'a=b',
  ])
})

test('rows are read no faster than the text is taken, and no further', async () => {
  let [n, closed] = [0, false]
  const rows = function* (): Generator<SheetCell[]> {
    try {
      for (;;) yield [at, n++, 'x'.repeat(100)]
    } finally {
      closed = true
    }
  }
  const text = writeCsv({ columns: COLUMNS, rows: rows() }, { separator: ',', zone: ZONE, language: 'en' })
  await text.next()
  expect(n).toBeLessThan(1000)
  await text.return(undefined)
  expect(closed).toBe(true)
})

test('an error of the rows, or a row with too many cells, is thrown', async () => {
  const rows = async function* (): AsyncGenerator<SheetCell[]> {
    yield [at, 1, 'x']
    throw new Error('the readings are gone')
  }
  const options = { separator: ',', zone: ZONE, language: 'en' } as const
  await expect(wholeText(writeCsv({ columns: COLUMNS, rows: rows() }, options))).rejects.toThrow('are gone')
  await expect(csv([[1, 2, 3, 4]])).rejects.toThrow('a row has 4 cells')
})
