import { expect, test } from 'vitest'
import { isFiltered, readAddress, writeAddress } from '../../lib/address-fields.ts'
import { AUDIT_FIELDS, auditQueryOf } from './filter.ts'

const read = (text: string) => readAddress(AUDIT_FIELDS, new URLSearchParams(text))

test('the address holds the filter', () => {
  const text = 'from=2026-11-01&to=2026-11-30&actor=admin&act=sign-in&noun=session&search=an&page=2'
  expect(writeAddress(AUDIT_FIELDS, read(text)).toString()).toBe(text)
  expect(writeAddress(AUDIT_FIELDS, read('')).toString()).toBe('')
  expect(isFiltered(AUDIT_FIELDS, read('page=3'))).toBe(false)
})

test('the last day is included', () => {
  expect(auditQueryOf(read('from=2026-02-28&to=2026-02-28'))).toMatchObject({
    from: '2026-02-28',
    to: '2026-03-01',
  })
  expect(auditQueryOf(read('from=2026-12-31&to=2026-12-31')).to).toBe('2027-01-01')
})

test('invalid parts are ignored', () => {
  expect(read('from=2026-11-30&to=2026-11-01&page=x')).toEqual(read(''))
  expect(read('from=2026-13-01&to=2026-13-02').days.from).toBeNull()
  expect(read('from=2026-11-01').days.from).toBeNull()
})
