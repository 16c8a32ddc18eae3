import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MutationObserver, QueryClient, QueryObserver, type MutationOptions } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { getReport } from '#contract/report.ts'
import { createRole, deleteRole, listRoles, listScreens, type AccountRole } from '#contract/roles.ts'
import { listTokens } from '#contract/tokens.ts'
import { CallError } from './call-error.ts'
import { createCalls } from './call.ts'
import { actOptions, composedOptions, readOptionsOf } from './query-options.ts'

/** The calls made, as method, path and reservoir; and the next answers, by way of roles. */
const calls: string[] = []
let refusal: { status: number; code: string } | null = null
const server = createServer((request: IncomingMessage, response) => {
  const { pathname } = new URL(request.url!, 'http://here')
  calls.push(
    [request.method, pathname.slice('/api/renew/v1'.length), request.headers.hydro].filter(Boolean).join(' '),
  )
  const refused = request.method === 'POST' ? refusal : null
  response.writeHead(refused?.status ?? 200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({
      status: refused ? 'error' : 'success',
      code: refused?.code,
      message: 'in words',
      data: [],
    }),
  )
})
const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
let api: ReturnType<typeof createCalls>

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  api = createCalls({
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fetch: (...a) => fetch(...a),
    session: { start: async () => null, refresh: async () => null, out: async () => {} },
    hydro: () => '',
    language: () => 'vi',
  })
})
beforeEach(() => {
  calls.length = 0
  refusal = null
  client.clear()
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

/** Observes a query as a page does, until the test ends. */
async function shown<O extends ReturnType<ReturnType<typeof readOptionsOf>>>(options: O) {
  const observer = new QueryObserver(client, options as never)
  const stop = observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false)
  return { observer, stop }
}
const act = <D, V>(options: MutationOptions<D, Error, V>) => new MutationObserver(client, options)

test('a read calls its endpoint for its reservoir, keyed by its input', async () => {
  const options = readOptionsOf(api.call)(listRoles, {}, { hydro: 'H2', failed: 'load_roles_failed' })
  expect(options.queryKey).toEqual(['H2', 'GET /api/renew/v1/role/getall', {}])
  expect(options.meta).toEqual({
    failed: 'load_roles_failed',
    quiet: undefined,
    kept: listRoles.kept,
    reads: listRoles.reads,
  })
  expect(await client.fetchQuery(options)).toEqual([])
  expect(calls).toEqual(['GET /role/getall H2'])
})

test('texts are refetched in another language, and nothing is called without an input', async () => {
  const read = readOptionsOf(api.call)
  const { queryKey } = read({ ...listScreens, worded: true }, {}, { hydro: 'H1' })
  expect(queryKey).toHaveLength(4)
  const { observer, stop } = await shown(read(listRoles, null as never))
  expect(observer.getCurrentResult()).toMatchObject({ isPending: true, fetchStatus: 'idle' })
  expect(calls).toEqual([])
  stop()
})

test('an act refetches what it changed and nothing else, and is pending until then', async () => {
  const read = readOptionsOf(api.call)
  const roles = await shown(read(listRoles, {}, { hydro: 'H1' }))
  const tokens = await shown(read(listTokens, {}, { hydro: 'H1' }))
  calls.length = 0
  const order: string[] = []
  const remove = act(
    actOptions(api, client, deleteRole, { done: () => order.push(`done after ${calls.length} call`) }),
  )
  await remove.mutate({ body: { role_id: 'r' }, hydro: 'H1' })
  expect(order).toEqual(['done after 1 call'])
  expect(calls).toEqual(['POST /role/delete H1', 'GET /role/getall H1'])
  roles.stop()
  tokens.stop()
})

test('an act that does not wait ends before the refetch', async () => {
  const roles = await shown(readOptionsOf(api.call)(listRoles, {}))
  calls.length = 0
  await act(actOptions(api, client, deleteRole, { wait: false })).mutate({ body: { role_id: 'r' } })
  expect(roles.observer.getCurrentResult().isFetching).toBe(true)
  await expect.poll(() => calls).toEqual(['POST /role/delete', 'GET /role/getall'])
  roles.stop()
})

test('a refused act rejects at once, and refetches since somebody else was faster', async () => {
  const roles = await shown(readOptionsOf(api.call)(listRoles, {}))
  calls.length = 0
  refusal = { status: 409, code: 'conflict' }
  const done: unknown[] = []
  const add = act(actOptions(api, client, createRole, { quiet: true, done: (role) => done.push(role) }))
  const body = { role_name: 'r', level: 3, permissions: [] as AccountRole['permissions'] }
  const error = await add.mutate({ body }).catch((e: unknown) => e)
  expect(error).toBeInstanceOf(CallError)
  expect(error).toMatchObject({ status: 409, code: 'conflict', message: 'in words' })
  expect(add.getCurrentResult()).toMatchObject({ status: 'error', variables: { body } })
  expect(done).toEqual([])
  expect(client.getMutationCache().getAll().at(-1)?.meta).toEqual({ failed: undefined, quiet: true })
  await expect.poll(() => calls).toEqual(['POST /role/create', 'GET /role/getall'])
  roles.stop()
})

test('a composition is stale when one of its parts is, and is kept offline only if all of them are', async () => {
  let made = 0
  const options = composedOptions(
    {
      name: 'both',
      from: [listRoles, { ...listAudit, kept: true }],
      input: { days: 2 },
      make: async (input) => ({ ...input, made: (made += 1) }),
    },
    { hydro: 'H1' },
  )
  expect(options.queryKey).toEqual(['H1', 'both', { days: 2 }])
  expect(options.meta).toMatchObject({
    kept: false,
    reads: expect.arrayContaining(['roles', 'audit']) as unknown,
  })
  const both = await shown(options as never)
  await act(actOptions(api, client, deleteRole)).mutate({ body: { role_id: 'r' } })
  expect(both.observer.getCurrentResult().data).toEqual({ days: 2, made: 2 })
  both.stop()
})

test('a report that failed is not computed again by itself', async () => {
  refusal = { status: 503, code: 'unavailable' }
  const patient = new QueryClient({ defaultOptions: { queries: { retry: 2, retryDelay: 0 } } })
  const body = { kind: 'daily' as const, from: '2025-01-01', to: '2025-02-01' }
  await expect(patient.fetchQuery(readOptionsOf(api.call)(getReport, { body }))).rejects.toThrow()
  expect(calls.filter((one) => one.includes('get-report'))).toHaveLength(1)
})
