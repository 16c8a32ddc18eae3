import { expect, test } from 'vitest'
import { isFiltered, readList, withPart, writeList } from './list.ts'

const read = (text: string) => readList(new URLSearchParams(text))

test('an address says which accounts are shown, and only what is not standard', () => {
  const text = 'search=an&status=inactive&role=ro_1&sort=created_at&order=desc&page=3'
  expect(writeList(read(text)).toString()).toBe(text)
  expect(writeList(read('')).toString()).toBe('')
})

test('what makes no sense is ignored', () => {
  expect(read('status=x&sort=password&order=up&page=-1')).toEqual(read(''))
  expect(read('page=1.5').page).toBe(1)
  expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200)
})

test('another filter begins at the first page', () => {
  expect(withPart(read('page=4'), { search: 'a' }).page).toBe(1)
  expect(withPart(read('page=4&search=a'), { page: 5 })).toEqual(read('page=5&search=a'))
  expect(isFiltered(read('page=4&sort=email'))).toBe(false)
  expect(isFiltered(read('status=active'))).toBe(true)
})
