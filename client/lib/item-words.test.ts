import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { differences } from '#core/description/difference.ts'
import { BODIES } from '#contract/seed/bodies.ts'
import { fieldWords, unitOfField, itemValueWords } from './item-words.ts'
import type { Options } from './items.ts'
import { en } from './text/en/index.ts'
import { vi } from './text/vi/index.ts'

const { table: _, ...SCHEMAS } = BODIES

interface Def {
  type: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  element?: z.ZodType
}

/** Every path that a body may contain, as differences name it: list elements as '#1'. */
function pathsOf(schema: z.ZodType, path: string[] = []): string[][] {
  const def = (schema as unknown as { def: Def }).def
  if (def.innerType) return pathsOf(def.innerType, path)
  if (def.shape) return Object.entries(def.shape).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))
  if (def.type === 'array' && (def.element as unknown as { def: Def }).def.shape)
    return pathsOf(def.element!, [...path, '#1'])
  return [path]
}

describe.each(Object.entries(SCHEMAS))('%s', (noun, schema) => {
  const paths = pathsOf(schema)

  test.each([
    ['vi', vi],
    ['en', en],
  ] as const)('has words for each of its fields (%s)', (_language, all) => {
    expect(paths.length).toBeGreaterThan(5)
    const plain = paths.map((path) => [path.filter((p) => p !== '#1').join('.'), fieldWords(noun, path, all)])
    expect(plain.filter(([path, words]) => words === '' || words.split(': ').at(-1) === path)).toEqual([])
  })
})

test('values are written with their unit, by the name of their choice, and names of people are left alone', () => {
  const options = { gate_types: [{ id: 2, name: 'Cửa van cung', category: 2 }] } as unknown as Options
  const text = (noun: string, path: string[], value: never) => itemValueWords(noun, path, value, options, vi)
  expect(text('gate', ['type'], 2 as never)).toBe('Cửa van cung')
  expect(text('gate', ['type'], 3 as never)).toBe('3')
  expect(text('gate', ['parameters', 'sill'], 400.5 as never)).toBe('400.5 m')
  expect(text('gate', ['parameters', 'm'], 0.49 as never)).toBe('0.49')
  expect(text('gate', ['method'], 'measured' as never)).toBe(vi.valueOf.measured)
  expect(text('gate', ['name'], 'measured' as never)).toBe('measured')
  expect(text('gate', ['environmental'], true as never)).toBe('có')
  expect(text('gate', ['every'], 300 as never)).toBe('300 s')
  expect(text('plant', ['levels', 'dead'], 385 as never)).toBe('385 m')
  expect(text('plant', ['levels', 'crest'], null as never)).toBe('-')
  expect(text('plant', ['basin', 'count'], 42 as never)).toBe('42')
  expect(
    text('parameters', ['seepageByLevel'], [
      [380, 0.2],
      [400, 0.5],
    ] as never),
  ).toBe('380, 0.2; 400, 0.5')
  expect(unitOfField('station', 'every')).toBe('s')
})

test('an outline that changed is counted, in words', () => {
  const ring = (n: number) => ({ basin: Array.from({ length: n }, (_, i) => [108 + i / 100, 15]) })
  const words = differences(ring(50), ring(60)).map((d) => fieldWords('plant', d.path, en))
  expect(words).toEqual(['Vertices of the basin outline', 'Vertices changed'])
})
