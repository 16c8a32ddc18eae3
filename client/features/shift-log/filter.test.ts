import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TIMELINE_KINDS } from '#contract/timeline.ts'
import { queryOf, readFilter, toggled, writeFilter, type Filter } from './filter.ts'

const read = (text: string) => readFilter(new URLSearchParams(text))

const filters = fc.record<Filter>({
  from: fc.constant('2026-10-01'),
  to: fc.constantFrom('2026-10-01', '2026-10-31'),
  kinds: fc.subarray([...TIMELINE_KINDS]),
  search: fc.string({ maxLength: 20 }),
  page: fc.integer({ min: 1, max: 900 }),
  entry: fc.constantFrom(null, 'sl_1'),
})

test('what is in the address comes out as it went in', () => {
  fc.assert(
    fc.property(filters, (f) => {
      expect(readFilter(writeFilter(f))).toEqual(f)
    }),
  )
})

test('what makes no sense is left out', () => {
  expect(read('from=2026-10-31&to=2026-10-01&kinds=order,none,order&page=-2')).toEqual({
    from: null,
    to: null,
    kinds: ['order'],
    search: '',
    page: 1,
    entry: null,
  })
})

test('the call gets the day after the last, and no kinds where all are meant', () => {
  expect(queryOf(read('from=2026-10-01&to=2026-10-31&kinds=call,note'))).toEqual({
    from: '2026-10-01',
    to: '2026-11-01',
    kinds: 'note,call',
    search: undefined,
    page: 1,
  })
  expect(queryOf(read('')).kinds).toBeUndefined()
})

test('pressing a kind twice changes nothing', () => {
  fc.assert(
    fc.property(fc.subarray([...TIMELINE_KINDS]), fc.constantFrom(...TIMELINE_KINDS), (kinds, kind) => {
      const once = toggled(kinds, kind)
      expect(once.includes(kind)).toBe(!kinds.includes(kind))
      expect(toggled(once, kind)).toEqual(kinds)
    }),
  )
})
