import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { unauthorized } from './errors.ts'
import { openapi } from './openapi.ts'

const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/**
 * Serves the OpenAPI document and its reader. Both need a session (a page load has no header, so the cookie of the
 * access token counts here); the document can also be read with any token. The reader has a content policy of its own.
 */
export async function serveDocs(
  app: FastifyInstance,
  operations: ReadonlyMap<string, Endpoint>,
  version: string,
  /** by: the cookie of a page load, or also a token in a header. */
  mayRead: (request: FastifyRequest, by: 'cookie' | 'either') => Promise<boolean>,
): Promise<void> {
  let document: string | null = null
  app.get('/api/openapi.json', async (request, reply) => {
    if (!(await mayRead(request, 'either'))) throw unauthorized()
    document ??= JSON.stringify(openapi(operations, version))
    return reply.header('content-type', 'application/json; charset=utf-8').send(document)
  })
  await app.register(async (docs) => {
    docs.addHook('onRequest', async (request, reply) => {
      if (!(await mayRead(request, 'cookie'))) return reply.redirect('/account/login?redirect=%2Fapi%2Fdocs')
    })
    docs.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', POLICY)
    })
    await docs.register(reference, {
      routePrefix: '/api/docs',
      configuration: {
        url: '/api/openapi.json',
        pageTitle: 'Forebay · API',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
      },
    })
  })
}
