import { expect, test } from 'vitest'
import { Problem } from './errors.ts'
import { refuseHidden, withoutHidden } from './hidden-series.ts'

const HIDDEN = new Set(['market.price'])
const left = (value: unknown) => JSON.parse(withoutHidden(JSON.stringify(value), HIDDEN)) as unknown

test('what names a hidden series is left out of lists, and what lies under its code', () => {
  expect(
    left([
      { series: 'market.price', v: 1 },
      { series: 'level', v: 2 },
    ]),
  ).toEqual([{ series: 'level', v: 2 }])
  expect(left({ all: ['level', 'market.price'] })).toEqual({ all: ['level'] })
  expect(left({ series: { 'market.price': { v: [1] }, level: { v: [2] } } })).toEqual({
    series: { level: { v: [2] } },
  })
  expect(
    left({
      last: [
        ['market.price', 1, 12],
        ['level', 1, 2],
      ],
    }),
  ).toEqual({ last: [['level', 1, 2]] })
  // In an object inside of the entry, too; a text that only holds the code stays.
  expect(
    left([
      { id: 'a', body: { series: 'market.price' } },
      { id: 'b', name: 'of market.price' },
    ]),
  ).toEqual([{ id: 'b', name: 'of market.price' }])
  expect(
    left([
      { id: 'a', versions: [{ series: 'market.price' }] },
      { id: 'b', versions: [] },
    ]),
  ).toEqual([{ id: 'b', versions: [] }])
  expect(left([{ path: '/quality/data?series=market.price&from=1' }, { path: '/quality/data' }])).toEqual([
    { path: '/quality/data' },
  ])
})

test('an answer that is of a hidden series is refused, and others are as they were', () => {
  expect(() => left({ series: 'market.price', v: 1 })).toThrow(Problem)
  const json = '{"a": 1.0, "series": "level"}'
  expect(withoutHidden(json, HIDDEN)).toBe(json)
  expect(withoutHidden('{"series":"market.price"}', new Set())).toBe('{"series":"market.price"}')
})

test('a call that names a hidden series anywhere is refused', () => {
  for (const input of [{ series: 'market.price' }, { of: ['market.price'] }, { map: { 'market.price': 1 } }])
    expect(() => refuseHidden(HIDDEN, undefined, input)).toThrow(Problem)
  expect(() => refuseHidden(HIDDEN, { series: 'level' }, null, Buffer.from('market.price'))).not.toThrow()
  expect(() => refuseHidden(new Set(), { series: 'market.price' })).not.toThrow()
})
