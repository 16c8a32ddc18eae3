import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SetupGrid } from '#contract/setup.ts'
import { guessColumns, readColumns, readText } from './storage.ts'

const grid = (columns: string[], rows: SetupGrid['rows']): SetupGrid => ({
  file_name: 'x.csv',
  sheet: null,
  sheets: [],
  columns,
  rows,
  lines: rows.map((_, i) => i + 5),
})

describe('columns of a file', () => {
  test('are known by their names, whatever their order, and the unit by their size', () => {
    const rows = [
      [0, 1, 320.5],
      [120_000, 2, 325],
    ]
    expect(guessColumns(grid(['storage_m3', 'x', 'level_m'], rows))).toEqual({ z: 2, v: 0, unit: 'm3' })
    expect(guessColumns(grid(['Mực nước (m)', 'Dung tích'], [[320, 0.5]]))).toEqual({
      z: 0,
      v: 1,
      unit: '10^6 m3',
    })
    // The unit in the header takes precedence over the magnitude of the numbers.
    const header = ['STT', 'Cao trình (m)', 'Diện tích (km²)', 'Dung tích (triệu m³)']
    expect(guessColumns(grid(header, [[1, 320, 2, 60_000]]))).toEqual({ z: 1, v: 3, unit: '10^6 m3' })
    expect(guessColumns(grid(['Z (m)', 'V (m3)'], [[320, 10]]))).toEqual({ z: 0, v: 1, unit: 'm3' })
    expect(guessColumns(grid(['a', 'b', 'c'], [[1, 2, 3]]))).toMatchObject({ z: 0, v: 1 })
    expect(guessColumns(grid(['V', 'Z'], [[1, 2]]))).toMatchObject({ z: 1, v: 0 })
  })

  test('are refused at the lines of the file', () => {
    const found = readColumns(
      grid(
        ['z', 'v'],
        [
          [320, 0],
          [325, 5],
          [330, 4],
          [335, 'x'],
        ],
      ),
      0,
      1,
      'm3',
    )
    expect(found.rows).toEqual([])
    expect(found.issues.map((i) => [i.line, i.code])).toEqual([[8, 'NOT_A_NUMBER']])
    const falling = readColumns(
      grid(
        ['z', 'v'],
        [
          [320, 0],
          [325, 5],
          [330, 4],
        ],
      ),
      0,
      1,
      'm3',
    )
    expect(falling.issues.map((i) => [i.line, i.code])).toContainEqual([7, 'NOT_INCREASING'])
  })
})

describe('what was pasted', () => {
  test('takes either decimal sign, leaves a heading out, and names the line', () => {
    expect(readText('Z\tV\n320,5\t0\n325\t0,12\n\n330 ; 0.47', '10^6 m3').rows).toEqual([
      [320.5, 0],
      [325, 0.12],
      [330, 0.47],
    ])
    expect(readText('', 'm3')).toEqual({ rows: [], issues: [] })
    expect(readText('320 0\n325\n330 5', 'm3').issues.map((i) => i.line)).toEqual([2])
    expect(readText('320 1,234\n330 5', 'm3').issues.map((i) => [i.line, i.code])).toEqual([
      [1, 'NOT_A_NUMBER'],
    ])
  })

  test('410,335 is read by the levels of the lake', () => {
    const levels = { minPossible: 320, maxPossible: 415 }
    expect(readText('410,335\t1,234\n411,5\t2,5', '10^6 m3', levels).rows).toEqual([
      [410.335, 1.234],
      [411.5, 2.5],
    ])
    expect(readText('410,335 0\n411,500 5', 'm3').issues.map((i) => i.code)).toContain('NOT_A_NUMBER')
    expect(readText('1,234 0\n1,235 5', 'm3', { minPossible: 1200, maxPossible: 1300 }).rows).toEqual([
      [1234, 0],
      [1235, 5],
    ])
  })

  test('gives back every table that rises', () => {
    const tables = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 900 })), {
        minLength: 2,
        maxLength: 40,
      })
      .map((steps) => {
        let [z, v] = [300, 0]
        return steps.map(([dz, dv]) => [(z = Number((z + dz / 100).toFixed(2))), (v += dv)])
      })
    fc.assert(
      fc.property(tables, fc.constantFrom('\t', ';', '  '), (rows, between) => {
        expect(readText(rows.map((r) => r.join(between)).join('\n'), 'm3').rows).toEqual(rows)
      }),
    )
  })
})
