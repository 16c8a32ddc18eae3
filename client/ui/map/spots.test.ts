import { expect, test } from 'vitest'
import { spotLabel, spotsOf } from './spots.ts'
import type { MapMark } from './types.ts'

const mark = (id: string, kind: MapMark['kind'], lon: number, lat = 14): MapMark => ({
  id,
  kind,
  name: id,
  at: [lon, lat],
})

test('marks at one place share a spot, the most important first', () => {
  const spots = spotsOf([
    mark('battery', 'battery', 108),
    mark('gate', 'gate', 108.00001),
    mark('dam', 'reservoir', 108),
    mark('gate 2', 'gate', 108),
    { ...mark('rain', 'rain', 108.1), note: '12 %' },
  ])
  expect(spots.map((s) => [s.kinds, spotLabel(s)])).toEqual([
    [['rain'], ['rain', '12 %']],
    [['reservoir', 'gate', 'battery'], ['dam +3']],
  ])
  expect(spots[1].names).toEqual(['dam', 'gate', 'gate 2', 'battery'])
})
