import { expect, test } from 'vitest'
import { readAddress, writeAddress } from '../../lib/address-fields.ts'
import { CHANGE_FIELDS, changeQuery } from './filter.ts'

const read = (text: string) => readAddress(CHANGE_FIELDS, new URLSearchParams(text))

test('an address survives parsing and writing', () => {
  const rewritten = (text: string) => writeAddress(CHANGE_FIELDS, read(text)).toString()
  const address = 'from=2026-11-01&to=2026-11-02&noun=gate&item=g1&by=lan&page=3'
  expect(rewritten(address)).toBe(address)
  expect(rewritten('tab=file')).toBe('tab=file')
  expect(rewritten('')).toBe('')
})

test('invalid parts are ignored', () => {
  expect(read('from=2026-11-02&to=2026-11-01&noun=dog&item=x&page=-1&tab=none')).toEqual({
    tab: 'list',
    days: { from: null, to: null },
    noun: null,
    item: null,
    by: '',
    page: 1,
  })
})

test('the last day is included', () => {
  expect(changeQuery(read('from=2026-12-31&to=2026-12-31'))).toMatchObject({
    from: '2026-12-31',
    to: '2027-01-01',
  })
})
