import { expect, test } from 'vitest'
import { can, type Permission } from '#core/access/index.ts'
import { panelsFor } from './list.ts'

const keys = (held: readonly string[], more = {}) =>
  panelsFor({ may: (p: Permission) => can(held, p), camera: true, past: false, ...more }).map((p) => p.key)

test('with viewing permission only, panels of operating data are listed', () => {
  expect(keys(['dashboard.view'])).toEqual(['rain', 'forecast', 'volumes', 'camera', 'chart'])
  expect(keys(['dashboard.view', 'information.view'])).toEqual([
    'reservoir',
    'rain',
    'forecast',
    'volumes',
    'camera',
    'chart',
    'levels',
  ])
})

test('a writing permission opens what it changes', () => {
  const all = ['dashboard', 'information', 'interpolate', 'settings', 'stations', 'sensor']
  expect(keys(all)).toEqual([
    'reservoir',
    'capacity',
    'rain',
    'forecast',
    'volumes',
    'camera',
    'chart',
    'project',
    'levels',
    'calculation',
    'look',
    'replace',
  ])
  expect(keys(all.filter((p) => p !== 'sensor'))).not.toContain('replace')
})

test('in an as-of view nothing can be changed, and there is no camera', () => {
  const all = ['dashboard', 'information', 'interpolate', 'settings', 'stations', 'sensor']
  expect(keys(all, { past: true })).toEqual(['reservoir', 'capacity', 'rain', 'chart'])
  expect(keys(all, { camera: false })).not.toContain('camera')
})
