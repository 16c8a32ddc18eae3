import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PAGES as SERVED } from '#contract/pages.ts'
import { pages } from './routes.tsx'

const worker = readFileSync(join(import.meta.dirname, '../public/sw.js'), 'utf8')
const PAGES = new RegExp(/const PAGES =\s*\/(.+)\/$/m.exec(worker)![1])

test('knows the same pages as the server', () => expect(String(PAGES)).toBe(String(SERVED)))

test('every page of the program opens without a server', () => {
  const open = ['/', '/account/login', '/account/register', '/account/forgot-password']
  for (const path of [...open, ...pages.map((p) => p.path.split('#')[0])])
    expect(PAGES.test(path), path).toBe(true)
})

test('anything else served from the same origin is left alone', () => {
  const others = [
    '/api/docs',
    '/api/renew/v1/config',
    '/manual',
    '/manual/',
    '/forebay-ca.crt',
    '/sim',
    '/tools',
    '/tools/x',
    '/tools/index.html',
  ]
  for (const path of [
    ...others,
    '/dashboards',
    '/mapserver/index',
    '/wallpaper',
    '//evil.example/dashboard',
    '/healthz',
  ])
    expect(PAGES.test(path), path).toBe(false)
})
