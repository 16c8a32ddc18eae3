import { expect, test } from 'vitest'
import { fieldOrder, valueWords } from './item-words.ts'
import { vi } from './text/vi.ts'

test('fields come in the order in which people read them, elements of a list together', () => {
  const paths = [
    ['every'],
    ['leaves', '#c2', 'name'],
    ['type'],
    ['leaves', '#c1', 'id'],
    ['zzz'],
    ['parameters', 'm'],
    ['name'],
  ]
  const sorted = paths
    .map((path) => ({ path, at: fieldOrder('gate', path, vi) }))
    .sort((a, b) => a.at - b.at)
    .map(({ path }) => path.join('.'))
  expect(sorted).toEqual(['name', 'type', 'parameters.m', 'leaves.#c2.name', 'leaves.#c1.id', 'every', 'zzz'])
})

test('methods, times and lines are told in words', () => {
  const say = (noun: string, field: string, v: number | string | string[]) =>
    valueWords(noun, [field], v, undefined, vi)
  expect(say('parameters', 'inflowMethod', 3)).toBe(vi.inflowMethodOf[3])
  expect(say('parameters', 'window', 3600)).toBe('1 giờ (3,600 s)')
  expect(say('parameters', 'minimumFlowTolerance', 0.03)).toBe('3.0 %')
  expect(say('plant', 'dayStart', 420)).toBe('07:00')
  expect(say('settings', 'hiddenLines', ['rain', 'lake_level'])).toBe('Mưa lưu vực, Mực nước hồ')
})
