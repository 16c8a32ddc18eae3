import { expect, test } from 'vitest'
import { tabOf } from './tabs.ts'

test('the address names the tab, of those that may be seen', () => {
  expect(tabOf('look', ['calculation', 'look'])).toBe('look')
  expect(tabOf('levels', ['calculation', 'look'])).toBe('calculation')
  expect(tabOf(null, ['calculation', 'look'])).toBe('calculation')
  expect(tabOf('look', [])).toBeNull()
})
