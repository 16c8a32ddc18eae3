import { fullPath, type Endpoint } from '#contract/endpoint.ts'
import type { TestServer } from '../server.ts'

/** Uploads a file as an account does by the page. */
export async function upload(
  server: TestServer,
  e: Endpoint,
  query: Record<string, string>,
  payload: string | Buffer,
  { account = 'admin', language = 'en' } = {},
) {
  const token = await server.signIn(account)
  return server.raw({
    method: 'POST',
    url: `${fullPath(e)}?${new URLSearchParams(query)}`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
      'accept-language': language,
    },
    payload,
  })
}
