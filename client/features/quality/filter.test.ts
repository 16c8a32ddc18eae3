import { expect, test } from 'vitest'
import { isFiltered, readAddress, writeAddress } from '../../lib/address-fields.ts'
import { dayFrom } from '../../lib/days.ts'
import { QUALITY_FIELDS, qualityQuery } from './filter.ts'

const read = (text: string) => readAddress(QUALITY_FIELDS, new URLSearchParams(text))

test('an address survives parsing and writing', () => {
  const text = 'tab=counts&from=2026-01-30&to=2026-01-31&kind=spike&station=MN_HO&state=all&page=3'
  const f = read(text)
  expect(f).toMatchObject({ tab: 'counts', kind: 'spike', station: 'MN_HO', state: 'all', page: 3 })
  expect(writeAddress(QUALITY_FIELDS, f).toString()).toBe(text)
  expect(qualityQuery(f)).toEqual({
    from: '2026-01-30',
    to: '2026-02-01',
    kind: 'spike',
    station: 'MN_HO',
    series: undefined,
  })
})

test('invalid parts are ignored, and defaults are not written', () => {
  const f = read('tab=none&from=2026-02-01&to=2026-01-01&kind=colour&state=x&page=0')
  expect(f).toMatchObject({ tab: 'fired', kind: null, state: 'standing', page: 1 })
  expect(f.days).toEqual({ from: null, to: null })
  expect(writeAddress(QUALITY_FIELDS, f).toString()).toBe('')
  expect(isFiltered(QUALITY_FIELDS, f)).toBe(false)
  expect(isFiltered(QUALITY_FIELDS, read('series=level.1'))).toBe(true)
})

test('days cross the ends of months and years', () => {
  expect(dayFrom('2024-02-28', 1)).toBe('2024-02-29')
  expect(dayFrom('2026-01-01', -1)).toBe('2025-12-31')
})
