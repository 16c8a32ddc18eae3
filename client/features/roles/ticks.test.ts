import fc from 'fast-check'
import { expect, test } from 'vitest'
import { can, PERMISSIONS, type Permission } from '#core/access/index.ts'
import { SCREENS, permissionsWithin } from '#contract/permissions.ts'
import { tickedCodes, tickState, tickBranch, tickLeaf, permissionTicks, type Branch } from './ticks.ts'

const TREE: Branch[] = SCREENS.map((s) => ({
  code: s.code,
  parent: s.parent,
  permissions: s.permissions.map((p) => ({ code: p.code, grantable: true })),
}))
const screen = (code: string) => TREE.find((b) => b.code === code)!
const none = permissionTicks(TREE, [])

test('a parent includes its children', () => {
  const ticks = permissionTicks(TREE, ['accounts'])
  expect(tickState(screen('accounts'), ticks)).toBe('all')
  expect(tickedCodes(TREE, ticks)).toEqual(['accounts'])
})

test('all children ticked tick the screen, but not the parent', () => {
  const accounts = screen('accounts')
  let ticks = none
  for (const p of accounts.permissions) ticks = tickLeaf(accounts, ticks, p.code, true)
  expect(tickState(accounts, ticks)).toBe('all')
  expect(tickedCodes(TREE, ticks)).toEqual(accounts.permissions.map((p) => p.code))
  expect(tickedCodes(TREE, tickBranch(accounts, none, true, true))).toEqual(['accounts'])
})

test('a child taken out of a parent leaves the others', () => {
  const accounts = screen('accounts')
  const ticks = tickLeaf(accounts, permissionTicks(TREE, ['accounts']), 'accounts.destroy', false)
  expect(tickState(accounts, ticks)).toBe('some')
  expect(tickedCodes(TREE, ticks)).toEqual(
    accounts.permissions.map((p) => p.code).filter((c) => c !== 'accounts.destroy'),
  )
})

test('writing ticks viewing, and is cleared with it', () => {
  const stations = screen('stations')
  const on = tickLeaf(stations, none, 'stations.update', true)
  expect(tickedCodes(TREE, on)).toEqual(['stations.view', 'stations.update'])
  expect(tickedCodes(TREE, tickLeaf(stations, on, 'stations.view', false))).toEqual([])
})

test('other permissions of a screen do not depend on its view', () => {
  const dashboard = screen('dashboard')
  const on = tickLeaf(dashboard, none, 'price', true)
  expect(tickedCodes(TREE, on)).toEqual(['price'])
})

test('a permission that cannot be granted stays, and prevents the parent from being granted', () => {
  const limited: Branch = {
    ...screen('sensor'),
    permissions: screen('sensor').permissions.map((p) => ({ ...p, grantable: p.code !== 'sensor.update' })),
  }
  expect(tickedCodes([limited], tickBranch(limited, none, true, true))).toEqual([
    'sensor.view',
    'sensor.change-status',
  ])
})

test('an old code without a box stays while everything it includes is ticked', () => {
  const before = ['dashboard', 'map']
  const ticks = permissionTicks(TREE, before)
  expect(tickedCodes(TREE, ticks, before)).toEqual(before)
  const less = tickLeaf(screen('dashboard'), ticks, 'dashboard.save-revert', false)
  expect(tickedCodes(TREE, less, before)).toEqual(['dashboard.view', 'dashboard.calculation', 'map'])
})

test('a role converted to boxes and back has the same permissions', () => {
  fc.assert(
    fc.property(fc.subarray([...PERMISSIONS]), (held) => {
      const codes = tickedCodes(TREE, permissionTicks(TREE, held), held)
      for (const p of PERMISSIONS) expect(can(codes, p)).toBe(can(held, p))
      expect(permissionsWithin(codes as Permission[]).length).toBeGreaterThanOrEqual(
        permissionsWithin(held).length,
      )
    }),
  )
})
