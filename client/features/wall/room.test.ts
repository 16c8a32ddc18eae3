import fc from 'fast-check'
import { expect, test } from 'vitest'
import { number, signed } from '../../lib/format.ts'
import { emsOf, roomFor } from './room.ts'

test('a larger number is never estimated narrower, and a sign takes room', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 99_999, noNaN: true }),
      fc.double({ min: 1, max: 99_999, noNaN: true }),
      fc.integer({ min: 0, max: 3 }),
      (v, more, decimals) => {
        expect(emsOf(number(v + more, decimals))).toBeGreaterThanOrEqual(emsOf(number(v, decimals)))
        expect(emsOf(signed(v + more, decimals))).toBeGreaterThan(emsOf(number(v, decimals)))
      },
    ),
  )
})

test('takes the widest text of each column', () => {
  expect(roomFor([['1.5', '12,345.6'], ['9.9'], ['+12,345.6']])).toEqual({
    '--ems': (emsOf('12,345.6') + emsOf('9.9') + emsOf('+12,345.6')).toFixed(2),
    '--longest': emsOf('+12,345.6').toFixed(2),
  })
})
