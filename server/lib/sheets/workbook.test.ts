import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { read } from 'hucre'
import { describe, expect, test } from 'vitest'
import { fromLocal } from '#core/time/index.ts'
import { dateOf, readXlsx, type ReadWorkbook } from '#tests/xlsx.ts'
import { all, find, inside, textIn } from '#tests/xml.ts'
import { writeWorkbook, type DataSheet, type SheetCell, type SheetColumn, type Workbook } from './workbook.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
const local = (text: string, zone = ZONE) => ({ at: fromLocal(text, zone)! })

const TIME: SheetColumn = { head: ['Thời gian'], unit: '', format: 'time' }
const LEVEL: SheetColumn = { head: ['Hồ', 'Mực nước'], unit: 'm', format: { decimals: 2 } }
const FLOW: SheetColumn = { head: ['Hồ', 'Lưu lượng'], unit: 'm³/s', format: { decimals: 1, grouped: true } }
const TEXT: SheetColumn = { head: ['Cách tính'], unit: '', format: 'text' }
const COLUMNS = [TIME, LEVEL, FLOW, TEXT]

const sheet = (rows: DataSheet['rows'], more: Partial<DataSheet> = {}): DataSheet => ({
  kind: 'data',
  name: 'Số liệu',
  columns: COLUMNS,
  rows,
  ...more,
})

const bytesOf = (sheets: Workbook['sheets'], more: Partial<Workbook> = {}, limits = {}) =>
  buffer(writeWorkbook({ language: 'vi', zone: ZONE, sheets, ...more }, limits))

const written = async (
  sheets: Workbook['sheets'],
  more: Partial<Workbook> = {},
  limits = {},
): Promise<ReadWorkbook> => readXlsx(await bytesOf(sheets, more, limits))

describe('a sheet of data', () => {
  const rows: SheetCell[][] = [
    [local('2026-01-01 07:00:00'), 400.256, 1234.5, 'sensor'],
    [local('2026-01-01 08:00:00'), null, -0.04, '=cmd()'],
  ]

  test('values are numbers and dates with the format of their column, texts are texts', async () => {
    const { sheets } = await written([sheet(rows)])
    const { cells } = sheets[0]
    // Two rows of heads and one of units above.
    expect(sheets[0].rows.slice(0, 3)).toEqual([
      ['Thời gian', 'Hồ', null, 'Cách tính'],
      [null, 'Mực nước', 'Lưu lượng', null],
      [null, 'm', 'm³/s', null],
    ])
    expect(dateOf(cells.get('A4')!.value as number)).toBe('2026-01-01 07:00:00')
    expect(cells.get('A4')!.format).toBe('dd/mm/yyyy hh:mm')
    expect(cells.get('B4')).toMatchObject({ value: 400.256, format: '0.00' })
    expect(cells.get('C4')).toMatchObject({ value: 1234.5, format: '#,##0.0' })
    expect(cells.get('D4')).toMatchObject({ value: 'sensor', format: '@' })
    expect(cells.get('D5')).toMatchObject({ value: '=cmd()', format: '@' })
    expect(cells.get('C5')!.value).toBe(-0.04)
  })

  test('in English dates are written the other way round', async () => {
    const { sheets } = await written([sheet(rows)], { language: 'en' })
    expect(sheets[0].cells.get('A4')!.format).toBe('yyyy-mm-dd hh:mm')
  })

  test('an instant within a minute shows its seconds, a date no time', async () => {
    const date: SheetColumn = { head: ['Ngày'], unit: '', format: 'date' }
    const { sheets } = await written([
      sheet([[local('2026-01-01 07:00:30'), local('2026-02-03 00:00:00')]], { columns: [TIME, date] }),
    ])
    const [at, day] = ['A2', 'B2'].map((place) => sheets[0].cells.get(place)!)
    expect([at.format, dateOf(at.value as number)]).toEqual(['dd/mm/yyyy hh:mm:ss', '2026-01-01 07:00:30'])
    expect([day.format, day.value]).toEqual(['dd/mm/yyyy', 46056])
  })

  test('a gap is an empty hatched cell: no 0, no -1, no text; also what is no number', async () => {
    const { sheets } = await written([sheet([[local('2026-01-01 07:00:00'), null, NaN, null], rows[0], []])])
    const { cells } = sheets[0]
    for (const place of ['B4', 'C4', 'B6', 'C6'])
      expect(cells.get(place)).toMatchObject({ value: null, hatched: true })
    // A text that is missing is no gap of a series.
    expect(cells.get('D4')?.hatched ?? false).toBe(false)
    expect(cells.get('B5')!.hatched).toBe(false)
  })

  test('equal heads of an upper row are one, within the heads above them; a shorter head goes down', async () => {
    const column = (...head: string[]): SheetColumn => ({ head, unit: '', format: { decimals: 0 } })
    const columns = [
      column('t'),
      column('A', 'x', '1'),
      column('A', 'x', '1'),
      column('B', 'x', '1'),
      column('B', 'y'),
      column('', 'z', '1'),
      column('', 'z', '1'),
    ]
    const { sheets } = await written([sheet([], { columns })])
    const merges = all(sheets[0].xml, 'mergeCell').map((m) => m.attributes.ref)
    expect(merges.sort()).toEqual(['A1:A3', 'B1:C1', 'B2:C2', 'D1:E1', 'E2:E3', 'F2:G2'])
    expect(find(sheets[0].xml, 'mergeCells')!.attributes.count).toBe('6')
  })

  test('heads and time column are frozen, and repeated on every printed page', async () => {
    const book = await written([sheet(rows, { name: "Nam's hồ", title: 'Tháng 1' })], { stamp: 'DEMO' })
    const [{ xml }] = book.sheets
    expect(find(xml, 'sheetViews', 'sheetView', 'pane')!.attributes).toEqual({
      xSplit: '1',
      ySplit: '5',
      topLeftCell: 'B6',
      activePane: 'bottomRight',
      state: 'frozen',
    })
    const name = find(book.part('xl/workbook.xml'), 'definedNames', 'definedName')!
    expect(name.attributes).toEqual({ name: '_xlnm.Print_Titles', localSheetId: '0' })
    expect(textIn(name)).toBe("'Nam''s hồ'!$A:$A,'Nam''s hồ'!$3:$5")
    expect(find(xml, 'sheetPr', 'pageSetUpPr')!.attributes.fitToPage).toBe('1')
    expect(find(xml, 'pageSetup')!.attributes).toEqual({
      paperSize: '9',
      orientation: 'landscape',
      fitToWidth: '1',
      fitToHeight: '0',
    })
    expect(textIn(find(xml, 'headerFooter', 'oddHeader')!)).toBe('&LTháng 1&C&"-,Bold"&14 DEMO&R&A')
    expect(textIn(find(xml, 'headerFooter', 'oddFooter')!)).toBe('&C&P / &N')
    expect(book.sheets[0].rows.slice(0, 2)).toEqual([['DEMO'], ['Tháng 1']])
  })

  test('portrait, more frozen columns or none, and & in a title', async () => {
    const { sheets } = await written([
      sheet(rows, { name: 'a', frozen: 2, print: { orientation: 'portrait' }, title: 'Hồ A & B' }),
      sheet(rows, { name: 'b', frozen: 0 }),
    ])
    expect(find(sheets[0].xml, 'pageSetup')!.attributes.orientation).toBe('portrait')
    expect(textIn(find(sheets[0].xml, 'headerFooter', 'oddHeader')!)).toBe('&LHồ A && B&R&A')
    const panes = sheets.map((s) => find(s.xml, 'sheetViews', 'sheetView', 'pane')!.attributes)
    expect(panes[0]).toMatchObject({ xSplit: '2', ySplit: '4' })
    expect(panes[1]).toEqual({ ySplit: '3', topLeftCell: 'A4', activePane: 'bottomLeft', state: 'frozen' })
  })

  test('a sheet of many columns takes pages side by side rather than letters that nobody can read', async () => {
    const columns = [TIME, ...Array.from({ length: 60 }, () => LEVEL)]
    const { sheets } = await written([sheet([], { columns })])
    expect(find(sheets[0].xml, 'pageSetup')!.attributes.fitToWidth).toBe('3')
  })

  test('rows below are asked for when all rows were read, and stand under them', async () => {
    let n = 0
    const source = function* () {
      for (const row of rows) {
        n++
        yield row
      }
    }
    const { sheets } = await written([
      sheet(source(), {
        foot: () => [
          { label: 'Lớn nhất', cells: [null, n * 100, null] },
          { label: 'Lúc', cells: [null, local('2026-01-01 07:00:00')] },
        ],
      }),
    ])
    const { cells } = sheets[0]
    expect(cells.get('A6')).toMatchObject({ value: 'Lớn nhất', bold: true })
    expect(cells.get('B6')).toMatchObject({ value: 200, format: '0.00' })
    expect(cells.get('C6')).toMatchObject({ value: null, hatched: false })
    expect(cells.get('B7')!.format).toBe('dd/mm/yyyy hh:mm')
    expect(dateOf(cells.get('B7')!.value as number)).toBe('2026-01-01 07:00:00')
  })

  test('a row with more cells than there are columns is an error, not a cell that is lost', async () => {
    await expect(bytesOf([sheet([[1, 2, 3, 4, 5]])])).rejects.toThrow(
      'a row has 5 cells, the sheet 4 columns',
    )
  })
})

describe('dates', () => {
  const shown = async (cells: SheetCell[], zone: string) => {
    const { sheets } = await written(
      [
        sheet(
          cells.map((c) => [c]),
          { columns: [TIME] },
        ),
      ],
      { zone },
    )
    return sheets[0].rows.slice(1).map(([v]) => (typeof v === 'number' ? dateOf(v) : v))
  }

  test('from 1900 to 9999, with the February that spreadsheets have too long; others as texts', async () => {
    const times = [
      '1900-01-01 00:00:00',
      '1900-02-28 12:00:00',
      '1900-03-01 00:00:00',
      '2026-11-23 07:00:00',
      '9999-12-31 23:59:59',
    ]
    const { sheets } = await written(
      [
        sheet(
          times.map((t) => [local(t, 'UTC')]),
          { columns: [TIME] },
        ),
      ],
      { zone: 'UTC' },
    )
    expect(sheets[0].rows.slice(1).map(([v]) => Math.floor(v as number))).toEqual([1, 59, 61, 46349, 2958465])
    expect(
      await shown(
        times.map((t) => local(t, 'UTC')),
        'UTC',
      ),
    ).toEqual(times)
    expect(await shown([local('1899-12-31 23:00:00', 'UTC'), { at: Date.UTC(10_000, 0, 1) }], 'UTC')).toEqual(
      ['1899-12-31 23:00:00', '10000-01-01 00:00:00'],
    )
  })

  test('around a change of clocks: the wall clock skips an hour, and shows one twice', async () => {
    const zone = 'Europe/Berlin'
    const hours = (from: number) => Array.from({ length: 4 }, (_, i) => ({ at: from + i * 3_600_000 }))
    const hour = (list: unknown[]) => list.map((text) => String(text).slice(11, 16))
    expect(hour(await shown(hours(Date.UTC(2026, 2, 29, 0)), zone))).toEqual([
      '01:00',
      '03:00',
      '04:00',
      '05:00',
    ])
    expect(hour(await shown(hours(Date.UTC(2026, 9, 25, 0)), zone))).toEqual([
      '02:00',
      '02:00',
      '03:00',
      '04:00',
    ])
  })
})

describe('flags', () => {
  const flags = [
    { key: 'EDITED', mark: '*', fill: '#ffe08a', meaning: 'Đã sửa' },
    { key: 'PARTIAL', mark: 'p"', fill: '#d0ebff', meaning: 'Thiếu số liệu' },
  ]

  test('are a mark behind the number and a colour; the cell stays a number', async () => {
    const rows: SheetCell[][] = [
      [null, { v: 1.5, flag: 'EDITED' }, { v: 2, flag: 'PARTIAL' }],
      [null, { v: null, flag: 'PARTIAL' }, { v: 3 }],
    ]
    const { cells } = (await written([sheet(rows)], { flags })).sheets[0]
    expect(cells.get('B4')).toMatchObject({ value: 1.5, format: '0.00"*"', fill: 'ffe08a' })
    expect(cells.get('C4')).toMatchObject({ value: 2, format: '#,##0.0"p"', fill: 'd0ebff' })
    expect(cells.get('B5')).toMatchObject({ value: null, hatched: true, fill: 'd0ebff' })
    expect(cells.get('C5')).toMatchObject({ value: 3, format: '#,##0.0', fill: null })
  })

  test('have their legend on the cover, with that of a gap', async () => {
    const cover = { kind: 'cover', name: 'Bìa', title: 'Báo cáo', lines: [] } as const
    const { sheets } = await written([cover, sheet([])], { flags })
    const { rows, cells } = sheets[0]
    expect(rows.slice(-4)).toEqual([
      ['Ký hiệu'],
      ['*', 'Đã sửa'],
      ['p"', 'Thiếu số liệu'],
      [null, 'Không có số liệu'],
    ])
    expect(cells.get(`A${rows.length}`)!.hatched).toBe(true)
    expect(cells.get(`A${rows.length - 2}`)!.fill).toBe('ffe08a')
  })

  test('one that is not in the legend is an error', async () => {
    await expect(bytesOf([sheet([[{ v: 1, flag: 'ODD' }]])], { flags })).rejects.toThrow('no flag ODD')
  })
})

test('a cover has its lines, with numbers and times as such', async () => {
  const { sheets } = await written(
    [
      {
        kind: 'cover',
        name: 'Bìa',
        title: 'Báo cáo tháng',
        lines: [
          { label: 'Hồ chứa', value: '=Sông Đà', strong: true },
          { label: 'Lập lúc', value: local('2026-02-01 08:30:00') },
          { label: 'Số trạm', value: 50 },
          { label: 'Ghi chú', value: null },
        ],
      },
    ],
    { stamp: 'DEMO', language: 'en' },
  )
  const { rows, cells, xml } = sheets[0]
  expect(rows.slice(0, 6)).toEqual([
    ['DEMO'],
    ['Báo cáo tháng'],
    [],
    ['Hồ chứa', '=Sông Đà'],
    ['Lập lúc', expect.any(Number)],
    ['Số trạm', 50],
  ])
  expect(cells.get('B4')!.bold).toBe(true)
  expect(cells.get('B7')).toMatchObject({ value: null, hatched: false })
  expect([cells.get('B5')!.format, dateOf(cells.get('B5')!.value as number)]).toEqual([
    'yyyy-mm-dd hh:mm',
    '2026-02-01 08:30:00',
  ])
  expect(find(xml, 'pageSetup')!.attributes.paperSize).toBe('9')
  expect(textIn(find(xml, 'headerFooter', 'oddHeader')!)).toContain('DEMO')
})

describe('names of sheets', () => {
  const named = async (...names: string[]) =>
    (await written(names.map((name) => sheet([], { name })))).sheets.map((s) => s.name)

  test('lose what a sheet may not be called', async () => {
    expect(await named('a[]*?/\\:b', "'quoted'", '', "'", '=cmd()', 'a\u0000\nb')).toEqual([
      'a b',
      'quoted',
      'Sheet',
      'Sheet (2)',
      '=cmd()',
      'a b (2)',
    ])
    expect(await named('History')).toEqual(['History (2)'])
  })

  test('are 31 characters at most, and no two the same when cut, whatever their case', async () => {
    const long = 'Trạm đo mưa đầu nguồn sông Đà số 1'
    const names = await named(long, `${long} phụ`, long.toUpperCase(), `${'x'.repeat(30)}😀`)
    expect(names[0]).toBe(long.slice(0, 31))
    expect(names[1]).toBe(`${long.slice(0, 27).trimEnd()} (2)`)
    expect(names[3]).toBe('x'.repeat(30))
    expect(new Set(names.map((n) => n.toLowerCase())).size).toBe(4)
    for (const name of names) expect(name.length).toBeLessThanOrEqual(31)
  })
})

test('texts of every kind come back as they were, and are never more than a cell holds', async () => {
  const texts = [
    '=1+1',
    '+84 24',
    '-x',
    '@SUM(A1)',
    '\tx',
    '  leading and trailing  ',
    'a & b < c > d "e" \'f\'',
    ']]>',
    '😀 𝄞 Hồ',
    'line\nline\r\nline\rline',
    'bell \u0007, vertical tab \u000b, escape \u001b, \ufffe',
    '_x000B_ _x005F_ _x00zz_',
    '00123',
    '1e5',
    'TRUE',
    '<c r="A1"/>',
  ]
  const bytes = await bytesOf([
    sheet(
      texts.map((text) => [text]),
      { columns: [TEXT] },
    ),
  ])
  const [{ rows, cells }] = readXlsx(bytes).sheets
  expect(rows.slice(1).map(([v]) => v)).toEqual(texts)
  for (let i = 2; i <= texts.length + 1; i++) expect(cells.get(`A${i}`)!.format).toBe('@')
  // The library that reads uploads agrees.
  const other = await read(bytes)
  expect(other.sheets[0].rows.slice(1).map(([v]) => v)).toEqual(texts)

  const [{ rows: odd }] = (
    await written([sheet([['lone \ud800'], ['x'.repeat(40_000)]], { columns: [TEXT] })])
  ).sheets
  expect(odd.slice(1)).toEqual([['lone \ufffd'], ['x'.repeat(32_767)]])
})

test('any table of numbers, texts and gaps comes back as it was, by two readers', async () => {
  const cell = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((v) => v + 0),
    fc.integer(),
    fc.string({ minLength: 1, unit: 'binary' }),
    fc.constant(null),
  )
  const table = fc
    .integer({ min: 1, max: 30 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 20 }))
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const columns = (rows[0] ?? [0]).map((_, c): SheetColumn => ({ ...TEXT, head: [`c${c}`] }))
      const bytes = await bytesOf([sheet(rows, { columns })])
      const padded = (list: readonly (readonly unknown[])[]) =>
        list.slice(1).map((row) => columns.map((_, c) => row[c] ?? null))
      const own = padded(readXlsx(bytes).sheets[0].rows)
      const plain = rows.map((row) => row.map((v) => (v === 0 ? 0 : v)))
      expect(own).toEqual(plain)
      // Its rows end with the last that holds anything.
      const other = padded((await read(bytes)).sheets[0].rows)
      expect([...other, ...plain.slice(other.length).map((row) => row.map(() => null))]).toEqual(plain)
    }),
    { numRuns: 60 },
  )
})

describe('more rows than a sheet holds', () => {
  const columns = [{ ...LEVEL, head: ['n'] }]
  const numbers = (n: number) => Array.from({ length: n }, (_, i) => [i])

  test('go on in the next one, with the heads again and the rows below at the very end', async () => {
    const sheets = [
      sheet(numbers(20), {
        columns,
        name: 'Dài',
        foot: () => [
          { label: 'a', cells: [] },
          { label: 'b', cells: [] },
        ],
      }),
      sheet([], { name: 'dài (2)', columns }),
    ]
    const book = await written(sheets, {}, { rows: 10 })
    expect(book.sheets.map((s) => s.name)).toEqual(['Dài', 'Dài (3)', 'Dài (4)', 'dài (2)'])
    for (const { rows } of book.sheets) expect(rows.slice(0, 2)).toEqual([['n'], ['m']])
    const values = book.sheets.map(({ rows }) => rows.slice(2).flat())
    expect(values.slice(0, 2).flat()).toEqual(numbers(16).flat())
    expect(values[2]).toEqual([16, 17, 18, 19, 'a', 'b'])
    const names = all(book.part('xl/workbook.xml'), 'definedName')
    expect(names.map((n) => [n.attributes.localSheetId, textIn(n)])).toEqual([
      ['0', "'Dài'!$A:$A,'Dài'!$1:$2"],
      ['1', "'Dài (3)'!$A:$A,'Dài (3)'!$1:$2"],
      ['2', "'Dài (4)'!$A:$A,'Dài (4)'!$1:$2"],
      ['3', "'dài (2)'!$A:$A,'dài (2)'!$1:$2"],
    ])
  })

  test('rows below that would not fit whole begin a sheet of their own', async () => {
    const foot = () => [
      { label: 'a', cells: [] },
      { label: 'b', cells: [] },
    ]
    const { sheets } = await written([sheet(numbers(7), { columns, foot })], {}, { rows: 10 })
    expect(sheets.map(({ rows }) => rows.slice(2).flat())).toEqual([
      [0, 1, 2, 3, 4, 5, 6],
      ['a', 'b'],
    ])
  })

  test('exactly as many as fit need no other sheet', async () => {
    const { sheets } = await written([sheet(numbers(8), { columns })], {}, { rows: 10 })
    expect(sheets).toHaveLength(1)
  })
})

describe('a chart', () => {
  const rows = [
    [local('2026-01-01 00:00:00'), 1, 10, 'a'],
    [local('2026-01-01 12:00:00'), null, 20, 'b'],
    [local('2026-01-02 00:00:00'), 3, 30, 'c'],
  ]
  const chart = { title: 'Mực nước & lưu lượng', type: 'line', columns: [1, 2], axis: 'm' } as const
  const chartOf = async (data: DataSheet) => {
    const book = await written([data])
    const path = book.sheets[1].path
    const drawing = [...book.relations(path).values()][0]
    const part = [...book.relations(drawing.path).values()][0]
    return { book, xml: book.part(part.path), drawing, part }
  }
  const texts = (xml: Parameters<typeof all>[0], name: string) => all(xml, name).map(textIn)

  test('is a sheet of its own that refers to the rows, lines at their instants', async () => {
    const { book, xml, drawing, part } = await chartOf(sheet(rows, { chart, name: "Nam's" }))
    expect(book.sheets.map((s) => s.name)).toEqual(["Nam's", 'Mực nước & lưu lượng'])
    expect(find(book.sheets[1].xml, 'pageSetup')!.attributes.orientation).toBe('landscape')
    expect(drawing.type).toMatch(/\/drawing$/)
    expect(part.type).toMatch(/\/chart$/)
    const types = new Map(
      all(book.part('[Content_Types].xml'), 'Override').map((o) => [
        o.attributes.PartName,
        o.attributes.ContentType.split('.').at(-1),
      ]),
    )
    expect(types.get(`/${part.path}`)).toBe('chart+xml')
    expect(types.get(`/${drawing.path}`)).toBe('drawing+xml')
    expect(all(xml, 'c:scatterChart')).toHaveLength(1)
    expect(all(xml, 'c:ser').map((ser) => texts(ser, 'c:f'))).toEqual([
      ["'Nam''s'!$A$4:$A$6", "'Nam''s'!$B$4:$B$6"],
      ["'Nam''s'!$A$4:$A$6", "'Nam''s'!$C$4:$C$6"],
    ])
    expect(all(xml, 'c:ser').map((ser) => texts(ser, 'c:v')[0])).toEqual([
      'Hồ · Mực nước (m)',
      'Hồ · Lưu lượng (m³/s)',
    ])
    expect(all(xml, 'c:dispBlanksAs')[0].attributes.val).toBe('gap')
    const [axis] = all(xml, 'c:valAx')
    const scale = find(axis, 'c:scaling')!
    expect(inside(scale).map((e) => e.name)).toEqual(['c:orientation', 'c:max', 'c:min'])
    expect(Number(find(scale, 'c:max')!.attributes.val) - Number(find(scale, 'c:min')!.attributes.val)).toBe(
      1,
    )
  })

  test('columns, and lines over what is no time, are drawn row by row', async () => {
    const columns = await chartOf(sheet(rows, { chart: { ...chart, type: 'column' } }))
    expect(all(columns.xml, 'c:barChart')).toHaveLength(1)
    expect(all(columns.xml, 'c:cat').map((c) => inside(c)[0].name)).toEqual(['c:numRef', 'c:numRef'])
    const named = await chartOf(
      sheet([['Tổ máy 1', 5]], { columns: [TEXT, LEVEL], chart: { ...chart, columns: [1] } }),
    )
    expect(all(named.xml, 'c:lineChart')).toHaveLength(1)
    expect(inside(all(named.xml, 'c:cat')[0])[0].name).toBe('c:strRef')
  })

  test('each sheet that rows go on in has its own; one without rows has none', async () => {
    const book = await written([sheet(rows, { chart })], {}, { rows: 5 })
    expect(book.sheets.map((s) => s.name)).toEqual([
      'Số liệu',
      'Mực nước & lưu lượng',
      'Số liệu (2)',
      'Mực nước & lưu lượng (2)',
    ])
    expect((await written([sheet([], { chart })])).sheets).toHaveLength(1)
  })
})

test('the library that reads uploads reads the whole book: names, dates, merges', async () => {
  const { sheets } = await read(
    await bytesOf([
      { kind: 'cover', name: 'Bìa', title: 'Báo cáo', lines: [{ label: 'a', value: 1 }] },
      sheet([[local('2026-01-01 07:00:00'), 400.25, 12, 'x']], {
        chart: { title: 'Biểu đồ', type: 'line', columns: [1] },
      }),
    ]),
  )
  const data = sheets.find((s) => s.name === 'Số liệu')!
  expect(sheets.map((s) => s.name).slice(0, 2)).toEqual(['Bìa', 'Số liệu'])
  expect(data.rows[3]).toEqual([new Date(Date.UTC(2026, 0, 1, 7)), 400.25, 12, 'x'])
  expect(data.merges).toHaveLength(3)
})

test('the properties of the file name its maker, its time and its title', async () => {
  const book = await written([sheet([], { title: 'Tháng 1' })], {
    creator: 'Nguyễn <A>',
    created: Date.UTC(2026, 0, 2, 3, 4, 5),
  })
  const core = book.part('docProps/core.xml')
  expect(inside(core).map((e) => [e.name, textIn(e)])).toEqual([
    ['dc:title', 'Tháng 1'],
    ['dc:creator', 'Nguyễn <A>'],
    ['dc:language', 'vi'],
    ['dcterms:created', '2026-01-02T03:04:05Z'],
  ])
  expect(book.relations('').size).toBe(3)
  expect(book.parts.keys().next().value).toBe('_rels/.rels')
})

describe('the stream', () => {
  /** Rows that do not deflate well, so that bytes come soon. */
  const noise = (i: number) => [
    { at: i * 1000 },
    Math.sin(i) * 1e3,
    Math.cos(i * 7) * 1e3,
    `${Math.sin(i * 3)}`,
  ]

  test('reads rows no faster than bytes are taken, and stops with its reader', async () => {
    let [n, closed] = [0, false]
    const rows = async function* () {
      try {
        for (;;) yield noise(n++)
      } finally {
        closed = true
      }
    }
    const stream = writeWorkbook({ language: 'vi', zone: ZONE, sheets: [sheet(rows())] })
    const taken = stream[Symbol.asyncIterator]()
    for (let i = 0; i < 3; i++) await taken.next()
    // Nothing is taken any more: what is between comes to rest.
    let before = -1
    await expect
      .poll(() => {
        const rests = n === before
        before = n
        return rests
      })
      .toBe(true)
    expect(n).toBeLessThan(20_000)
    stream.destroy()
    await expect.poll(() => closed).toBe(true)
  })

  test('stops also while it waits for a row that never comes', async () => {
    let [waiting, returned] = [false, false]
    const rows: AsyncIterable<SheetCell[]> = {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          waiting = true
          return new Promise(() => {})
        },
        return: () => {
          returned = true
          return Promise.resolve({ done: true, value: undefined })
        },
      }),
    }
    const stream = writeWorkbook({ language: 'vi', zone: ZONE, sheets: [sheet(rows)] })
    stream.resume()
    await expect.poll(() => waiting).toBe(true)
    stream.destroy()
    await expect.poll(() => stream.closed).toBe(true)
    await expect.poll(() => returned).toBe(true)
  })

  test('an error of the rows is an error of the stream, at once or after many', async () => {
    for (const after of [0, 5000]) {
      let closed = 0
      const rows = async function* () {
        for (let i = 0; i < after; i++) yield noise(i)
        closed++
        throw new Error('the readings are gone')
      }
      const taken: Buffer[] = []
      const stream = writeWorkbook({ language: 'vi', zone: ZONE, sheets: [sheet(rows())] })
      const work = (async () => {
        for await (const bytes of stream) taken.push(bytes as Buffer)
      })()
      await expect(work).rejects.toThrow('the readings are gone')
      expect(closed).toBe(1)
      // What came is no archive that a program would open as a whole one.
      expect(Buffer.concat(taken).includes('PK\x05\x06')).toBe(false)
    }
  })

  test('an error of the rows below is one, too', async () => {
    const foot = () => {
      throw new Error('no sums')
    }
    await expect(bytesOf([sheet([], { foot })])).rejects.toThrow('no sums')
  })

  test('a file that would need zip64 is refused', async () => {
    const rows = Array.from({ length: 2000 }, (_, i) => noise(i))
    await expect(bytesOf([sheet(rows)], {}, { bytes: 20_000 })).rejects.toThrow('larger than 4 GB')
  })

  test('others have their turn while a long list of rows is written', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    try {
      await bytesOf([sheet(Array.from({ length: 20_000 }, (_, i) => noise(i)))])
    } finally {
      clearInterval(timer)
    }
    // A turn for each piece of 64 kB; without them there would be none.
    expect(turns).toBeGreaterThan(5)
  })
})
