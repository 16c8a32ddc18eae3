import { expect, test } from 'vitest'
import { OWN_PATH } from './pages.ts'
import { settingsSchema } from './seed/settings.ts'

const LEAD_AWAY = [
  '/\\evil.vn',
  '/\\/evil.vn',
  '//evil.vn',
  '/a\\b',
  '\\\\evil.vn',
  '/ x',
  '/\tevil.vn',
  'evil.vn',
  '',
]

test.each(['/', '/camera', '/camera/1?x=2#a', '/manual/vi/'])('%s is a path of this application', (path) => {
  expect(OWN_PATH.test(path)).toBe(true)
  expect(new URL(path, 'https://own.example').host).toBe('own.example')
})

test.each(LEAD_AWAY)('%j is not a path of this application', (path) =>
  expect(OWN_PATH.test(path)).toBe(false),
)

test('no path of a camera page leads to another host', () => {
  for (const cameraPath of [...LEAD_AWAY, 'https:/\\evil.vn', 'https://\\evil.vn'])
    expect(settingsSchema.safeParse({ cameraPath }).success, cameraPath).toBe(false)
  for (const cameraPath of ['/camera', 'https://camera.example/a.jpg', 'http://10.0.0.7:8080/x?y=\\'])
    expect(settingsSchema.safeParse({ cameraPath }).success, cameraPath).toBe(true)
})
