import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyOf, draftOf, getIn, setIn } from './draft.ts'

test('a body survives conversion to form values and back', () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((v) => v + 0)
  const leaf = fc.oneof(number, fc.string(), fc.boolean(), fc.constant(null))
  const key = fc.string({ unit: fc.constantFrom(...'abcd'), minLength: 1, maxLength: 3 })
  const body = fc.dictionary(
    key,
    fc.oneof(leaf, fc.array(leaf), fc.dictionary(key, leaf, { noNullPrototype: true })),
    { noNullPrototype: true },
  )
  fc.assert(
    fc.property(body, (b) => {
      const back = bodyOf(draftOf(b))
      expect(back.problems).toEqual({})
      expect(JSON.stringify(back.body)).toBe(JSON.stringify(b))
    }),
  )
})

test('empty fields are absent, invalid numbers are named by their path', () => {
  const draft = {
    levels: { dead: { typed: '385,5' }, crest: { typed: ' ' } },
    leaves: [{ name: 'a' }, { width: { typed: '12 m' } }],
    m: { typed: '1,234' },
  }
  const { body, problems } = bodyOf(draft)
  expect(body).toEqual({
    levels: { dead: 385.5 },
    leaves: [{ name: 'a' }, { width: NaN }],
    m: NaN,
  })
  expect(problems).toEqual({
    'leaves.1.width': { code: 'not_a_number', text: '12 m' },
    m: { code: 'ambiguous_number', text: '1,234' },
  })
})

test('a draft of a draft is unchanged, and files are kept', () => {
  const file = new File(['x'], 'x.csv')
  const draft = draftOf({ a: 1, list: [{ b: 2.5 }], file })
  expect(draft).toEqual({ a: { typed: '1' }, list: [{ b: { typed: '2.5' } }], file })
  expect(draft.file).toBe(file)
  expect(draftOf(draft)).toEqual(draft)
  expect((bodyOf(draft).body as { file: File }).file).toBe(file)
})

test('paths are read and set, in lists and in fields that do not exist yet', () => {
  const value = { a: [{ b: 1 }, { b: 2 }], c: null }
  expect(getIn(value, 'a.1.b')).toBe(2)
  expect(getIn(value, 'a.7.b')).toBeUndefined()
  expect(getIn(value, 'c.d.e')).toBeUndefined()
  expect(setIn(value, 'a.1.b', 3)).toEqual({ a: [{ b: 1 }, { b: 3 }], c: null })
  expect(setIn(value, 'p.q', 4)).toEqual({ ...value, p: { q: 4 } })
  expect(setIn(value, 'c', undefined)).toEqual({ a: value.a })
  expect(value).toEqual({ a: [{ b: 1 }, { b: 2 }], c: null })
})
