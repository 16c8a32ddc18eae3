import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { login } from '#contract/auth.ts'
import { fullPath } from '#contract/endpoint.ts'
import { testServer, type TestServer } from '../server.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

/** The product behind `TRUST_PROXY`, listening. */
async function listening(trust: string | null): Promise<{ server: TestServer; port: number }> {
  const server = await testServer(trust === null ? {} : { env: { TRUST_PROXY: trust } })
  cleanups.push(() => server.close())
  const url = await server.app.web.listen({ host: '127.0.0.1', port: 0 })
  return { server, port: Number(new URL(url).port) }
}

/** A typical proxy: it appends the caller's address, and calls from an address of its own. */
async function proxy(to: number, own: string): Promise<number> {
  const server: Server = createServer((req, res) => {
    const seen = req.headers['x-forwarded-for']
    const caller = req.socket.remoteAddress!
    const onward = request(
      {
        host: '127.0.0.1',
        port: to,
        localAddress: own,
        method: req.method,
        path: req.url,
        headers: { ...req.headers, 'x-forwarded-for': seen ? `${String(seen)}, ${caller}` : caller },
      },
      (answer) => {
        res.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(res)
      },
    )
    req.pipe(onward)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  cleanups.push(() => new Promise((done) => server.close(done)))
  return (server.address() as AddressInfo).port
}

/** Fails a sign-in from an address; returns the address recorded in the audit. */
async function addressSeen(server: TestServer, port: number, from: string, forged?: string): Promise<string> {
  const body = JSON.stringify({ username: 'admin', password: 'Wrong 12345' })
  await new Promise<void>((done, failed) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        localAddress: from,
        method: 'POST',
        path: fullPath(login),
        agent: false,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...(forged ? { 'x-forwarded-for': forged } : {}),
        },
      },
      (answer) => answer.resume().on('end', done),
    ).on('error', failed)
    call.end(body)
  })
  const [row] = await server.app.services.db.query<{ address: string }>(
    "SELECT address FROM audit WHERE act = 'sign-in refused' ORDER BY at DESC, audit_id DESC LIMIT 1",
  )
  return row.address
}

test.each(['1', '127.0.0.2', 'loopback'])(
  'behind one proxy, TRUST_PROXY=%s: the caller is the client of the proxy',
  async (trust) => {
    const { server, port } = await listening(trust)
    const outer = await proxy(port, '127.0.0.2')
    // Trusts the whole loopback network, so that only a name in front of it counts.
    if (trust === 'loopback')
      return expect(await addressSeen(server, outer, '127.0.0.9', '203.0.113.5')).toBe('203.0.113.5')
    expect(await addressSeen(server, outer, '127.0.0.9')).toBe('127.0.0.9')
    expect(await addressSeen(server, outer, '127.0.0.9', '203.0.113.5')).toBe('127.0.0.9')
  },
)

test.each(['2', '127.0.0.2, 127.0.0.3'])(
  'behind two proxies, TRUST_PROXY=%s: the caller is the client of the outer one',
  async (trust) => {
    const { server, port } = await listening(trust)
    const outer = await proxy(await proxy(port, '127.0.0.2'), '127.0.0.3')
    expect(await addressSeen(server, outer, '127.0.0.9')).toBe('127.0.0.9')
    expect(await addressSeen(server, outer, '127.0.0.9', '203.0.113.5')).toBe('127.0.0.9')
  },
)

test('with fewer trusted proxies than there are, the caller is the innermost untrusted one', async () => {
  const { server, port } = await listening('1')
  const outer = await proxy(await proxy(port, '127.0.0.2'), '127.0.0.3')
  expect(await addressSeen(server, outer, '127.0.0.9')).toBe('127.0.0.3')
})

test('without a trusted proxy the header is ignored', async () => {
  const { server, port } = await listening(null)
  expect(await addressSeen(server, port, '127.0.0.9', '203.0.113.5')).toBe('127.0.0.9')
})
