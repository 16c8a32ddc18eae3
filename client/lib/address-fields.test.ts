import { expect, test } from 'vitest'
import {
  days,
  flag,
  isFiltered,
  oneOf,
  page,
  readAddress,
  someOf,
  text,
  usualOf,
  view,
  word,
  writeAddress,
} from './address-fields.ts'

const FIELDS = {
  tab: view(oneOf(['list', 'day'], 'list')),
  days: days(),
  search: text(10),
  state: oneOf(['open', 'ended'], 'open'),
  noun: oneOf(['gate', 'unit']),
  kinds: someOf(['a', 'b', 'c']),
  object: word(20, /^(leaf|unit):./),
  all: flag(),
  page: page(),
}
const read = (address: string) => readAddress(FIELDS, new URLSearchParams(address))
const USUAL = {
  tab: 'list',
  days: { from: null, to: null },
  search: '',
  state: 'open',
  noun: null,
  kinds: [],
  object: null,
  all: false,
  page: 1,
}

test('an empty and a full address survive parsing and writing', () => {
  expect(read('')).toEqual(USUAL)
  const all =
    'tab=day&from=2026-11-01&to=2026-11-30&search=an&state=ended&noun=gate&kinds=a%2Cc&object=leaf%3Agate1&all=1&page=2'
  expect(read(all)).toEqual({
    tab: 'day',
    days: { from: '2026-11-01', to: '2026-11-30' },
    search: 'an',
    state: 'ended',
    noun: 'gate',
    kinds: ['a', 'c'],
    object: 'leaf:gate1',
    all: true,
    page: 2,
  })
  expect(writeAddress(FIELDS, read(all)).toString()).toBe(all)
  expect(writeAddress(FIELDS, read('')).toString()).toBe('')
})

test('invalid parts yield the default', () => {
  const nonsense = 'tab=x&from=2026-11-30&to=2026-11-01&state=&noun=x&kinds=x&object=gate1&all=yes&page=x'
  expect(read(nonsense)).toEqual(USUAL)
  expect(read('from=2026-13-01&to=2026-13-02').days.from).toBeNull()
  expect(read('from=2026-11-01').days.from).toBeNull()
  expect(read('page=0').page).toBe(1)
  expect(read('page=1.5').page).toBe(1)
  expect(read('kinds=c,x,a').kinds).toEqual(['a', 'c'])
  expect(read('search=abcdefghijklmnop').search).toBe('abcdefghij')
})

test('a change keeps the other fields and foreign parameters, and returns to the first page', () => {
  const now = new URLSearchParams('panel=rain&tab=day&search=an&page=3')
  expect(writeAddress(FIELDS, { noun: 'gate' }, now).toString()).toBe(
    'tab=day&search=an&noun=gate&panel=rain',
  )
  expect(writeAddress(FIELDS, { page: 4 }, now).toString()).toBe('tab=day&search=an&page=4&panel=rain')
  expect(writeAddress(FIELDS, { search: '' }, now).toString()).toBe('tab=day&panel=rain')
})

test('clearing the filter keeps the view options', () => {
  expect(isFiltered(FIELDS, read('tab=day&page=3'))).toBe(false)
  for (const one of [
    'from=2026-11-01&to=2026-11-01',
    'search=a',
    'state=ended',
    'noun=gate',
    'kinds=b',
    'all=1',
  ])
    expect(isFiltered(FIELDS, read(one))).toBe(true)
  const now = new URLSearchParams(
    'tab=day&from=2026-11-01&to=2026-11-30&search=an&state=ended&kinds=a&page=2',
  )
  expect(writeAddress(FIELDS, usualOf(FIELDS), now).toString()).toBe('tab=day')
})
