import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importHistory, importPlant, survey } from '#server/history-import/index.ts'
import { HOUR, fromLocal } from '#core/time/index.ts'
import { guessColumns, readColumns, readText } from '#client/features/setup/storage.ts'
import { readGrid } from '#server/features/setup/grid.ts'
import { testServer, type TestServer } from '../server.ts'
import { folder } from './files.ts'
import { contextOf, dakDrinh, file, mapping, there } from './real.ts'

/** Files as plants keep them, from the first byte to stored readings. */
const ZONE = 'Asia/Ho_Chi_Minh'
const at = (text: string) => fromLocal(text, ZONE)!
const book = (name: string) => file(`formats/plant-books/${name}`)

let server: TestServer
beforeAll(async () => {
  server = await testServer({ now: at('2026-11-22 18:00') })
  if (there) await importPlant(contextOf(server), dakDrinh)
})
afterAll(() => server.close())

const known = () => server.app.readings.registry.list('DAKDRINH')

async function imported(name: string, extra: object = {}, dry = false) {
  const found = await survey(book(name), await known())
  const of = (series: string) => {
    const i = found.columns.findIndex((c) => c.guess?.series === series)
    return i < 0 ? [] : [{ column: i + 1, series, unit: found.columns[i].guess!.unit }]
  }
  return importHistory(contextOf(server), {
    file: book(name),
    dry,
    mapping: mapping({
      plant: 'DAKDRINH',
      time: found.time.map((i) => `#${i + 1}`),
      columns: [...of('level.reservoir.1'), ...of('release.total')],
      ...extra,
    }),
  })
}

describe.skipIf(!there)('files of plants', () => {
  test.each([
    ['ngay_gio.xlsx', {}],
    ['ngay_gio_text.xlsx', { timeFormat: 'dmy' }],
  ])('%s: hours 0 to 23 beside dates are hours', async (name, extra) => {
    const report = await imported(name, extra, true)
    expect(report).toMatchObject({ rows: 240, badTimes: 0, disorder: 0 })
    expect([report.from, report.to]).toEqual([at('2026-10-01 00:00'), at('2026-10-10 23:00')])
    expect(report.columns.map((c) => [c.readings, c.step, c.gaps.count])).toEqual([
      [240, 3600, 0],
      [240, 3600, 0],
    ])
  })

  test('hang_ngay_7h.xlsx: one reading a day at seven', async () => {
    const report = await imported('hang_ngay_7h.xlsx', {}, true)
    expect([report.from, report.to]).toEqual([at('2026-09-01 07:00'), at('2026-09-30 07:00')])
    expect(report.columns[0]).toMatchObject({ readings: 30, rejected: 0 })
  })

  test('so_van_hanh_2018_2025.xlsx: a sheet a year, headers in several rows, 7h and decimal commas', async () => {
    const report = await imported('so_van_hanh_2018_2025.xlsx')
    expect(report.form.alike).toHaveLength(8)
    // Below each year is its author.
    expect(report).toMatchObject({ rows: 2888, badTimes: 8, disorder: 0, repeats: 0 })
    expect([report.from, report.to]).toEqual([at('2018-10-24 00:00'), at('2025-11-07 23:00')])
    expect(report.columns.map((c) => [c.column, c.series, c.readings])).toEqual([
      ['Mực nước (m) Hồ', 'level.reservoir.1', 2880],
      ['Lưu lượng (m³/s) Q xả', 'release.total', 2880],
    ])
    const from = at('2021-10-24 00:00')
    const stored = await server.app.history.read('DAKDRINH', ['level.reservoir.1'], from, from + 24 * HOUR)
    const level = stored.get('level.reservoir.1')!
    expect([level.v[0], level.v[1], level.t[1] - level.t[0]]).toEqual([400.25, 400.24, HOUR])
  })

  test.each([
    ['muc_nuoc_2025.csv', 2, 360],
    ['gan_day.csv', 2, 360],
    ['gan_day.xlsx', 2, 360],
    ['legacy_1258.csv', 1, 360],
  ])('%s', async (name, columns, rows) => {
    const report = await imported(name, {}, true)
    expect(report).toMatchObject({ rows, badTimes: 0 })
    expect(report.columns.map((c) => [c.readings, c.rejected])).toEqual(
      Array.from({ length: columns }, () => [rows, 0]),
    )
  })
})

describe.skipIf(!there)('storage tables of plants, in the set-up', () => {
  test.each([
    ['zv_dau_phay.csv', ['Mực nước (m)', 'Dung tích (10^6 m3)']],
    ['zv_nha_may.xlsx', ['Cao trình (m)', 'Dung tích (triệu m³)']],
  ])('%s', async (name, names) => {
    const grid = await readGrid(book(name), name, undefined)
    const { z, v, unit } = guessColumns(grid)
    expect([grid.columns[z], grid.columns[v], unit]).toEqual([...names, '10^6 m3'])
    const { rows, issues } = readColumns(grid, z, v, unit)
    expect(issues.filter((i) => i.severity === 'error')).toEqual([])
    expect([rows.length, rows[1], rows.at(-1)]).toEqual([20, [325, 0.12], [415, 296.95]])
  })

  test.each([
    ['zv_paste.txt', '10^6 m3', [325, 0.12]],
    ['zv_paste2.txt', 'm3', [325, 120_000]],
  ] as const)('%s, pasted', (name, unit, second) => {
    const { rows, issues } = readText(readFileSync(book(name), 'utf8'), unit)
    expect(issues.filter((i) => i.severity === 'error')).toEqual([])
    expect([rows.length, rows[1]]).toEqual([20, second])
  })
})

test('lines about the file above its names, and the hour 24 of a day', async () => {
  const files = folder()
  try {
    const hours = Array.from(
      { length: 24 },
      (_, h) => `2024/10/01-${String(h + 1).padStart(2, '0')}:00;400,${10 + h};70`,
    )
    const head = ['TSID:;HO.Z.1h', 'SET:;4', 'Ngày giờ;MN hồ;Tổng xả', ';m;m3/s']
    const path = files.write('tsid.csv', [...head, ...hours].join('\r\n'))
    const found = await survey(path, [])
    expect(found.form).toMatchObject({ delimiter: ';', decimal: ',', headerLine: 3 })
    expect(found.columns.map((c) => [c.name, c.unit])).toEqual([
      ['Ngày giờ', ''],
      ['MN hồ', 'm'],
      ['Tổng xả', 'm3/s'],
    ])
    expect(found.step).toBe(3600)
    if (!there) return
    const report = await importHistory(contextOf(server), {
      file: path,
      dry: true,
      mapping: mapping({
        plant: 'DAKDRINH',
        time: 'Ngày giờ',
        columns: [{ column: 'MN hồ', series: 'level.reservoir.1', unit: 'm' }],
      }),
    })
    expect(report).toMatchObject({
      rows: 24,
      badTimes: 0,
      from: at('2024-10-01 01:00'),
      to: at('2024-10-02 00:00'),
      stamps: { first: '2024/10/01-01:00', last: '2024/10/01-24:00' },
    })
  } finally {
    files.remove()
  }
})

test('a text of windows-1258 is read with its diacritics', async () => {
  const files = folder()
  try {
    // "Thời gian;Mực nước hồ" with combining tone marks, as old systems write it.
    const bytes = [0x54, 0x68, 0xf5, 0xcc, 0x69, 0x20, 0x67, 0x69, 0x61, 0x6e, 0x3b]
    const head = [
      ...bytes,
      0x4d,
      0xfd,
      0xf2,
      0x63,
      0x20,
      0x6e,
      0xfd,
      0xf5,
      0xec,
      0x63,
      0x20,
      0x68,
      0xf4,
      0xcc,
    ]
    const path = files.write(
      'cu.csv',
      Buffer.concat([
        Buffer.from(head),
        Buffer.from('\r\n24/10/2025 00:00;400,25\r\n24/10/2025 01:00;400,2\r\n'),
      ]),
    )
    const found = await survey(path, [])
    expect(found.form).toMatchObject({ encoding: 'windows-1258', delimiter: ';', decimal: ',' })
    expect(found.columns.map((c) => c.name)).toEqual(['Thời gian', 'Mực nước hồ'])
    expect(found.columns[1].guess).toMatchObject({ series: 'level.reservoir.muc_nuoc_ho', unit: 'm' })
  } finally {
    files.remove()
  }
})

test('410,335 is disambiguated by the levels of the lake', async () => {
  const files = folder()
  try {
    const path = files.write('nghi.csv', 'Ngày,MN hồ\n24/10/2025,"410,335"\n25/10/2025,"410,342"\n')
    expect(await survey(path, [])).toMatchObject({ decided: null, form: { decimal: '.', doubt: '410,335' } })
    const lake = await survey(path, [], {}, { min: 320, max: 415 })
    expect(lake).toMatchObject({ decided: ',', form: { decimal: ',' } })
    expect(lake.columns[1]).toMatchObject({ numeric: 2, guess: { series: 'level.reservoir.mn_ho' } })
    expect(await survey(path, [], {}, { min: 400_000, max: 420_000 })).toMatchObject({ decided: '.' })
  } finally {
    files.remove()
  }
})
