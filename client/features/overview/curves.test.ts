import { expect, test } from 'vitest'
import { HOUR } from '#core/time/units.ts'
import type { OverviewRow } from '#contract/overview.ts'
import { comparedOf, curveLook, fullOf, paneOf } from './curves.ts'
import { MOST } from './fields.ts'

const reading = (value: number | null) => ({ value, quality: 0, t: 0 })
const row = {
  hydro_code: 'A',
  hydro_name: 'Hồ A',
  levels: { dead: 549, normal: 605, flood: 606 },
  capacity: reading(30),
  fill_percent: reading(75),
  free_capacity: reading(10),
} as OverviewRow
const column = (v: (number | null)[]) => ({ t: v.map((_, i) => (i === 0 ? 0 : HOUR)), v })
const values = (what: Parameters<typeof comparedOf>[0], v: (number | null)[], of = row) => [
  ...comparedOf(what, of, column(v))!.v,
]

test('levels are compared by their distance to the normal level, storages by their percent', () => {
  expect(values('level', [604, 605.5])).toEqual([-1, 0.5])
  expect(values('fill', [20e6, 40e6])).toEqual([50, 100])
  expect(values('power', [1500])).toEqual([1.5])
  expect(values('outflow', [12])).toEqual([12])
})

test('what is missing stays missing', () => {
  expect(values('level', [null, 605])).toEqual([NaN, 0])
  expect(comparedOf('fill', { ...row, capacity: reading(null) }, column([1]))).toBeNull()
})

test('the full storage: what is stored and what is free, else by the percent', () => {
  expect(fullOf(row)).toBe(40e6)
  expect(fullOf({ ...row, free_capacity: reading(null) })).toBe(40e6)
  expect(fullOf({ ...row, free_capacity: reading(null), fill_percent: reading(0) })).toBeNull()
  // Above the normal level nothing is free, and the full storage is the same.
  expect(fullOf({ ...row, capacity: reading(42), free_capacity: reading(-2) })).toBe(40e6)
})

test('rain adds up from hour to hour, each at its end, an unknown hour as a gap', () => {
  const sum = comparedOf('rain', row, column([2, null, 3]))!
  expect([...sum.v]).toEqual([2, NaN, 5])
  expect([...sum.t]).toEqual([HOUR, 2 * HOUR, 3 * HOUR])
})

test('no two of the curves of a chart look the same', () => {
  const looks = Array.from({ length: MOST }, (_, i) => JSON.stringify(curveLook(i)))
  expect(new Set(looks).size).toBe(MOST)
})

test('a reservoir without an answer is left out, the normal level is a line for levels only', () => {
  const pane = paneOf(
    'level',
    [
      { row, column: column([605]) },
      { row, column: null },
    ],
    'vi',
    'MNDBT',
  )
  expect(pane.series.map((s) => s.id)).toEqual(['A'])
  expect(pane.lines.map((l) => l.value)).toEqual([0])
  expect(paneOf('inflow', [], 'vi', 'MNDBT').lines).toEqual([])
})
