import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fieldErrors } from './field-errors.ts'
import { knownAt } from './fields.ts'
import { messages, text, type MessageCode } from './messages.ts'
import {
  email,
  newPassword,
  optionalEmail,
  optionalLine,
  optionalPhone,
  page,
  reason,
  requiredLine,
  username,
} from './validation.ts'

const codes = (schema: z.ZodType, value: unknown) => {
  const parsed = schema.safeParse(value)
  return parsed.success ? [] : fieldErrors(parsed.error, 'en').map((e) => e.code)
}

describe('user name', () => {
  test.each(['abcd', 'ABCD', '1234', 'a1B2', 'x'.repeat(60)])('%s is valid', (v) => {
    expect(codes(username, v)).toEqual([])
  })
  test.each([
    ['', 'required'],
    ['abc', 'username_rule'],
    ['ab cd', 'username_rule'],
    ['ab-cd', 'username_rule'],
    ['nguyễn', 'username_rule'],
    // Cyrillic а, full-width ａ, Greek ο, Arabic digits: look-alikes.
    ['аdmin', 'username_rule'],
    ['ａdmin', 'username_rule'],
    ['οperator', 'username_rule'],
    ['user١٢٣', 'username_rule'],
    ['admin\n', 'username_rule'],
    ['admin\u0000', 'username_rule'],
    ['admin\u200b', 'username_rule'],
    ['x'.repeat(61), 'too_long'],
  ])('%j is invalid', (v, code) => {
    expect(codes(username, v)).toContain(code)
  })
  test('accepts a-z, A-Z and 0-9 only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 4, maxLength: 60 }), (v) => {
        if (codes(username, v).length === 0)
          expect(
            [...v].every(
              (c) => 'abcdefghijklmnopqrstuvwxyz0123456789'.includes(c.toLowerCase()) && c < '\x7f',
            ),
          ).toBe(true)
      }),
    )
  })
})

describe('password', () => {
  test.each(['Abcdefg1', 'Mật khẩu 1 dài', 'A1b' + '!@#$% ', 'aA1' + 'x'.repeat(197)])('%j is valid', (v) => {
    expect(codes(newPassword, v)).toEqual([])
  })
  test.each([
    ['', 'required'],
    ['Abcdef1', 'password_rule'],
    ['abcdefg1', 'password_rule'],
    ['ABCDEFG1', 'password_rule'],
    ['Abcdefgh', 'password_rule'],
    ['aA1' + 'x'.repeat(198), 'too_long'],
  ])('%j is invalid', (v, code) => {
    expect(codes(newPassword, v)).toContain(code)
  })
})

describe('phone', () => {
  test.each([
    '0912345678',
    '091-234-5678',
    '(091) 234-5678',
    '091.234.5678',
    '(091)2345678',
    '091 234 5678',
    '',
  ])('%j is valid, or absent', (v) => {
    expect(codes(optionalPhone, v)).toEqual([])
  })
  test.each([
    '091234567',
    '09123456789',
    '(091 2345678',
    '091) 2345678',
    '091--234-5678',
    '+84912345678',
    '٠٩١٢٣٤٥٦٧٨',
    'phone',
  ])('%j is invalid', (v) => {
    expect(codes(optionalPhone, v)).toEqual(['phone_rule'])
  })
})

describe('e-mail', () => {
  test.each(['a@b.vn', 'dam.operator+1@thuy-dien.com.vn'])('%j is valid', (v) => {
    expect(codes(email, v)).toEqual([])
  })
  test.each(['a', 'a@', '@b.vn', 'a@b', 'a b@c.vn', 'a@b.vn, c@d.vn', 'a@b.vn\nBcc: x@y.vn'])(
    '%j is invalid',
    (v) => {
      expect(codes(email, v)).toEqual(['email_rule'])
    },
  )
  test('an empty one is refused where required, and null where optional', () => {
    expect(codes(email, '')).toContain('required')
    expect(optionalEmail.parse('  ')).toBeNull()
  })
})

describe('lines', () => {
  test('names with diacritics are kept, in one normal form', () => {
    expect(requiredLine(200).parse('  Nguyễn Thị Đào ')).toBe('Nguyễn Thị Đào')
    expect(requiredLine(200).parse('Nguyễn')).toBe('Nguyễn')
    expect(optionalLine(10).parse('   ')).toBeNull()
  })
  test('control characters and direction marks are refused', () => {
    for (const v of ['a\u0000b', 'a\nb', 'a\u202eb', 'a\u2066b'])
      expect(codes(requiredLine(200), v), JSON.stringify(v)).toEqual(['bad_characters'])
  })
  test('overlong ones are refused', () => {
    expect(codes(requiredLine(200), 'ễ'.repeat(200))).toEqual([])
    expect(codes(requiredLine(200), 'ễ'.repeat(201))).toEqual(['too_long'])
  })
  test('page numbers begin at 1', () => {
    expect(page.parse('2')).toBe(2)
    for (const v of ['0', '-1', '1.5', 'x', '1e9']) expect(codes(page, v)).not.toEqual([])
  })
})

describe('errors', () => {
  const form = z.strictObject({ name: requiredLine(5), roles: z.array(z.object({ level: z.number() })) })
  const wrong = { name: 'too long', roles: [{ level: 'x' }], more: 1 }

  test('have path, code and a text in the language of the caller', () => {
    const parsed = form.safeParse(wrong)
    expect(fieldErrors(parsed.error!, 'en', 'body')).toEqual([
      { path: 'name', code: 'too_long', message: 'Too long (at most 5 characters)' },
      { path: 'roles.0.level', code: 'wrong_type', message: 'Wrong type (number expected)' },
      { path: 'more', code: 'unknown_field', message: 'There is no field more' },
    ])
    expect(fieldErrors(parsed.error!, 'vi', 'body')[0].message).toBe('Quá dài (tối đa 5 ký tự)')
    expect(codes(form, {})).toEqual(['required', 'required'])
  })

  test('every message is in both languages, with the same parameters', () => {
    const blanks = (s: string) => [...s.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort()
    for (const code of Object.keys(messages.vi) as MessageCode[]) {
      const [vi, en] = [messages.vi[code], messages.en[code]]
      expect(vi.trim(), code).not.toBe('')
      expect(en.trim(), code).not.toBe('')
      expect(blanks(vi), code).toEqual(blanks(en))
    }
  })

  test('times in messages are written in the language of the caller; typed text stays as it is', () => {
    const at = '2026-11-21 21:50:00'
    expect(text('rolled_back_already', 'vi', { at })).toContain('lúc 21/11/2026 21:50')
    expect(text('rolled_back_already', 'en', { at })).toMatch(/at 2026-11-21 21:50$/)
    expect(text('rolled_back_already', 'vi', { at: '2026-11-21 21:50:07' })).toContain('21/11/2026 21:50:07')
    expect(text('invalid_time', 'vi', { value: at })).toContain(at)
  })

  test('no code is in two message files', async () => {
    for (const language of ['vi', 'en'] as const) {
      const folder = join(import.meta.dirname, 'messages', language)
      const files = readdirSync(folder).filter((name) => name !== 'index.ts')
      const parts: object[] = await Promise.all(
        files.map((name) => import(/* @vite-ignore */ join(folder, name))),
      )
      // Other texts of the folder are not messages: names of series, of permissions, of the import command.
      const codes = parts
        .flatMap((file) => Object.entries(file))
        .flatMap(([name, of]) => (name.endsWith('Messages') ? Object.keys(of as object) : []))
      expect(codes.toSorted()).toEqual(Object.keys(messages[language]).toSorted())
    }
  })
})

test('a value that matches no variant of a union is reported as having the wrong format', () => {
  for (const value of ['9999-01-01', 'NaN', -1e300, {}])
    expect(codes(knownAt, value)).not.toContain('invalid_union')
  expect(codes(knownAt, '9999-01-01')).toEqual(['wrong_format'])
})

test('a line of invisible marks counts as empty', () => {
  for (const value of ['', '  ', '\u200b', '\u200f\u200e \u2060'])
    expect(codes(requiredLine(10), value)).toEqual(['required'])
  expect(codes(requiredLine(10), '\u200fa')).toEqual([])
  expect([reason.parse('\u200b'), reason.parse(' gate stuck\n')]).toEqual([null, 'gate stuck'])
})
