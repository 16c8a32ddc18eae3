import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BUDGET, firstLoad } from './first-load.ts'
import { readModules, type Modules } from './modules.ts'

test('the dashboard loads no more than its budget before its figures are painted, and no other language', () => {
  const modules = readModules(join(import.meta.dirname, '../dist'))
  const { paint, later } = firstLoad(modules)
  expect(modules.size(paint)).toBeLessThanOrEqual(BUDGET.paint)
  const names = [...paint].map((file) => file.replace(/^assets\/(.+)-[\w-]{8}\.js$/, '$1'))
  expect(names).toEqual(expect.arrayContaining(['first', 'dashboard', 'shell-vi', 'dashboard-vi']))
  expect(names.filter((name) => /-en$|^more-|^messages|^chart$|^engine/.test(name))).toEqual([])
  expect([...later].some((file) => /\/chart-/.test(file))).toBe(true)
})

test('the page and its texts are counted with everything they import, once; lazily loaded files are counted separately', () => {
  const imports: Record<string, string[]> = {
    'a/index-1.js': ['a/first-1.js'],
    'a/dashboard-1.js': ['a/first-1.js', 'a/dam-1.js'],
    'a/chart-1.js': ['a/engine-1.js', 'a/first-1.js'],
  }
  const lazy: Record<string, string[]> = {
    'a/first-1.js': [
      'a/shell-vi-1.js',
      'a/shell-en-1.js',
      'a/dashboard-vi-1.js',
      'a/dashboard-1.js',
      'a/roles-1.js',
    ],
    'a/dashboard-1.js': ['a/chart-1.js'],
  }
  const closure = (files: readonly string[]): Set<string> =>
    new Set(files.flatMap((f) => [f, ...closure(imports[f] ?? [])]))
  const modules: Modules = {
    entry: 'a/index-1.js',
    closure,
    lazy: (file) => lazy[file] ?? [],
    workers: (file) => (file === 'a/first-1.js' ? ['a/feed.worker-1.js'] : []),
    bytes: () => 0,
    size: () => 0,
  }
  const { paint, later } = firstLoad(modules)
  expect([...paint].sort()).toEqual([
    'a/dam-1.js',
    'a/dashboard-1.js',
    'a/dashboard-vi-1.js',
    'a/first-1.js',
    'a/index-1.js',
    'a/shell-vi-1.js',
  ])
  expect([...later].sort()).toEqual(['a/chart-1.js', 'a/engine-1.js', 'a/feed.worker-1.js'])
})
