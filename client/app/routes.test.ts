import { expect, test } from 'vitest'
import type { Profile } from '#contract/auth.ts'
import type { Edition } from '#contract/endpoint.ts'
import { SCREENS } from '#contract/permissions.ts'
import { en } from '../lib/text/en/index.ts'
import { vi } from '../lib/text/vi/index.ts'
import { pages, permitted } from './routes.tsx'

const [one, two] = [['A'], ['A', 'B']].map((codes) => codes.map((hydro_code) => ({ hydro_code })))
const paths = (
  permissions: string[],
  expert = false,
  edition: Edition = 'SERVER',
  reservoirs = one,
  all_pages = true,
) => permitted({ permissions, expert, reservoirs } as Profile, { edition, all_pages }).map((p) => p.path)

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
  expect(paths([], true, 'SERVER', two)).toEqual(pages.map((p) => p.path))
  const everything = SCREENS.flatMap((s) => [s.code, ...s.permissions.map((p) => p.code)])
  expect(paths(everything, false, 'SERVER', two)).toEqual(pages.filter((p) => !p.expert).map((p) => p.path))
  expect(paths(everything)).not.toContain('/chart/index')
})

test('the overview comes first for accounts that may see several reservoirs', () => {
  expect(paths(['dashboard.view'], false, 'SERVER', two)).toEqual(['/overview', '/dashboard', '/wall'])
  for (const edition of ['LITE', 'ADVANCE'] as const)
    expect(paths(['dashboard.view'], false, edition, two)).not.toContain('/overview')
  for (const expert of [false, true])
    expect(paths(['dashboard.view'], expert, 'SERVER', one)).not.toContain('/overview')
})

test('output and revenue are of LITE, and of installations that show the pages of all editions', () => {
  for (const edition of ['LITE', 'ADVANCE', 'SERVER'] as const) {
    const own = paths(['statistical.view'], false, edition, one, false)
    expect(own).toEqual(edition === 'LITE' ? ['/statistical/output'] : [])
    expect(paths(['statistical.view'], false, edition)).toEqual(['/statistical/output'])
  }
  expect(paths([], true, 'ADVANCE', one, false)).not.toContain('/statistical/output')
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
