import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLayer, type XY } from '#core/geo/index.ts'
import { plantSchema } from './seed/plant.ts'

const RIVER: XY[] = [
  [108.3, 14.7],
  [108.4, 14.75],
]
const shapesOf = (properties: object) => {
  const line = { type: 'Feature', properties, geometry: { type: 'LineString', coordinates: RIVER } }
  return readLayer(JSON.stringify(line), 'rivers', null, null).shapes
}
const { rivers } = plantSchema.shape.mapLayers.unwrap().shape

describe('names of a layer of the base map', () => {
  it.each([
    ['a zero, which no database keeps', { name: 'Sông A\u0000' }, 'Sông A'],
    ['turns of the direction', { name: '\u202eSông\u2069 \u0007\tA\u0085 ' }, 'Sông A'],
    ['nothing that is seen, beside another', { ten: '\u0000\u202e ', name: 'Sông B' }, 'Sông B'],
    ['half a letter at its cut', { name: 'a'.repeat(79) + '😀' }, 'a'.repeat(79) + '\ufffd'],
    ['a blank at its cut', { name: 'a'.repeat(79) + ' b' }, 'a'.repeat(79)],
    ['letters that become two', { name: '\u0958'.repeat(80) }, '\u0915\u093c'.repeat(40)],
  ])('with %s', (_, properties, name) => {
    expect(shapesOf(properties)[0].name).toBe(name)
  })

  it('are stored and imported again as they were read, whatever a file contains', () => {
    const odd = [
      '\u0000',
      '\u001f',
      '\u0085',
      '\u202a',
      '\u2066',
      '\ud800',
      '\u0958',
      '\u0301',
      ' ',
      '\ufeff',
    ]
    const letter = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
    const names = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.string({ unit: fc.oneof(fc.constantFrom(...odd), letter), maxLength: 120 }),
    )
    fc.assert(
      fc.property(names, (name) => {
        const shapes = shapesOf({ name })
        expect(shapes[0].name.isWellFormed()).toBe(true)
        expect(rivers.safeParse({ shapes })).toMatchObject({ success: true, data: { shapes } })
      }),
    )
  })
})
