import { expect, test } from 'vitest'
import { lasts, offered, startingChoice, startingWith, type StoredChoice } from './choices.ts'

test('who finds a choice again', () => {
  expect(lasts('language', 'LITE', false)).toBe(true)
  expect(lasts('language', 'ADVANCE', false)).toBe(false)
  expect(lasts('language', 'ADVANCE', true)).toBe(true)
  expect(lasts('theme', 'LITE', false)).toBe(false)
  expect(lasts('theme', 'SERVER', true)).toBe(true)
})

test('a session starts with the standard, or with the choice that lasts', () => {
  const kept = { value: 'en', keep: true }
  const now = { value: 'en', keep: false }
  expect(startingChoice(null, 'vi', { lasting: true, allowed: true })).toBe('vi')
  expect(startingChoice(kept, 'vi', { lasting: true, allowed: true })).toBe('en')
  // Left behind by an expert account.
  expect(startingChoice(kept, 'vi', { lasting: false, allowed: true })).toBe('vi')
  // Chosen on the sign-in page of this session.
  expect(startingChoice(now, 'vi', { lasting: false, allowed: true })).toBe('en')
  expect(startingChoice(kept, 'vi', { lasting: true, allowed: false })).toBe('vi')
})

const EDITIONS = ['LITE', 'ADVANCE', 'SERVER'] as const
/** Configuration of an edition without settings that extend it. */
const plain = (edition: (typeof EDITIONS)[number]) => ({
  edition,
  language_selector: edition !== 'LITE',
  theme_toggle: false,
})
const english: StoredChoice<'vi' | 'en'> = { value: 'en', keep: true }
const dark: StoredChoice<'light' | 'dark'> = { value: 'dark', keep: true }

test('what the top bar offers, by edition and account', () => {
  const table = EDITIONS.map((e) => [e, offered(plain(e), false), offered(plain(e), true)])
  expect(table).toEqual([
    ['LITE', { language: false, theme: false }, { language: false, theme: true }],
    ['ADVANCE', { language: true, theme: false }, { language: true, theme: true }],
    ['SERVER', { language: true, theme: false }, { language: true, theme: true }],
  ])
  expect(offered({ ...plain('LITE'), language_selector: true, theme_toggle: true }, false)).toEqual({
    language: true,
    theme: true,
  })
})

test('what a session starts with when English and dark were chosen before', () => {
  const kept = { language: english, theme: dark }
  const table = EDITIONS.map((e) => {
    const [other, expert] = [startingWith(plain(e), false, kept), startingWith(plain(e), true, kept)]
    return [e, other.language, other.scheme, expert.language, expert.scheme]
  })
  expect(table).toEqual([
    ['LITE', 'en', 'light', 'en', 'dark'],
    ['ADVANCE', 'vi', 'light', 'en', 'dark'],
    ['SERVER', 'vi', 'light', 'en', 'dark'],
  ])
})

test('a choice of this session holds for it, a theme only where it is offered', () => {
  const chosen = { language: { ...english, keep: false }, theme: { ...dark, keep: false } }
  for (const e of EDITIONS) {
    expect(startingWith(plain(e), false, chosen)).toEqual({ language: 'en', scheme: 'light' })
    expect(startingWith(plain(e), true, chosen)).toEqual({ language: 'en', scheme: 'dark' })
    expect(startingWith({ ...plain(e), theme_toggle: true }, false, chosen).scheme).toBe('dark')
  }
})

test('who has chosen nothing finds Vietnamese and light', () => {
  for (const e of EDITIONS)
    for (const expert of [true, false, null])
      expect(startingWith(plain(e), expert, { language: null, theme: null })).toEqual({
        language: 'vi',
        scheme: 'light',
      })
})
