import { expect, test } from 'vitest'
import { amount, movesOf, noteOf } from './draft.ts'
import type { Position } from './queries.ts'

const position = (
  kind: 'leaf' | 'unit',
  id: string,
  value: number | null,
  most: number | null,
): Position => ({
  kind,
  id,
  name: id,
  gate: null,
  unit: kind === 'leaf' ? 'm' : 'MW',
  most,
  sensor: false,
  used: true,
  value,
  quality: 0,
  source: value === null ? null : 'hand',
  since: null,
})
const all = [
  position('leaf', 'a', 0.5, 6),
  position('leaf', 'b', null, 4),
  position('leaf', 'c', 1, null),
  position('unit', 'u', 0, 20.4),
]

test('all chosen items move to the same value, each from its present position', () => {
  expect(movesOf({ chosen: ['leaf:a', 'leaf:b'], opening: '1,25', power: '' }, all)).toEqual({
    moves: [
      { kind: 'leaf', object_id: 'a', from: 0.5, to: 1.25 },
      { kind: 'leaf', object_id: 'b', to: 1.25 },
    ],
  })
  expect(movesOf({ chosen: ['unit:u', 'leaf:c'], opening: '7', power: '12.5' }, all)).toEqual({
    moves: [
      { kind: 'leaf', object_id: 'c', from: 1, to: 7 },
      { kind: 'unit', object_id: 'u', from: 0, to: 12.5 },
    ],
  })
})

test('a missing or impossible value is an error of its own field', () => {
  expect(movesOf({ chosen: [], opening: '', power: '' }, all)).toEqual({ problems: { chosen: true } })
  expect(movesOf({ chosen: ['leaf:a', 'leaf:b', 'unit:u'], opening: '5', power: '' }, all)).toEqual({
    problems: { opening: 'tooMuch', power: 'needValue' },
  })
  expect(amount('-1', 6)).toEqual({ problem: 'negative' })
  expect(amount('half', 6)).toEqual({ problem: 'notANumber' })
  expect(amount('1,234', null)).toEqual({ problem: 'notANumber' })
})

test('the note about discharge is one text, for the past or now, with sensors or without', () => {
  const [sensor, hand, none] = (['sensor', 'hand', null] as const).map((source) => ({ source }))
  expect([noteOf([], false), noteOf([hand], false), noteOf([none], true)]).toEqual([null, null, 'late'])
  expect([noteOf([sensor, sensor], false), noteOf([sensor], true)]).toEqual(['sensorTells', 'lateSensor'])
  expect([noteOf([sensor, hand], false), noteOf([none, sensor], true)]).toEqual(['sensorMixed', 'lateMixed'])
})
