import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSource } from './index.ts'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'forebay-read-'))
})
afterAll(() => rmSync(dir, { recursive: true }))

async function open(content: string | Buffer, options = {}) {
  const path = join(dir, 'file.csv')
  writeFileSync(path, content)
  const source = await openSource(path, options)
  const rows: [number, string[]][] = []
  while (await source.fill())
    for (let row; (row = source.next());)
      rows.push([row.line, Array.from({ length: row.length }, (_, i) => row.text(i))])
  await source.close()
  return { form: source.form, columns: source.columns, units: source.units, rows }
}

test('delimiter and decimal sign are detected from the rows', async () => {
  expect((await open('t;z\n2025-01-01 00:00;400,25\n2025-01-01 01:00;400,2\n')).form).toMatchObject({
    delimiter: ';',
    decimal: ',',
    header: 'names',
  })
  expect((await open('t\tz\n1\t400.25\n')).form).toMatchObject({ delimiter: '\t', decimal: '.' })
  expect((await open('t,z\n1,400.25\n')).form).toMatchObject({ delimiter: ',', decimal: '.' })
})

test('comments, blank lines and narrow titles above the header are skipped', async () => {
  const { columns, rows, form } = await open('# source\n\nHồ Đăk Đrinh\nt,z,q\n1,2,3\n4,5,6\n')
  expect(columns).toEqual(['t', 'z', 'q'])
  expect(form.headerLine).toBe(4)
  expect(rows).toEqual([
    [5, ['1', '2', '3']],
    [6, ['4', '5', '6']],
  ])
})

test('a file may have no names, as given or detected', async () => {
  const found = await open('2025-01-01,1.5\n2025-01-02,1.6\n')
  expect(found.form.header).toBe('none')
  expect(found.columns).toEqual(['', ''])
  expect(found.rows.length).toBe(2)
  const sniffed = await open('a,b\nc,d\n', { header: 0 })
  expect(sniffed.rows.map(([line]) => line)).toEqual([1, 2])
})

test('byte order marks and UTF-16, as spreadsheets save text', async () => {
  const text = 'thời gian\tmực nước\r\n1\t2\r\n'
  for (const content of [Buffer.from(`\ufeff${text}`), Buffer.from(`\ufeff${text}`, 'utf16le')]) {
    const { columns, rows } = await open(content)
    expect(columns).toEqual(['thời gian', 'mực nước'])
    expect(rows).toEqual([[2, ['1', '2']]])
  }
})

test('Campbell TOA5: names, units, and rows from the fifth line', async () => {
  const { form, columns, units, rows } = await open(
    '"TOA5","st","CR6"\n"TIMESTAMP","RECORD","Lvl"\n"TS","RN","m"\n"","","Smp"\n"2021-06-28 14:00:00",0,"NAN"\n',
  )
  expect(form.header).toBe('toa5')
  expect(columns).toEqual(['TIMESTAMP', 'RECORD', 'Lvl'])
  expect(units).toEqual(['TS', 'RN', 'm'])
  expect(rows).toEqual([[5, ['2021-06-28 14:00:00', '0', 'NAN']]])
})

test('a file larger than a block loses nothing at the ends of blocks', async () => {
  const lines = Array.from({ length: 200_000 }, (_, i) => `${i},${i / 100},row ${i}`)
  const { rows } = await open(`a,b,c\n${lines.join('\n')}\n`)
  expect(rows.length).toBe(200_000)
  expect(rows.every(([line, cells], i) => line === i + 2 && cells.join() === lines[i])).toBe(true)
})

test('an empty file has no rows and no columns', async () => {
  expect(await open('')).toMatchObject({ columns: [], rows: [] })
})
