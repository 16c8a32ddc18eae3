import { expect, test } from 'vitest'
import { queryOf, readFilter, writeFilter } from './filter.ts'

const of = (text: string) => readFilter(new URLSearchParams(text))

test('an address is read and written back', () => {
  const address = 'from=2026-11-01&to=2026-11-02&noun=gate&item=g1&by=lan&page=3'
  expect(writeFilter(of(address)).toString()).toBe(address)
  expect(writeFilter(of('tab=file')).toString()).toBe('tab=file')
  expect(writeFilter(of('')).toString()).toBe('')
})

test('parts that make no sense are ignored', () => {
  expect(of('from=2026-11-02&to=2026-11-01&noun=dog&item=x&page=-1&tab=none')).toEqual({
    tab: 'list',
    from: null,
    to: null,
    noun: null,
    item: null,
    by: '',
    page: 1,
  })
})

test('the last day is included', () => {
  expect(queryOf(of('from=2026-12-31&to=2026-12-31'))).toMatchObject({ from: '2026-12-31', to: '2027-01-01' })
})
