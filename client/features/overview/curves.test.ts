import { expect, test } from 'vitest'
import { ESTIMATED, GOOD, MISSING, PARTIAL } from '#core/quality/index.ts'
import { HOUR } from '#core/time/units.ts'
import type { OverviewRow } from '#contract/overview.ts'
import { comparedOf, curveStyle, paneOf, SERIES_OF } from './curves.ts'
import { MOST } from './fields.ts'

const row = {
  hydro_code: 'A',
  hydro_name: 'Hồ A',
  levels: { dead: 549, normal: 605, flood: 606 },
  capacity: { value: null, quality: MISSING, t: null },
  normal_volume: 40,
} as OverviewRow
const column = (v: (number | null)[]) => ({ t: v.map((_, i) => (i === 0 ? 0 : HOUR)), v })
const values = (what: Parameters<typeof comparedOf>[0], v: (number | null)[], of = row) => [
  ...comparedOf(what, of, column(v), 0)!.v,
]

test('levels are compared by their distance to the normal level, storages by their percent', () => {
  expect(values('level', [604, 605.5])).toEqual([-1, 0.5])
  expect(values('fill', [20e6, 40e6])).toEqual([50, 100])
  expect(values('power', [1500])).toEqual([1.5])
  expect(values('outflow', [12])).toEqual([12])
})

test('what is missing stays missing', () => {
  expect(values('level', [null, 605])).toEqual([NaN, 0])
})

test('the percentage of storage needs the volume at the normal level, not the present storage', () => {
  expect(row.capacity.value).toBeNull()
  expect(values('fill', [30e6])).toEqual([75])
  expect(comparedOf('fill', { ...row, normal_volume: null }, column([1]), 0)).toBeNull()
})

test('the inflow is the same series as in the list and on the dashboard', () => {
  expect(SERIES_OF.inflow).toBe('general.total_discharge_lake')
})

test('rain adds up from hour to hour, each at its end', () => {
  const sum = comparedOf('rain', row, { ...column([2, 0, 3]), q: [GOOD, ESTIMATED, GOOD] }, 0)!
  expect([...sum.v]).toEqual([2, 2, 5])
  expect([...sum.t]).toEqual([HOUR, 2 * HOUR, 3 * HOUR])
  expect([...sum.q!]).toEqual([GOOD, ESTIMATED, ESTIMATED])
})

test('an hour without rain values breaks the line, and the sum is partial from there on', () => {
  // The answer leaves out hours without any value.
  const absent = comparedOf('rain', row, { t: [0, 3 * HOUR], v: [2, 3] }, 0)!
  expect([...absent.v]).toEqual([2, NaN, 5])
  expect([...absent.q!]).toEqual([GOOD, MISSING, PARTIAL])
  const unknown = comparedOf('rain', row, column([2, null, 3]), 0)!
  expect([...unknown.v]).toEqual([2, NaN, 5])
  expect([...unknown.q!]).toEqual([GOOD, MISSING, PARTIAL])
  // As much where the span begins without them.
  const late = comparedOf('rain', row, { t: [2 * HOUR], v: [3] }, 0)!
  expect([...late.v]).toEqual([NaN, 3])
  expect([...late.q!]).toEqual([MISSING, PARTIAL])
})

test('no two curves of a chart look the same', () => {
  const looks = Array.from({ length: MOST }, (_, i) => JSON.stringify(curveStyle(i)))
  expect(new Set(looks).size).toBe(MOST)
})

test('a reservoir without an answer is left out; the normal level is drawn for levels only', () => {
  const pane = paneOf(
    'level',
    [
      { row, column: column([605]) },
      { row, column: null },
    ],
    0,
    'vi',
    'MNDBT',
  )
  expect(pane.series.map((s) => s.id)).toEqual(['A'])
  expect(pane.lines.map((l) => l.value)).toEqual([0])
  expect(paneOf('inflow', [], 0, 'vi', 'MNDBT').lines).toEqual([])
})
