import { expect, test } from 'vitest'
import { GROUP_ICONS, isGroup, menuOf } from './menu.ts'
import { pages, type PageRoute } from './routes.tsx'

const page = (path: string, more: Partial<PageRoute> = {}): PageRoute => ({
  path,
  title: 'route.dashboard',
  icon: 'dashboard',
  noun: 'dashboard',
  page: () => null,
  ...more,
})
const shape = (pages: PageRoute[]) =>
  menuOf(pages).map((e) => (isGroup(e) ? e.pages.map((p) => p.path) : e.path))

test('a group takes the position of its first page, hidden pages are left out', () => {
  const manage = { group: 'manage' } as const
  expect(
    shape([page('/a'), page('/m1', manage), page('/b'), page('/m2', manage), page('/x', { hidden: true })]),
  ).toEqual(['/a', ['/m1', '/m2'], '/b'])
})

test('a group with one visible page is a plain link', () => {
  const manage = { group: 'manage' } as const
  expect(shape([page('/m1', manage), page('/m2', { ...manage, hidden: true })])).toEqual(['/m1'])
})

test('no two entries of the menu have the same icon', () => {
  const icons = [...pages.filter((p) => !p.hidden).map((p) => p.icon), ...Object.values(GROUP_ICONS)]
  expect(icons.filter((icon, i) => icons.indexOf(icon) !== i)).toEqual([])
})
