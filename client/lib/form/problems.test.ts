import { expect, test } from 'vitest'
import { accountBody, accountChanges } from '#contract/accounts.ts'
import { registration } from '#contract/registration.ts'
import { roleBody } from '#contract/roles.ts'
import { text } from '#contract/messages.ts'
import { CallError } from '../call-error.ts'
import { concerns, problemsOf, refusalsOf } from './problems.ts'

const person = {
  username: 'an01',
  password: 'Forebay2026',
  full_name: 'L\u00ea V\u0103n An',
  email: 'an@example.vn',
  phone: '',
}

test('every schema error has a text in both languages, at its field', () => {
  for (const language of ['vi', 'en'] as const) {
    const says = (part: object) => problemsOf(registration, { ...person, ...part }, language)
    expect(says({})).toEqual({})
    for (const [part, path, code] of [
      [{ username: 'an1' }, 'username', 'username_rule'],
      [{ username: '\u0430dmin' }, 'username', 'username_rule'],
      [{ password: 'forebay2026' }, 'password', 'password_rule'],
      [{ password: 'Forebay' }, 'password', 'password_rule'],
      [{ phone: '12345' }, 'phone', 'phone_rule'],
      [{ email: 'an@' }, 'email', 'email_rule'],
      [{ full_name: '  ' }, 'full_name', 'required'],
    ] as const)
      expect(says(part)).toEqual({ [path]: text(code, language) })
    expect(says({ full_name: 'x'.repeat(201) })).toEqual({
      full_name: text('too_long', language, { max: 200 }),
    })
  }
})

test('accepts phone numbers in usual notations', () => {
  for (const phone of ['0912345678', '(091) 234-5678', '091-234-5678', '091.234.5678', '091 234 5678', ''])
    expect(problemsOf(registration, { ...person, phone }, 'en')).toEqual({})
})

test('refuses two roles at one reservoir, and a role without a permission', () => {
  const roles = [
    { hydro_code: 'A', role_id: 'ro_1' },
    { hydro_code: 'A', role_id: 'ro_2' },
  ]
  expect(problemsOf(accountBody, { ...person, roles }, 'en')).toEqual({
    'roles.1.hydro_code': text('grant_twice', 'en'),
  })
  expect(problemsOf(roleBody, { role_name: 'x', level: 3, permissions: [] }, 'vi')).toEqual({
    permissions: text('no_permission_selected', 'vi'),
  })
})

test('only changed fields are checked', () => {
  expect(problemsOf(accountChanges, { phone: '0912345678' }, 'en')).toEqual({})
  expect(problemsOf(accountChanges, { phone: '1' }, 'en')).toEqual({ phone: text('phone_rule', 'en') })
})

const refusal = (code: string, errors: { path: string; message: string }[] = []) =>
  new CallError({
    status: 422,
    code,
    message: 'as a whole',
    errors: errors.map((e) => ({ ...e, code: 'required' })),
  })
const has = (...fields: string[]) => {
  return (path: string) => fields.includes(path.split('.')[0])
}

test('server errors are shown at fields of the form, the first of each', () => {
  const error = refusal('validation', [
    { path: 'body.levels.dead', message: 'too low' },
    { path: 'levels.dead', message: 'again' },
    { path: 'name', message: 'too long' },
    { path: 'token', message: 'out of date' },
  ])
  expect(refusalsOf(error, has('levels', 'name'))).toEqual({
    fields: { 'levels.dead': 'too low', name: 'too long' },
    others: ['out of date'],
  })
})

test('a code about one field is shown there, unless the server names fields itself', () => {
  expect(refusalsOf(refusal('username_taken'), has('username'))).toEqual({
    fields: { username: 'as a whole' },
    others: [],
  })
  expect(refusalsOf(refusal('username_taken'), has('email')).fields).toEqual({})
  expect(
    refusalsOf(refusal('username_taken', [{ path: 'email', message: 'x' }]), has('username', 'email')).fields,
  ).toEqual({ email: 'x' })
  expect(refusalsOf(refusal('conflict'), has('username'))).toEqual({ fields: {}, others: [] })
  expect(refusalsOf(new TypeError('no answer'), has('username'))).toEqual({ fields: {}, others: [] })
})

test('a change clears the errors of the field, of what is in it, and of what contains it', () => {
  for (const [errorPath, changed, gone] of [
    ['name', 'name', true],
    ['leaves.1.width', 'leaves', true],
    ['leaves', 'leaves.1.width', true],
    ['leaves.1.width', 'leaves.2.width', false],
    ['name', 'name2', false],
    ['leaves.10', 'leaves.1', false],
  ] as const)
    expect(concerns(errorPath, changed), `${errorPath} ${changed}`).toBe(gone)
})
