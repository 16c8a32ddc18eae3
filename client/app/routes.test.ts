import { expect, test } from 'vitest'
import type { Profile } from '#contract/auth.ts'
import { SCREENS } from '#contract/permissions.ts'
import { en } from '../lib/text/en/index.ts'
import { vi } from '../lib/text/vi/index.ts'
import { pages, permitted } from './routes.tsx'

const paths = (permissions: string[], expert = false) =>
  permitted({ permissions, expert } as Profile).map((p) => p.path)

test('an account opens the pages for which it has any permission, in menu order', () => {
  expect(paths(['dashboard.view'])).toEqual(['/dashboard', '/wall'])
  expect(paths(['audit.view', 'roles.insert', 'accounts'])).toEqual([
    '/accounts/manage',
    '/roles/manage',
    '/audit/index',
  ])
  expect(paths(['accounts.change-status'])).toEqual(['/accounts/manage'])
  expect(paths([])).toEqual([])
  // Names that only share a prefix.
  expect(paths(['account', 'rolesx.view'])).toEqual([])
})

test('an expert account opens every page, some of them exclusively', () => {
  expect(paths([], true)).toEqual(pages.map((p) => p.path))
  const everything = SCREENS.flatMap((s) => [s.code, ...s.permissions.map((p) => p.code)])
  expect(paths(everything)).toEqual(pages.filter((p) => !p.expert).map((p) => p.path))
  expect(paths(everything)).not.toContain('/chart/index')
})

test('every page depends on a permission of the role tree, and has its title in both languages', () => {
  const nouns = new Set(SCREENS.flatMap((s) => [s.code, ...s.permissions.map((p) => p.code)]))
  for (const p of pages) {
    expect(nouns).toContain(p.noun)
    const key = p.title.split('.')[1] as keyof typeof vi.route
    expect([vi.route[key], en.route[key]]).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/\S/)])
  }
  expect(new Set(pages.map((p) => p.path)).size).toBe(pages.length)
})
