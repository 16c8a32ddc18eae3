import Fastify from 'fastify'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { getReport } from '#contract/report.ts'
import { fullPath } from '#contract/endpoint.ts'
import { resetOnFailure } from '#server/lib/reset.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

/** How a connection of HTTP/1.0 ends that receives the content, and what it received. */
async function received(content: Readable, atFirst: () => void): Promise<{ end: string; text: string }> {
  const app = Fastify({ forceCloseConnections: true })
  app.get(fullPath(getReport), (_request, reply) => reply.send(resetOnFailure(content, reply)))
  cleanups.push(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let text = ''
  return new Promise((done) => {
    socket.on('data', (bytes) => {
      text += String(bytes)
      if (text.includes('first')) atFirst()
    })
    socket.on('end', () => done({ end: 'whole', text }))
    socket.on('error', (error: Error & { code?: string }) => done({ end: error.code!, text }))
    socket.write(`GET ${fullPath(getReport)} HTTP/1.0\r\n\r\n`)
  })
}

const begun = () => {
  const content = new Readable({ read() {} })
  content.push('first\r\n')
  return content
}

test('a file that fails half-way does not pass for a whole one, even by HTTP/1.0', async () => {
  const content = begun()
  const { end, text } = await received(content, () => content.destroy(new Error('the database is gone')))
  expect(text).toContain('first')
  expect(end).toBe('ECONNRESET')
})

test('a whole file ends as it should', async () => {
  const content = begun()
  const { end, text } = await received(content, () => content.push(null))
  expect(text).toMatch(/first\r\n$/)
  expect(end).toBe('whole')
})
