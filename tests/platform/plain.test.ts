import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plain, plainSql } from '#server/lib/plain.ts'
import { freshDatabase, type FreshDatabase } from '../database.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

const BARE = 'aăâbcdđeêghiklmnoôơpqrstuưvxy'
const TONES = ['', '\u0300', '\u0301', '\u0303', '\u0309', '\u0323']
/** Every letter of Vietnamese with every tone, in both cases, with the signs of order numbers between. */
const letters = [...BARE].flatMap((l) => TONES.flatMap((t) => [l + t, (l + t).toUpperCase()]))
const words = fc
  .array(fc.constantFrom(...letters, ' ', '/', '-', '%', '_', '\\', "'", '0', '9'), { maxLength: 30 })
  .map((list) => list.join(''))
const asTyped = fc.constantFrom('NFC', 'NFD')

test('Vietnamese is found by text without diacritics and case', () => {
  expect(plain('Vớt rác')).toBe('vot rac')
  expect(plain('125/LĐ-VH, Điều độ A0')).toBe('125/ld-vh, dieu do a0')
  fc.assert(
    fc.property(words, asTyped, asTyped, (text, a, b) => {
      const [typed, kept] = [text.normalize(a), text.normalize(b)]
      expect(plain(typed)).toMatch(/^[ -~]*$/)
      expect(plain(typed)).toBe(plain(kept))
      expect(plain(typed.toUpperCase())).toBe(plain(kept))
    }),
  )
})

test('plain text is unchanged, and part of a text is part of its plain text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), words, fc.string({ unit: 'grapheme' }), (a, part, b) => {
      expect(plain(plain(a))).toBe(plain(a))
      expect(plain(`${a} ${part} ${b}`)).toContain(plain(part))
    }),
  )
})

test('the database folds as the program does', async () => {
  const texts = [...fc.sample(words, 400), ...letters, 'Ångström', 'İstanbul', 'naïve Œuvre', 'Пётр']
  const rows = await fresh.db.query<{ plain: string }>(
    `SELECT ${plainSql('x.text')} AS plain FROM unnest($1::text[]) WITH ORDINALITY x (text, i) ORDER BY x.i`,
    [texts],
  )
  expect(rows.map((r) => r.plain)).toEqual(texts.map(plain))
})
