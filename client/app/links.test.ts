import { expect, test } from 'vitest'
import { linksOf } from './links.ts'

const given = { all_pages: false, camera_path: 'https://cam.example/1', manual_url: 'https://help.example/' }
const keys = (edition: 'LITE' | 'ADVANCE' | 'SERVER', more = {}) =>
  linksOf({ ...given, edition, ...more }).map((l) => l.key)

test('the camera of the reservoir comes before the one of the installation', () => {
  const href = (own: string | null, common: string | null) =>
    linksOf({ ...given, edition: 'LITE', camera_path: common }, own).find((l) => l.key === 'camera')?.href
  expect(href('https://own.example/', 'https://cam.example/1')).toBe('https://own.example/')
  expect(href(null, 'https://cam.example/1')).toBe('https://cam.example/1')
  expect(href('https://own.example/', null)).toBe('https://own.example/')
  expect(href(null, null)).toBeUndefined()
})

test('camera and manual are LITE\u2019s, unless all pages are shown', () => {
  expect(keys('LITE')).toEqual(['camera', 'manual'])
  expect(keys('ADVANCE')).toEqual([])
  expect(keys('SERVER')).toEqual([])
  expect(keys('SERVER', { all_pages: true })).toEqual(['camera', 'manual'])
})

test('only what is configured', () => {
  expect(keys('LITE', { camera_path: null, manual_url: null })).toEqual([])
  expect(keys('LITE', { camera_path: null, manual_url: '/manual' })).toEqual([])
})
