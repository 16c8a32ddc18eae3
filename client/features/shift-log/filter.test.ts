import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TIMELINE_KINDS } from '#contract/timeline.ts'
import { readAddress, writeAddress } from '../../lib/address-fields.ts'
import { SHIFT_LOG_FIELDS, shiftLogQuery, type ShiftLogFilter } from './filter.ts'

const read = (text: string) => readAddress(SHIFT_LOG_FIELDS, new URLSearchParams(text))

const filters = fc.record<ShiftLogFilter>({
  days: fc.record({
    from: fc.constant('2026-10-01'),
    to: fc.constantFrom('2026-10-01', '2026-10-31'),
  }),
  kinds: fc.subarray([...TIMELINE_KINDS]),
  search: fc.string({ maxLength: 20 }),
  page: fc.integer({ min: 1, max: 900 }),
  entry: fc.constantFrom(null, 'sl_1'),
})

test('a written address is parsed back', () => {
  fc.assert(
    fc.property(filters, (f) => {
      expect(readAddress(SHIFT_LOG_FIELDS, writeAddress(SHIFT_LOG_FIELDS, f))).toEqual(f)
    }),
  )
})

test('invalid parts are ignored', () => {
  expect(read('from=2026-10-31&to=2026-10-01&kinds=order,none,order&page=-2')).toEqual({
    days: { from: null, to: null },
    kinds: ['order'],
    search: '',
    page: 1,
    entry: null,
  })
})

test('the endpoint gets the day after the last, and no kinds if all are chosen', () => {
  expect(shiftLogQuery(read('from=2026-10-01&to=2026-10-31&kinds=call,note'))).toEqual({
    from: '2026-10-01',
    to: '2026-11-01',
    kinds: 'note,call',
    search: undefined,
    page: 1,
  })
  expect(shiftLogQuery(read('')).kinds).toBeUndefined()
})
