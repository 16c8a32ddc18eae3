import { expect, test } from 'vitest'
import { tabOf } from './tabs.ts'

test('the address names the tab, of those that may be seen', () => {
  const of = (search: string, seen: Parameters<typeof tabOf>[1]) => tabOf(new URLSearchParams(search), seen)
  expect(of('tab=look', ['calculation', 'look'])).toBe('look')
  expect(of('tab=levels', ['calculation', 'look'])).toBe('calculation')
  expect(of('', ['calculation', 'look'])).toBe('calculation')
  expect(of('tab=look', [])).toBeNull()
})
