import { expect, test } from 'vitest'
import { clustersOf, spotOf } from './clusters.ts'
import { spotsOf } from './spots.ts'
import type { Alarm } from './types.ts'

const words = (n: number, alarms: number) => `${n} (${alarms})`
const spot = (id: string, x: number, y: number, alarm: Alarm = 0) =>
  spotsOf([{ id, at: [x, y], name: id, kind: 'reservoir', alarm }])[0]
const pixelOf = (s: { at: readonly [number, number] }) => s.at
const idsOf = (spots: ReturnType<typeof spot>[], within: number) =>
  clustersOf(spots, pixelOf, within).map((c) => spotOf(c, words).ids)

test('near marks form one cluster, distant ones do not, and each mark is in one cluster only', () => {
  const spots = [spot('a', 0, 0), spot('b', 30, 0), spot('c', 300, 0), spot('d', 300, 35), spot('e', 0, 500)]
  expect(idsOf(spots, 40)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  expect(idsOf(spots, 10)).toHaveLength(5)
})

test('marks are clustered across the borders of cells, in every direction', () => {
  for (const [dx, dy] of [
    [-30, 0],
    [30, 0],
    [0, -30],
    [0, 30],
    [-20, -20],
    [20, 20],
  ])
    expect(idsOf([spot('a', 79, 81), spot('b', 79 + dx, 81 + dy)], 40)).toEqual([['a', 'b']])
})

test('the worst mark gives the position and the ring, and the members are counted in words', () => {
  const [cluster] = clustersOf(
    [spot('calm', 0, 0), spot('over', 20, 0, 3), spot('high', 25, 0, 1)],
    pixelOf,
    40,
  )
  const one = spotOf(cluster, words)
  expect(one).toMatchObject({ at: [20, 0], alarm: 3, name: '3 (2)', count: 3 })
  expect(one.ids).toEqual(['over', 'high', 'calm'])
})

test('a thousand marks take time in proportion to their number', () => {
  const spots = Array.from({ length: 1000 }, (_, i) => spot(`r${i}`, (i % 40) * 50, Math.floor(i / 40) * 50))
  let looks = 0
  const found = clustersOf(spots, (s) => (looks++, s.at), 40)
  expect(found).toHaveLength(1000)
  expect(looks).toBe(1000)
})
