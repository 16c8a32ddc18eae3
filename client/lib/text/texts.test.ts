import { describe, expect, test } from 'vitest'
import { pluralForm } from '#contract/fill.ts'
import { LANGUAGES, type Language } from '#contract/locale.ts'
import { messages } from '#contract/messages.ts'
import { en } from './en/index.ts'
import { fillText } from './fill.ts'
import { vi } from './vi/index.ts'

/** Every text with its key, of pages and messages. */
function* each(of: unknown, at = ''): Generator<[string, string]> {
  if (typeof of === 'string') yield [at, of]
  else if (of !== null && typeof of === 'object')
    for (const [key, value] of Object.entries(of)) yield* each(value, `${at}.${key}`)
}

const TEXTS: Record<Language, unknown> = { vi: [vi, messages.vi], en: [en, messages.en] }
const PLURAL = /\{\{?\w+\|([^{}]*)\}\}?/g
const names = (text: string) => [...new Set([...text.matchAll(/\{\{?(\w+)/g)].map((m) => m[1]))].sort()

describe('texts', () => {
  test('have the same placeholders in every language', () => {
    const first = new Map(each(TEXTS.vi))
    for (const language of LANGUAGES)
      for (const [at, text] of each(TEXTS[language])) expect(names(text), at).toEqual(names(first.get(at)!))
  })

  test('list a form for each plural category of their language', () => {
    for (const language of LANGUAGES)
      for (const [at, text] of each(TEXTS[language]))
        for (const [, forms] of text.matchAll(PLURAL))
          expect(forms.split('|').length, at).toBe(
            new Intl.PluralRules(language).resolvedOptions().pluralCategories.length,
          )
  })

  test('name the discharge at the dam by one word, apart from the spill, which is a part of it', () => {
    const word: Record<Language, RegExp> = { vi: /xả qua đập$/i, en: /(^|at the )dam$/i }
    for (const language of LANGUAGES) {
      const found = [...each(TEXTS[language])].filter(([at]) => /\btotal_discharge_dam$/.test(at))
      expect(found.length).toBeGreaterThan(3)
      for (const [at, text] of found) expect(text, at).toMatch(word[language])
    }
  })

  test('an English count before a plural noun lists both forms', () => {
    const plain = [...each(TEXTS.en)].filter(([, text]) => COUNTED.test(text))
    expect(plain.map(([at, text]) => `${at}: ${text}`)).toEqual([])
  })
})

/** A count with a plural noun behind it: '{n} rows'; "series" and units have one form. */
const COUNTED = /\{\{?(?:n|count|days|hours|limit|rows)\}\}? (?!series\b)[a-z]+s\b(?!\/)/

describe('a word that depends on a count', () => {
  test('takes the form of the number, formatted or not', () => {
    const rows = (n: number | string) => fillText('{{n}} {{n|row|rows}} copied', 'en', { n })
    expect([0, 1, 2, '1', '1,001'].map(rows)).toEqual([
      '0 rows copied',
      '1 row copied',
      '2 rows copied',
      '1 row copied',
      '1,001 rows copied',
    ])
  })

  test('has one form in Vietnamese', () => {
    expect([1, 2].map((n) => pluralForm('vi', n, 'dòng'))).toEqual(['dòng', 'dòng'])
  })
})
