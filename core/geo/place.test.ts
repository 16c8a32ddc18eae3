import { describe, expect, test } from 'vitest'
import { project } from './projection.ts'
import { parseAngle, parseGrid, parsePlace, placeOfGrid } from './place.ts'

describe('angles', () => {
  test.each([
    [`14°58'12"`, 14.97],
    [`14°58’12”`, 14.97],
    [`14° 58' 12" N`, 14.97],
    [`14°58'12"B`, 14.97],
    ['14 58 12', 14.97],
    [`14°58.2'`, 14.97],
    ['14,97°', 14.97],
    ['14.97', 14.97],
    [`N14°58'12"`, 14.97],
    ['14 độ 58 phút 12 giây', 14.97],
    [`33°52'10"S`, -33.869444],
  ])('%s', (text, value) => expect(parseAngle(text, 'latitude')).toBe(value))

  test.each(['', 'x', `14°61'`, `14°58'75"`, `14°58'12"E`, '91', '14.5 30', '1655123'])(
    '%s is no latitude',
    (text) => expect(parseAngle(text, 'latitude')).toBeNull(),
  )
})

describe('places', () => {
  test.each([
    `14°58'12"N 108°21'30"E`,
    `14°58'12"N, 108°21'30"E`,
    `14°58'12"B; 108°21'30"Đ`,
    `108°21'30"E 14°58'12"N`,
    `14°58'12"N108°21'30"E`,
    '14 58 12 108 21 30',
    '14.97, 108.358333',
    '14.97 108.358333',
    '14,97 108,358333',
    '14.97,108.358333',
    '108.358333 14.97',
    `Vĩ độ: 14°58'12" Bắc, Kinh độ: 108°21'30" Đông`,
  ])('%s', (text) => expect(parsePlace(text)).toEqual({ latitude: 14.97, longitude: 108.358333 }))

  test.each(['', '14.97', 'x y', `14°58'12"N 15°58'12"N`, '1655123 540321'])('%s is no place', (text) =>
    expect(parsePlace(text)).toBeNull(),
  )
})

describe('the grid of VN-2000', () => {
  test.each([
    'X=1655123.45 Y=540321.1',
    '1655123,45; 540321,1',
    'Y 540 321.1, X 1 655 123.45',
    '540321.1 1655123.45',
  ])('%s', (text) => expect(parseGrid(text)).toEqual({ north: 1_655_123.45, east: 540_321.1 }))

  test('becomes a place of WGS 84, some 200 m from where its angles alone would place it', () => {
    const [east, north] = project(108.358333, 14.97, 108, 0.9999)
    const place = placeOfGrid({ north, east: east + 500_000 }, 5898)!
    expect(Math.abs(place.latitude - 14.97)).toBeLessThan(0.002)
    expect(Math.abs(place.longitude - 108.358333)).toBeLessThan(0.003)
    expect(Math.hypot(place.latitude - 14.97, place.longitude - 108.358333)).toBeGreaterThan(0.0005)
    expect(placeOfGrid({ north: 1, east: 1 }, 1)).toBeNull()
  })

  test.each(['', '14.97 108.35', '1655123', 'X=1655123 Y=540321 Z=410'])('%s is invalid', (text) =>
    expect(parseGrid(text)).toBeNull(),
  )
})
