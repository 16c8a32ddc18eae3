import { expect, test } from 'vitest'
import { auditChangesOf } from './changes.ts'

test('lists changed fields only', () => {
  expect(
    auditChangesOf({ status: true, phone: null, name: 'a' }, { status: false, phone: '091', name: 'a' }),
  ).toEqual([
    { field: 'status', before: 'true', after: 'false' },
    { field: 'phone', before: null, after: '091' },
  ])
})

test('shows added and removed items, and values without fields', () => {
  expect(auditChangesOf(null, { roles: [{ hydro_code: '*' }] })).toEqual([
    { field: 'roles', before: null, after: '[{"hydro_code":"*"}]' },
  ])
  expect(auditChangesOf({ username: 'an' }, null)).toEqual([{ field: 'username', before: 'an', after: null }])
  expect(auditChangesOf('x', 'y')).toEqual([{ field: '', before: 'x', after: 'y' }])
  expect(auditChangesOf(null, null)).toEqual([])
})
