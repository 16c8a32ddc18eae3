import { expect, test } from 'vitest'
import { plain } from '../../lib/plain.ts'
import { FORGETS, TypeAhead } from './type-ahead.ts'

const labels = ['Mọi hồ chứa', 'A Lưới', 'Đăk Drinh', 'Đại Ninh', 'Hòa Bình']

test('diacritics and case do not matter', () => {
  expect(plain('Đăk Drinh')).toBe('dak drinh')
  expect(plain('NGUYỄN')).toBe('nguyen')
})

test('letters form a word until a pause', () => {
  const typed = new TypeAhead()
  expect(typed.type('d', labels, 0, 0)).toBe(2)
  expect(typed.type('a', labels, 2, 500)).toBe(2)
  expect(typed.type('i', labels, 2, 900)).toBe(3)
  expect(typed.typing(900 + FORGETS)).toBe(true)
  expect(typed.typing(901 + FORGETS)).toBe(false)
  expect(typed.type('h', labels, 3, 901 + FORGETS)).toBe(4)
})

test('exactly at the limit it is still the same word', () => {
  const typed = new TypeAhead()
  typed.type('d', labels, 0, 0)
  expect(typed.type('h', labels, 2, FORGETS)).toBe(-1)
})

test('repeating a letter moves on', () => {
  const typed = new TypeAhead()
  expect(typed.type('d', labels, 0, 0)).toBe(2)
  expect(typed.type('d', labels, 2, 100)).toBe(3)
  expect(typed.type('d', labels, 3, 200)).toBe(2)
})

test('an unmatched letter finds nothing', () => {
  expect(new TypeAhead().type('z', labels, 0, 0)).toBe(-1)
})
