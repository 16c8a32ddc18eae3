import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test('letters of a name: the last two words, whatever their script', () => {
  expect(initialsOf('Nguyễn Văn Ánh')).toBe('VÁ')
  expect(initialsOf('  đặng   thị  bích ')).toBe('TB')
  expect(initialsOf('admin')).toBe('A')
  expect(initialsOf('😀 x')).toBe('😀X')
  expect(initialsOf('')).toBe('')
})
