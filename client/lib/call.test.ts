import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { getConfig } from '#contract/config.ts'
import { login, me } from '#contract/auth.ts'
import { listPositions } from '#contract/basic.ts'
import { createCalls, timeoutOf } from './call.ts'

test('timeouts of a call: 600 s, 60 s for reports, 10 s for the basic API', () => {
  expect(timeoutOf(login)).toBe(600_000)
  expect(timeoutOf({ base: 'main', path: '/v1/report/lite/get-report' })).toBe(60_000)
  expect(timeoutOf({ base: 'basic', path: '/anything' })).toBe(10_000)
})

test('a call without an answer is aborted after its timeout and says so', async () => {
  const requested = Promise.withResolvers<void>()
  const server = createServer(() => requested.resolve())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const limit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  const loading: number[] = []
  const { call } = createCalls({
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fetch: (...a) => fetch(...a),
    session: { start: async () => null, refresh: async () => null, out: async () => {} },
    hydro: () => '',
    language: () => 'vi',
    loading: (change) => loading.push(change),
  })
  try {
    const answer = call(getConfig)
    await requested.promise
    expect(timeout.mock.calls).toEqual([[600_000]])
    limit.abort(new DOMException('The time is over', 'TimeoutError'))
    await expect(answer).rejects.toMatchObject({ status: 0, code: 'network', passing: true })
    expect(loading).toEqual([1, -1])
  } finally {
    timeout.mockRestore()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
})

test('both APIs: an expired token is refreshed once and the call repeated, each with its own header', async () => {
  const seen: (string | undefined)[][] = []
  const server = createServer((request, response) => {
    const token = (request.headers.token as string | undefined) ?? request.headers.authorization?.slice(7)
    seen.push([request.url, request.headers.token as string | undefined, request.headers.authorization])
    const basic = request.url === '/api/measure-position'
    const fresh = token === 'new'
    response.writeHead(fresh ? 200 : 401, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(
        fresh
          ? { status: basic ? '200' : 'success', message: '', data: [] }
          : { status: 'error', code: 'token_expired', message: '', data: null },
      ),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  let refreshed = 0
  const held = (token: string) => ({ token }) as never
  const { call } = createCalls({
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fetch: (...a) => fetch(...a),
    session: {
      start: async () => held('old'),
      refresh: async () => (refreshed++, held('new')),
      out: async () => {},
    },
    hydro: () => 'H1',
    language: () => 'vi',
  })
  try {
    expect(await call(listPositions)).toEqual([])
    expect(await call(me)).toEqual([])
    expect(refreshed).toBe(2)
    expect(seen).toEqual([
      ['/api/measure-position', 'old', undefined],
      ['/api/measure-position', 'new', undefined],
      ['/api/renew/v1/profile', undefined, 'Bearer old'],
      ['/api/renew/v1/profile', undefined, 'Bearer new'],
    ])
  } finally {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
})

test('the time limit of a download is for its answer to begin, not for the whole file', async () => {
  const begun = Promise.withResolvers<ServerResponse>()
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-disposition': 'attachment; filename="a.csv"' })
    response.write('first,')
    begun.resolve(response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const limit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  const loading: number[] = []
  const seen = Promise.withResolvers<void>()
  const { download } = createCalls({
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fetch: (...a) => fetch(...a),
    session: { start: async () => null, refresh: async () => null, out: async () => {} },
    hydro: () => '',
    language: () => 'vi',
    loading: (change) => (loading.push(change), change < 0 && seen.resolve()),
  })
  try {
    const file = download(getConfig)
    const response = await begun.promise
    await seen.promise
    limit.abort(new DOMException('The time is over', 'TimeoutError'))
    response.end('last')
    const { blob, name } = await file
    expect([await blob.text(), name]).toEqual(['first,last', 'a.csv'])
  } finally {
    timeout.mockRestore()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
})
