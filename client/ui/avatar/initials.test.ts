import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test('initials of the last two words, in any script', () => {
  expect(initialsOf('Nguyễn Văn Ánh')).toBe('VÁ')
  expect(initialsOf('  đặng   thị  bích ')).toBe('TB')
  expect(initialsOf('admin')).toBe('A')
  expect(initialsOf('😀 x')).toBe('😀X')
  expect(initialsOf('')).toBe('')
})
