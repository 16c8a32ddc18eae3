import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from './log.ts'
import { answerErrors } from './serve.ts'
import { servePages } from './web.ts'

const dist = mkdtempSync(join(tmpdir(), 'forebay-pages-'))
let app: FastifyInstance
beforeAll(async () => {
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Forebay</title>')
  mkdirSync(join(dist, 'tools'))
  writeFileSync(join(dist, 'tools', 'index.html'), '<!doctype html><title>Forebay tools</title>')
  writeFileSync(join(dist, 'assets', 'a.js'), '1')
  app = Fastify()
  app.decorateRequest('caller', null)
  answerErrors(app, silentLog)
  await servePages(app, dist)
  await app.ready()
})
afterAll(async () => {
  await app.close()
  rmSync(dist, { recursive: true })
})

const get = (url: string, accept = '*/*', method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  app.inject({ method, url, headers: { accept } })
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

describe('paths', () => {
  test.each(['/', '/dashboard', '/settings/tokens?x=1', '/account/login', '/wall', '/quality/nowhere'])(
    '%s is the page, for everybody',
    async (path) => {
      for (const accept of ['*/*', BROWSER]) {
        const a = await get(path, accept)
        expect(a.statusCode).toBe(200)
        expect(a.body).toContain('<title>Forebay')
        expect(a.headers['cache-control']).toBe('no-cache')
      }
    },
  )

  test('/tools/ is the entry of its own, and is found without its slash', async () => {
    for (const accept of ['*/*', BROWSER]) {
      const a = await get('/tools/?x=1', accept)
      expect([a.statusCode, a.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(a.body).toContain('<title>Forebay tools')
    }
    const b = await get('/tools?x=1', BROWSER)
    expect([b.statusCode, b.headers.location]).toEqual([302, '/tools/?x=1'])
    // Its routes follow the hash: below its path there is nothing.
    const c = await get('/tools/price', BROWSER)
    expect(c.statusCode).toBe(404)
    expect(c.body).toContain('<title>Forebay</title>')
    expect((await get('/tools/price')).statusCode).toBe(404)
  })

  test.each([
    '/sta/v1.1',
    '/sta/v1.1/Things',
    '/FROST-Server',
    '/FROST-Server/v1.1',
    '/api',
    '/api/nothing',
    '/assets/none.js',
    '/dashboards',
    '/manual',
    '/.env',
    '/wp-login.php',
    '/robots.txt',
  ])('%s is 404 and not the page', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST'] as const)
      for (const accept of ['*/*', 'application/json']) {
        const a = await get(path, accept, method)
        expect(a.statusCode, method).toBe(404)
        expect(a.body).not.toContain('<title>')
        if (method !== 'HEAD') expect(a.json()).toMatchObject({ status: 'error', code: 'no_such_path' })
      }
  })

  test('unknown addresses in a browser are 404 with a page; calls and files never get a page', async () => {
    const a = await get('/no/such/page', BROWSER)
    expect([a.statusCode, a.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    for (const path of ['/api/nothing', '/assets/none.js']) {
      const b = await get(path, BROWSER)
      expect(b.statusCode).toBe(404)
      expect(b.body).not.toContain('<title>')
    }
  })

  test('of built files may be cached for ever', async () => {
    expect((await get('/assets/a.js')).headers['cache-control']).toContain('immutable')
  })
})
