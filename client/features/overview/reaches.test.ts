import { expect, test } from 'vitest'
import { reachesOf } from './reaches.ts'
import type { Shown } from './model.ts'

const one = (hydro_code: string, downstream: string | null, to_mouth: number) =>
  ({
    row: { hydro_code, hydro_name: hydro_code, river: 'Sông', basin: 'Sông', downstream, to_mouth },
  }) as Shown

test('a reach has all reservoirs directly upstream of one, along the river', () => {
  const all = [one('C', null, 10), one('B', 'C', 40), one('TRIBUTARY', 'C', 60), one('A', 'B', 90)]
  const codes = reachesOf(all, 'vi').map((r) => [r.uppers.map((u) => u.hydro_code), r.lower.hydro_code])
  expect(codes).toEqual([
    [['A'], 'B'],
    [['TRIBUTARY', 'B'], 'C'],
  ])
})

test('without the lower reservoir there is no reach', () => {
  expect(reachesOf([one('B', 'C', 40)], 'vi')).toEqual([])
})
