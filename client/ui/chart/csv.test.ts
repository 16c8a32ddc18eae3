import { expect, test } from 'vitest'
import { toCsv, toTsv } from './csv.ts'
import { fromColumn } from './column.ts'
import { fileName } from './save.ts'
import type { ChartSeries } from './types.ts'

const words = {
  time: 'Time',
  quality: 'quality',
  lower: 'lower',
  upper: 'upper',
  compared: 'before',
  comparedAt: 'Time before',
}
const t0 = Date.parse('2026-11-20T14:00+07:00')
const one = (over: Partial<ChartSeries>): ChartSeries => ({
  id: 'a',
  name: 'Inflow',
  axis: 'q',
  kind: 'line',
  color: 'inflow',
  unit: 'm³/s',
  decimals: 1,
  data: fromColumn({ t: [t0, 600_000, 600_000], v: [1.25, null, 3], q: [0, 7, 12] }),
  ...over,
})

test('a column of the wire becomes stamps and values', () => {
  const { t, v, q } = fromColumn({ t: [1000, 5, 5], v: [1, null, -2] })
  expect([...t]).toEqual([1000, 1005, 1010])
  expect([...v]).toEqual([1, NaN, -2])
  expect(q).toBeUndefined()
})

test('CSV has local time, an empty field for a gap, and quality where there is any', () => {
  const level = one({
    name: '=Level, "upper"',
    unit: 'm',
    data: { t: Float64Array.from([t0 + 300_000]), v: Float64Array.from([604.31]) },
  })
  const csv = toCsv([one({}), level], { from: t0, to: t0 + 900_000 }, 'Asia/Ho_Chi_Minh', words)
  expect(csv.split('\r\n')).toEqual([
    'Time (Asia/Ho_Chi_Minh),Inflow (m³/s),Inflow quality,"\'=Level, ""upper"" (m)"',
    '2026-11-20 14:00:00,1.25,,',
    '2026-11-20 14:05:00,,,604.31',
    '2026-11-20 14:10:00,,MISSING,',
    '',
  ])
})

test('a rejected reading is a row with its grade', () => {
  const level = one({
    data: {
      ...fromColumn({ t: [t0, 600_000], v: [410, 411] }),
      rejected: { t: Float64Array.of(t0 + 300_000), v: Float64Array.of(990) },
    },
  })
  expect(toCsv([level], { from: t0, to: t0 + 900_000 }, 'Asia/Ho_Chi_Minh', words).split('\r\n')).toEqual([
    'Time (Asia/Ho_Chi_Minh),Inflow (m³/s),Inflow quality',
    '2026-11-20 14:00:00,410,',
    '2026-11-20 14:05:00,990,REJECTED',
    '2026-11-20 14:10:00,411,',
    '',
  ])
})

test('a band has its own columns, and a comparison series its own time', () => {
  const day = 86_400_000
  const plain = one({ data: fromColumn({ t: [t0, 600_000], v: [1, 2] }) })
  const before = one({
    of: 'a',
    id: 'a:before',
    shift: day,
    data: fromColumn({ t: [t0 + 600_000, 600_000], v: [7, null], q: [4, 7] }),
  })
  const ahead = one({
    id: 'f',
    name: 'Forecast',
    data: fromColumn({ t: [t0 + 600_000], v: [3] }),
    band: { lower: Float64Array.of(2.5), upper: Float64Array.of(NaN) },
  })
  const view = { from: t0, to: t0 + day }
  expect(toCsv([plain, before, ahead], view, 'Asia/Ho_Chi_Minh', words).split('\r\n')).toEqual([
    'Time (Asia/Ho_Chi_Minh),Inflow (m³/s),Forecast (m³/s),Forecast lower (m³/s),Forecast upper (m³/s),' +
      'Time before (Asia/Ho_Chi_Minh),Inflow before (m³/s),Inflow before quality',
    '2026-11-20 14:00:00,1,,,,,,',
    '2026-11-20 14:10:00,2,3,2.5,,2026-11-19 14:10:00,7,SUSPECT',
    '2026-11-20 14:20:00,,,,,2026-11-19 14:20:00,,MISSING',
    '',
  ])
  expect(toTsv([plain], view, 'Asia/Ho_Chi_Minh', words)).toBe(
    'Time (Asia/Ho_Chi_Minh)\tInflow (m³/s)\n2026-11-20 14:00:00\t1\n2026-11-20 14:10:00\t2\n',
  )
})

test('file names keep letters of any language', () => {
  expect(fileName('Hồ A Lưới: mực nước', '2026-11-20 14:35', 'csv')).toBe(
    'Hồ-A-Lưới-mực-nước-2026-11-20-14-35.csv',
  )
  expect(fileName('///', '', 'png')).toBe('chart.png')
})
