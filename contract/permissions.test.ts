import { expect, test } from 'vitest'
import { PERMISSIONS, isPermission } from '#core/access/index.ts'
import { SCREENS, permissionsWithin } from './permissions.ts'

const leaves = SCREENS.flatMap((s) => s.permissions.map((p) => p.code))

test('the tree shows every permission once, and a parent as all of its screens', () => {
  expect(new Set(leaves).size).toBe(leaves.length)
  const parents = PERMISSIONS.filter((p) => PERMISSIONS.some((q) => q.startsWith(`${p}.`)))
  expect([...leaves, ...parents].sort()).toEqual([...PERMISSIONS].sort())
  for (const s of SCREENS) if (s.parent !== null) expect(isPermission(s.parent)).toBe(true)
})

test('a parent is shown as all of its permissions', () => {
  expect(permissionsWithin(['audit'])).toEqual(['audit.view', 'audit.update'])
  expect(permissionsWithin(['dashboard'])).toEqual([
    'dashboard.view',
    'dashboard.calculation',
    'dashboard.save-revert',
  ])
  expect(permissionsWithin(['map', 'nothing'])).toEqual(['map'])
})
