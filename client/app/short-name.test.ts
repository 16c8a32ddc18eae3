import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortName } from './short-name.ts'

test.each([
  ['Thủy điện Sông An Vân', 'Sông An Vân'],
  ['Nhà máy thuỷ điện Đồng Nai 4', 'Đồng Nai 4'],
  ['Hồ chứa nước Dầu Tiếng', 'Dầu Tiếng'],
  ['Hồ Hòa Bình', 'Hòa Bình'],
  ['Song An Van hydropower plant', 'Song An Van'],
  ['Hoa Binh Reservoir', 'Hoa Binh'],
  // The proper name starts with the same letters.
  ['Hồng Ngài', 'Hồng Ngài'],
  ['Đập Đáy', 'Đáy'],
  ['Thủy điện', 'Thủy điện'],
  ['', ''],
])('%j is %j', (name, short) => expect(shortName(name)).toBe(short))

test('there is always a name, and it is a part of the whole one', () => {
  const word = fc.constantFrom('Thủy điện', 'Hồ', 'Sông', 'An Vân', 'reservoir', 'dam', '4', 'nhà máy')
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      const name = words.join(' ')
      expect(shortName(name)).not.toBe('')
      expect(name).toContain(shortName(name))
    }),
  )
})
