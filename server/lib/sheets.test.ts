import { crc32, deflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre'
import { describe, expect, test } from 'vitest'
import { SheetError, measure, readBook, readSheets, type SheetHead } from './sheets.ts'

async function workbook(rows: (string | number | Date | null)[][], name = 'Dữ liệu'): Promise<Buffer> {
  return Buffer.from(
    await writeXlsx({
      sheets: [
        { name: 'Bìa', rows: [['x']] },
        { name, rows },
      ],
    }),
  )
}

/** A zip whose entries all refer to the same compressed bytes. */
function zip(data: Buffer, entries: number, claimed = data.length): Buffer {
  const local = Buffer.alloc(31)
  local.writeUInt32LE(0x04034b50)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(data.length, 18)
  local.writeUInt32LE(claimed, 22)
  local.writeUInt16LE(1, 26)
  local.write('a', 30)
  const central = Buffer.alloc(47)
  central.writeUInt32LE(0x02014b50)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(data.length, 20)
  central.writeUInt32LE(claimed, 24)
  central.writeUInt16LE(1, 28)
  central.write('a', 46)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(47 * entries, 12)
  end.writeUInt32LE(local.length + data.length, 16)
  return Buffer.concat([local, data, ...Array.from({ length: entries }, () => central), end])
}

/** All rows of some sheets, or of all. */
async function rowsOf(bytes: Buffer, options: Parameters<typeof readSheets>[1] = {}) {
  const rows = []
  for await (const row of readSheets(bytes, options)) rows.push(row)
  return rows
}

const code = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof SheetError ? error.code : error),
  )

describe('workbooks', () => {
  test('a sheet by name: texts, numbers, dates as local times, row numbers as shown', async () => {
    const bytes = await workbook([
      ['Thời gian', 'Z'],
      [new Date(Date.UTC(2025, 9, 24, 1)), 400.25],
      [null, null],
      ['x', -1],
    ])
    let head: SheetHead | null = null
    const rows = []
    for await (const row of readSheets(bytes, { names: ['dữ liệu'] }, (h) => (head = h))) rows.push(row)
    expect(head).toEqual({ sheets: ['Bìa', 'Dữ liệu'], sheet: 'Dữ liệu' })
    expect(rows.filter((r) => r.cells.some((c) => c !== null && c !== ''))).toEqual([
      { sheet: 'Dữ liệu', row: 1, cells: ['Thời gian', 'Z'] },
      { sheet: 'Dữ liệu', row: 2, cells: [{ d: Date.UTC(2025, 9, 24, 1) }, 400.25] },
      { sheet: 'Dữ liệu', row: 4, cells: ['x', -1] },
    ])
  })

  test('a missing sheet is reported with the existing ones', async () => {
    const bytes = await workbook([['a']])
    await expect(rowsOf(bytes, { names: ['Sheet9'] })).rejects.toThrow('"Bìa", "Dữ liệu"')
  })

  test('a file that is no workbook, or a damaged one, is reported as such', async () => {
    expect(await code(measure(Buffer.from('a,b\n1,2\n')))).toBe('not_a_workbook')
    const bytes = await workbook([['a']])
    expect(await code(measure(bytes.subarray(0, bytes.length - 30)))).toBe('damaged')
    const bent = Buffer.from(bytes)
    bent.fill(0xff, 60, 90)
    expect(await code(measure(bent))).toBe('damaged')
  })
})

describe('bombs', () => {
  const zeros = deflateRawSync(Buffer.alloc(20_000_000))

  test('content beyond the limit is not inflated, whatever size it claims', async () => {
    expect(await measure(zip(zeros, 9))).toBe(180_000_000)
    expect(await code(measure(zip(zeros, 11)))).toBe('too_large')
    expect(await code(measure(zip(zeros, 11, 10)))).toBe('too_large')
    expect(await code(rowsOf(zip(zeros, 11)))).toBe('too_large')
  })

  test('more entries than any workbook has are refused', async () => {
    expect(await code(measure(zip(deflateRawSync(Buffer.alloc(1)), 501)))).toBe('too_many_entries')
  })

  test('a child that takes too long or too much memory is killed', async () => {
    const rows = Array.from({ length: 40_000 }, (_, i) => [`text number ${i}`, i, i / 7, `more ${i * 3}`])
    const bytes = await workbook(rows)
    expect(await code(rowsOf(bytes, { timeout: 1 }))).toBe('too_slow')
    expect(await code(rowsOf(bytes, { names: ['Dữ liệu'], heap: 8 }))).toBe('too_big_for_memory')
  })
})

/** A workbook of one sheet with the given XML, compressed: a cell of any length takes next to nothing. */
function bomb(cell: string): Buffer {
  const parts: [string, string][] = [
    [
      '[Content_Types].xml',
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    ],
    [
      '_rels/.rels',
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    ],
    [
      'xl/workbook.xml',
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>',
    ],
    [
      'xl/_rels/workbook.xml.rels',
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ],
    [
      'xl/worksheets/sheet1.xml',
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>time</t></is></c><c r="B1" t="inlineStr"><is><t>level</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>${cell}</t></is></c></row></sheetData></worksheet>`,
    ],
  ]
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let at = 0
  for (const [name, text] of parts) {
    const raw = Buffer.from(text)
    const data = deflateRawSync(raw)
    const crc = crc32(raw)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc, 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(raw.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), common, Buffer.from(name), data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    centrals.push(Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), common, tail, Buffer.from(name)]))
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}

describe('a cell longer than a spreadsheet allows', () => {
  test('is refused in the child, with its row, so that nothing of it reaches this process', async () => {
    const bytes = bomb('x'.repeat(100_000_000))
    expect(bytes.length).toBeLessThan(200_000)
    for (const read of [rowsOf, readBook])
      await expect(read(bytes)).rejects.toMatchObject({ name: 'SheetError', code: 'too_long', row: 2 })
  }, 60_000)

  test('is accepted up to that length', async () => {
    const bytes = bomb('x'.repeat(32_767))
    expect((await rowsOf(bytes)).at(-1)).toMatchObject({ row: 2, cells: ['x'.repeat(32_767)] })
    expect((await readBook(bytes))[0].rows.at(-1)).toMatchObject({ row: 2, cells: ['x'.repeat(32_767)] })
  })
})
