import { expect, test } from 'vitest'
import { isFiltered, readAddress, writeAddress } from '../../lib/address-fields.ts'
import { ACCOUNT_FIELDS, leastRole, type AccountFilter } from './list.ts'

const read = (text: string) => readAddress(ACCOUNT_FIELDS, new URLSearchParams(text))
const after = (text: string, part: Partial<AccountFilter>) =>
  writeAddress(ACCOUNT_FIELDS, part, new URLSearchParams(text)).toString()

test('the address holds the filter, and only non-default values', () => {
  const text = 'search=an&status=inactive&role=ro_1&sort=created_at&order=desc&page=3'
  expect(after('', read(text))).toBe(text)
  expect(after('', read(''))).toBe('')
})

test('invalid parts are ignored', () => {
  expect(read('status=x&sort=password&order=up&page=-1')).toEqual(read(''))
  expect(read('page=1.5').page).toBe(1)
  expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200)
})

test('a changed filter returns to the first page', () => {
  expect(after('page=4', { search: 'a' })).toBe('search=a')
  expect(after('page=4&search=a', { page: 5 })).toBe('search=a&page=5')
  expect(isFiltered(ACCOUNT_FIELDS, read('page=4&sort=email'))).toBe(false)
  expect(isFiltered(ACCOUNT_FIELDS, read('status=active'))).toBe(true)
})

test('the switch grants the least powerful role, at the reservoir of the page if possible', () => {
  const roles = [
    { role_id: 'a', level: 1 },
    { role_id: 'v', level: 4 },
  ]
  const at = (hydro_code: string, of = roles) => ({ hydro_code, roles: of })
  expect(leastRole({ reservoirs: [at('*'), at('X'), at('Y')] }, 'Y')).toMatchObject({
    hydro_code: 'Y',
    role: { role_id: 'v' },
  })
  expect(leastRole({ reservoirs: [at('*'), at('X')] }, 'Y')?.hydro_code).toBe('X')
  expect(leastRole({ reservoirs: [at('X', [])] }, 'X')).toBe(null)
  expect(leastRole(undefined, 'X')).toBe(null)
})
