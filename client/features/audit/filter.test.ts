import { expect, test } from 'vitest'
import { isFiltered, queryOf, readFilter, writeFilter } from './filter.ts'

const read = (text: string) => readFilter(new URLSearchParams(text))

test('an address says which records are shown', () => {
  const text = 'from=2026-11-01&to=2026-11-30&actor=admin&act=sign-in&noun=session&search=an&page=2'
  expect(writeFilter(read(text)).toString()).toBe(text)
  expect(writeFilter(read('')).toString()).toBe('')
  expect(isFiltered(read('page=3'))).toBe(false)
})

test('the last day is included', () => {
  expect(queryOf(read('from=2026-02-28&to=2026-02-28'))).toMatchObject({
    from: '2026-02-28',
    to: '2026-03-01',
  })
  expect(queryOf(read('from=2026-12-31&to=2026-12-31')).to).toBe('2027-01-01')
})

test('what makes no sense is ignored', () => {
  expect(read('from=2026-11-30&to=2026-11-01&page=x')).toEqual(read(''))
  expect(read('from=2026-13-01&to=2026-13-02').from).toBeNull()
  expect(read('from=2026-11-01').from).toBeNull()
})
