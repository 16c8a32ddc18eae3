import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { vi } from '../../lib/text/vi/index.ts'
import { tableDrawing, spreadOver, type DrawingInput } from './drawing.ts'
import { tableDecimals } from './groups.ts'

const input = (part: Partial<DrawingInput> & Pick<DrawingInput, 'group' | 'columns' | 'rows'>) =>
  tableDrawing({ derived: [], text: vi, language: 'vi', ...part })
const columns = (...list: [string, string][]) => list.map(([name, unit]) => ({ name, unit }))

describe('storage', () => {
  const rows = [
    [360, 12],
    [340, 0],
    [350, 4],
  ]
  const zv = columns(['z', 'm'], ['v', '10^6 m3'])

  test('level upwards, in the order of levels whatever that of the file, with the area above', () => {
    const { drawing } = input({
      group: 'ZV',
      columns: zv,
      rows,
      derived: [{ name: 'area', unit: 'm2', values: [0.8e6, 0.4e6, 0.8e6] }],
    })
    expect(drawing.upright).toBe(true)
    expect(Array.from(drawing.curves[0].key)).toEqual([340, 350, 360])
    expect(Array.from(drawing.curves[0].value)).toEqual([0, 4, 12])
    expect(Array.from(drawing.curves[1].value)).toEqual([0.4, 0.8, 0.8])
    expect(drawing.curves[1]).toMatchObject({ second: true, steps: true })
  })

  test('m3 are drawn as million m3, and so are the rows to be looked at', () => {
    const { drawing } = input({
      group: 'ZV',
      columns: columns(['z', 'm'], ['v', 'm3']),
      rows: [
        [340, 0],
        [350, 4e6],
      ],
      remarks: [{ row: 1, severity: 'warning', message: 'x' }],
    })
    expect(Array.from(drawing.curves[0].value)).toEqual([0, 4])
    expect(drawing.marks).toEqual([{ key: 350, value: 4, tone: 'warn', label: 'x' }])
    expect(drawing.valueAxis.unit).toBe('triệu m³')
  })
})

describe('families', () => {
  const zaq = columns(['z', 'm'], ['a', 'm'], ['q', 'm3/s'])
  const rows = Array.from({ length: 20 }, (_, z) => [0, 1, 2].map((a) => [400 + z, a, a * (z + 1)])).flat()

  test('discharge over opening, some of the levels, the lowest and the highest among them', () => {
    const { drawing, shown, all } = input({ group: 'ZAQ', columns: zaq, rows })
    expect([shown, all]).toEqual([7, 20])
    expect(drawing.curves.map((c) => c.id)).toContain('400')
    expect(drawing.curves.map((c) => c.id)).toContain('419')
    expect(drawing.curves[0].name).toBe('z = 400 m')
    expect(Array.from(drawing.curves[6].value)).toEqual([0, 20, 40])
    expect(drawing.upright).toBe(false)
  })

  test('one n at a time', () => {
    const hpq = columns(['n', ''], ['h', 'm'], ['p', 'MW'], ['q', 'm3/s'])
    const both = [1, 2].flatMap((n) => [100, 120].flatMap((h) => [10, 20].map((p) => [n, h, p, p / n])))
    const given = { group: 'HPQ' as const, columns: hpq, rows: both }
    expect(input(given).slices).toEqual([1, 2])
    expect(Array.from(input({ ...given, n: 2 }).drawing.curves[0].value)).toEqual([5, 10])
    // An n that does not exist falls back to the first.
    expect(Array.from(input({ ...given, n: 9 }).drawing.curves[0].value)).toEqual([10, 20])
  })

  test('sensor travel without levels is one curve', () => {
    const { drawing, all } = input({
      group: 'ZAoAc',
      columns: columns(['z', 'm'], ['ao', 'sensor'], ['ac', 'm']),
      rows: [
        [0, 100, 0],
        [0, 900, 4],
      ],
    })
    expect(all).toBe(1)
    expect(drawing.keyAxis.name).toBe(vi.interpolate.column.x)
    expect(Array.from(drawing.curves[0].key)).toEqual([100, 900])
  })
})

test('some of a list keep its order and its ends', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 200 }), (list) => {
      const some = spreadOver(list, 7)
      expect(some.length).toBe(Math.min(7, list.length))
      expect(some[0]).toBe(list[0])
      expect(some.at(-1)).toBe(list.at(-1))
      expect(new Set(some).size).toBe(some.length)
    }),
  )
})

test('decimals write every number of a column whole', () => {
  expect(tableDecimals([[1], [1.25], [3.5]], 0)).toBe(2)
  expect(tableDecimals([[1e-7]], 0)).toBe(6)
  expect(tableDecimals([], 0)).toBe(0)
})
