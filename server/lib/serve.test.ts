import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { silentLog } from './log.ts'
import { answerErrors, createServe, type Caller } from './serve.ts'

const common = { base: 'main', method: 'GET', access: 'dashboard.view', large: true, summary: '-' } as const
const chart = endpoint({ ...common, path: '/v1/test/chart', data: z.number() })
const file = endpoint({ ...common, path: '/v1/test/file', answer: 'binary', data: z.null() })

const stream = endpoint({ ...common, path: '/v1/test/feed', answer: 'stream', large: false, data: z.null() })

const PART = Buffer.alloc(1024 * 1024)
const AT_ONCE = 4

let web: FastifyInstance
let url = ''
afterEach(() => web.close())

const callerOf = (headers: IncomingMessage['headers']): Caller => ({
  actor: String(headers.account),
  accountId: String(headers.account),
  sessionId: String(headers.session),
  tokenId: null,
  hydro: 'H',
  permissions: [],
  series: null,
  scopes: [],
  language: 'en',
  address: '',
})

async function start(options: { patience?: number; stalled?: number }) {
  web = Fastify({ forceCloseConnections: true })
  web.decorateRequest('caller', null)
  answerErrors(web, silentLog)
  const serve = createServe(web, async ({ headers }) => callerOf(headers), { checkAnswers: true, ...options })
  const held: (() => void)[] = []
  const begun: string[] = []
  serve(chart, async ({ caller }) => {
    begun.push(caller.actor)
    await new Promise<void>((done) => held.push(done))
    return 1
  })
  const cut = Promise.withResolvers<void>()
  serve(file, async ({ reply }) => {
    const endless = new Readable({ read: () => void endless.push(PART) })
    endless.on('close', cut.resolve)
    await reply.send(endless)
    return null
  })
  serve(stream, async ({ reply }) => {
    reply.hijack()
    reply.raw.on('close', cut.resolve)
    // More than the buffers of a connection take.
    reply.raw.write(Buffer.alloc(64 * 1024 * 1024))
    return null
  })
  await web.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(web.server.address() as AddressInfo).port}/api/renew`
  return { held, begun, cut: cut.promise }
}

/** A call of a session, whose answer is read only when the test reads it. */
async function call(path: string, session: string, account = 'a'): Promise<IncomingMessage> {
  const request = get(url + path, { headers: { session, account }, agent: false })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return answer
}

const until = async (met: () => boolean) => {
  while (!met()) await new Promise((next) => setImmediate(next))
}

test('large calls of an account share their turns, however many sessions it has', async () => {
  const { held, begun } = await start({})
  let come = 0
  web.server.on('request', () => void come++)
  const calls = Array.from({ length: 6 }, (_, i) => call(chart.path, `s${i}`))
  await until(() => come === 6)
  // Who comes later begins later, so that all of the first account that may begin have begun.
  const other = call(chart.path, 's9', 'b')
  await until(() => begun.includes('b'))
  expect(begun.filter((account) => account === 'a')).toHaveLength(AT_ONCE)
  held.splice(0).forEach((release) => release())
  expect((await other).statusCode).toBe(200)
  await until(() => held.length === 2)
  held.splice(0).forEach((release) => release())
  expect((await Promise.all(calls)).map((a) => a.statusCode)).toEqual(Array(6).fill(200))
})

test('a caller that waits too long for a turn is refused, with the time to retry', async () => {
  const { held } = await start({ patience: 1 })
  const running = Array.from({ length: AT_ONCE }, (_, i) => call(chart.path, `s${i}`))
  await until(() => held.length === AT_ONCE)
  const refused = await call(chart.path, 's9')
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  held.forEach((release) => release())
  expect((await Promise.all(running)).map((a) => a.statusCode)).toEqual([200, 200, 200, 200])
  const next = call(chart.path, 's9')
  await until(() => held.length === AT_ONCE + 1)
  held[AT_ONCE]()
  expect((await next).statusCode).toBe(200)
})

test('a client that does not read a file is disconnected, and its turn goes to the next one', async () => {
  const { held, cut } = await start({ stalled: 50 })
  const files = await Promise.all(Array.from({ length: AT_ONCE }, () => call(file.path, 's')))
  const next = call(chart.path, 's')
  await cut
  await until(() => held.length === 1)
  held[0]()
  expect((await next).statusCode).toBe(200)
  for (const one of files) one.destroy()
})

test('a client that does not read a stream is disconnected too', async () => {
  const { cut } = await start({ stalled: 50 })
  const one = await call(stream.path, 's')
  await cut
  one.destroy()
})
