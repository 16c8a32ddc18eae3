import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantInAddress, LONGEST, readEditsAddress, writeEditsAddress } from './address.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
const NOON = Date.parse('2026-11-20T12:00:00+07:00')
const read = (text: string) => readEditsAddress(new URLSearchParams(text), ZONE)

test('an instant is parsed from epoch ms, ISO with offset, or local time of the plant', () => {
  expect(instantInAddress(String(NOON), ZONE)).toBe(NOON)
  expect(instantInAddress('2026-11-20T05:00:00Z', ZONE)).toBe(NOON)
  expect(instantInAddress('2026-11-20T12:00:00+07:00', ZONE)).toBe(NOON)
  expect(instantInAddress('2026-11-20T12:00', ZONE)).toBe(NOON)
  expect(instantInAddress('2026-11-20 12:00:00', ZONE)).toBe(NOON)
  for (const wrong of ['', 'soon', '2026-13-01', '12', null]) expect(instantInAddress(wrong, ZONE)).toBeNull()
})

test('a written address is parsed back', () => {
  const at = fc.integer({ min: 0, max: 4_000_000_000 }).map((s) => s * 1000)
  fc.assert(
    fc.property(at, fc.integer({ min: 1, max: LONGEST / 1000 }), at, (from, s, chosen) => {
      const address = {
        series: 'level.reservoir.1',
        span: { from, to: from + s * 1000 },
        chosen: { from: chosen, to: chosen },
      }
      expect(readEditsAddress(writeEditsAddress(address, ZONE), ZONE)).toEqual(address)
    }),
  )
})

test('a span that ends before it begins is invalid, and one that is too long loses its start', () => {
  expect(read('series=a&from=2026-11-20T12:00&to=2026-11-20T11:00')).toEqual({
    series: 'a',
    span: null,
    chosen: null,
  })
  expect(read('from=2026-11-20T12:00&to=2026-11-20T12:00').span).toBeNull()
  const { span } = read(`from=2020-01-01&to=${NOON}`)
  expect(span).toEqual({ from: NOON - LONGEST, to: NOON })
})
