import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differences } from './difference.ts'

describe('differences', () => {
  test('name the changed fields, from outside in', () => {
    const before = { name: 'H1', levels: { dead: 560, normal: 605, crest: null } }
    const after = { name: 'H1', levels: { dead: 561, normal: 605 }, river: 'A Lưới' }
    expect(differences(before, after)).toEqual([
      { path: ['levels', 'dead'], before: 560, after: 561 },
      { path: ['river'], before: null, after: 'A Lưới' },
    ])
  })

  test('match elements of a list by id or code, else by position', () => {
    const before = { leaves: [{ id: 'c1', name: 'Cửa 1' }] }
    const after = {
      leaves: [
        { id: 'c0', name: 'Cửa 0' },
        { id: 'c1', name: 'Cửa 1 mới' },
      ],
    }
    expect(differences(before, after)).toEqual([
      { path: ['leaves', '#c1', 'name'], before: 'Cửa 1', after: 'Cửa 1 mới' },
      { path: ['leaves', '#c0', 'id'], before: null, after: 'c0' },
      { path: ['leaves', '#c0', 'name'], before: null, after: 'Cửa 0' },
    ])
    expect(differences({ limits: [{ level: 1 }] }, { limits: [{ level: 2 }] })).toEqual([
      { path: ['limits', '#1', 'level'], before: 1, after: 2 },
    ])
  })

  test('show short lists whole and count long ones', () => {
    expect(differences({ evaporation: [1, 2] }, { evaporation: [1, 3] })).toEqual([
      { path: ['evaporation'], before: [1, 2], after: [1, 3] },
    ])
    const rows = Array.from({ length: 50 }, (_, i) => [i, i * 2])
    const other = rows.map(([a, b]) => (a === 7 ? [a, 99] : [a, b])).concat([[50, 100]])
    expect(differences({ rows }, { rows: other })).toEqual([
      { path: ['rows', 'count'], before: 50, after: 51 },
      { path: ['rows', 'changed'], before: null, after: 2 },
    ])
  })

  test('count drawings, however few', () => {
    const shape = (name: string) => ({
      name,
      parts: [
        [
          [108, 14],
          [109, 15],
        ],
      ],
    })
    const rivers = [shape('Sông An Vân'), shape('Suối Nước Sim')]
    expect(differences({ rivers }, { rivers: [rivers[0], shape('Suối Nước Nang')] })).toEqual([
      { path: ['rivers', 'count'], before: 2, after: 2 },
      { path: ['rivers', 'changed'], before: null, after: 1 },
    ])
    expect(differences(null, { rivers })[0]).toEqual({ path: ['rivers', 'count'], before: 0, after: 2 })
  })

  test('treat absent, null and an empty list alike', () => {
    expect(differences({ a: null, b: [] }, {})).toEqual([])
    expect(differences(null, null)).toEqual([])
  })

  test('list every field of an added or removed item', () => {
    const expected = [{ path: ['name'], before: null, after: 'x' }]
    expect(differences(null, { name: 'x' })).toEqual(expected)
    expect(differences({ name: 'x' }, null)).toEqual([{ path: ['name'], before: 'x', after: null }])
  })

  test('are none exactly for equal bodies, and reverse with their sides', () => {
    const value = fc.oneof(
      fc.integer(),
      fc.string({ minLength: 1 }),
      fc.boolean(),
      fc.array(fc.tuple(fc.integer(), fc.integer()), { minLength: 1, maxLength: 60 }),
      fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c'), v: fc.integer() }), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.record({ x: fc.integer(), y: fc.string({ minLength: 1 }) }),
    )
    const body = fc.record({ a: value, b: value })
    fc.assert(
      fc.property(body, body, (x, y) => {
        expect(differences(x, structuredClone(x))).toEqual([])
        const forth = differences(x, y)
        const back = differences(y, x)
        const paths = (list: typeof forth) => list.map((d) => d.path.join('.')).sort()
        expect(paths(back)).toEqual(paths(forth))
        if (JSON.stringify(x.a) !== JSON.stringify(y.a) && typeof x.a !== 'object')
          expect(forth.some((d) => d.path[0] === 'a')).toBe(true)
      }),
    )
  })
})
