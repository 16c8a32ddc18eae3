import { expect, test } from 'vitest'
import { CAMERA, linksOf } from './links.ts'

const given = { all_pages: false, camera: true, manual_url: 'https://help.example/' }
const keys = (edition: 'LITE' | 'ADVANCE' | 'SERVER', more = {}) =>
  linksOf({ ...given, edition, ...more }).map((l) => l.key)

test('the camera opens on our own page, wherever its address is set; a page on our origin opens directly', () => {
  const href = (own: string | null, camera: boolean) =>
    linksOf({ ...given, edition: 'LITE', camera }, own).find((l) => l.key === 'camera')?.href
  expect(href('https://***@own.example/', true)).toBe(CAMERA)
  expect(href('https://own.example/', false)).toBe(CAMERA)
  expect(href(null, true)).toBe(CAMERA)
  expect(href('/camera/', true)).toBe('/camera/')
  expect(href(null, false)).toBeUndefined()
})

test('camera and manual belong to LITE, unless all pages are shown', () => {
  expect(keys('LITE')).toEqual(['camera', 'manual'])
  expect(keys('ADVANCE')).toEqual([])
  expect(keys('SERVER')).toEqual([])
  expect(keys('SERVER', { all_pages: true })).toEqual(['camera', 'manual'])
})

test('only configured links are listed', () => {
  expect(keys('LITE', { camera: false, manual_url: null })).toEqual([])
  expect(keys('LITE', { camera: false, manual_url: '/manual' })).toEqual([])
})
