import fc from 'fast-check'
import { expect, test } from 'vitest'
import { degreesText, parseDegrees } from './degrees.ts'

test('degrees are parsed as people write them', () => {
  expect(parseDegrees('14.826', 'latitude')).toBe(14.826)
  expect(parseDegrees(' 108,486 ', 'longitude')).toBe(108.486)
  expect(parseDegrees('14°49\'33.6"N', 'latitude')).toBeCloseTo(14.826, 9)
  expect(parseDegrees('14 49 33,6 b', 'latitude')).toBeCloseTo(14.826, 9)
  expect(parseDegrees('108°29′9.6″Đ', 'longitude')).toBeCloseTo(108.486, 9)
  expect(parseDegrees("108° 29.16' E", 'longitude')).toBeCloseTo(108.486, 9)
  expect(parseDegrees('49 W', 'longitude')).toBe(-49)
  expect(parseDegrees('-26.85', 'latitude')).toBe(-26.85)
})

test.each(['', 'x', '91', '14.8.2', "14°60'", "14.5°30'", '14E', '-14N', '1e1', '14 49 61'])(
  '%j is no latitude',
  (text) => expect(parseDegrees(text, 'latitude')).toBeNull(),
)

test('written degrees are parsed back to the same metre', () => {
  fc.assert(
    fc.property(fc.double({ min: -180, max: 180, noNaN: true }), (lon) => {
      expect(Math.abs(parseDegrees(degreesText(lon), 'longitude')! - lon)).toBeLessThanOrEqual(5.1e-6)
    }),
  )
})
