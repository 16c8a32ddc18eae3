import { describe, expect, test } from 'vitest'
import { ALL_GROUPS, GROUPS } from '#core/description/index.ts'
import { compile, found, headerOf, lookup, lookup2, validateRows, validateTable } from './index.ts'
import { sampleTable } from './fixtures.ts'

describe('sensor travel of an outlet', () => {
  test('in columns x, a and ao, ac is a ZAoAc that one curve gives at every level', () => {
    for (const header of [
      ['x', 'a'],
      ['A', 'X'],
      ['ao', 'ac'],
    ]) {
      const turned = header[0] === 'A'
      const cells = [
        [0, 0],
        [50, 1],
      ].map((r) => (turned ? r.toReversed() : r))
      const { rows, issues } = validateTable('ZAoAc', header, cells)
      expect(issues).toEqual([])
      expect(rows).toEqual([
        [0, 0, 0],
        [0, 50, 1],
      ])
      const c = compile(sampleTable('ZAoAc', rows!))
      for (const level of [-5, 0, 400]) expect(lookup2(c, level, 25, 'calculator', found())).toBe(0.5)
    }
  })

  test('with a level in the header is read by level, and x, a fits nothing else', () => {
    expect(validateTable('ZAoAc', ['z', 'x', 'a'], [[1, 2, 3]]).issues[0].code).toBe('WRONG_STRUCTURE')
    expect(ALL_GROUPS.filter((g) => headerOf(g, ['x', 'a']).fits)).toEqual(['ZAoAc'])
    expect(headerOf('ZAoAc', ['a', 'x']).fields).toEqual(['ac', 'ao'])
    expect(headerOf('ZAoAc', ['x', 'x'])).toMatchObject({ fits: false, twice: true })
  })
})

describe('the rating of a station', () => {
  const c = compile(
    sampleTable('ZQ', [
      [12.5, 0],
      [13, 8],
      [14, 45],
    ]),
  )

  test('is read between its rows and refused outside, but is 0 below a dry bed', () => {
    const read = (z: number) => lookup(c, z, 'calculator', found())
    expect([read(12), read(12.5), read(12.75), read(14)]).toEqual([0, 0, 4, 45])
    expect(() => read(14.01)).toThrow('OUT_OF_TABLE')
    const loop = found()
    lookup(c, 14.01, 'loop', loop)
    expect(loop).toMatchObject({ value: NaN, code: 'OUT_OF_TABLE' })
    const wet = compile(
      sampleTable('ZQ', [
        [12.5, 2],
        [13, 8],
      ]),
    )
    expect(() => lookup(wet, 12, 'calculator', found())).toThrow('OUT_OF_TABLE')
  })

  test('is checked like that of an overflow, and is none of the ten groups', () => {
    expect(
      validateRows('ZQ', [
        [12, 5],
        [13, 4],
      ]).issues[0].code,
    ).toBe('NOT_INCREASING')
    expect(GROUPS).toHaveLength(10)
    expect(GROUPS).not.toContain('ZQ')
  })
})
