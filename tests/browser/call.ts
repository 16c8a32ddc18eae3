import { login } from '#contract/auth.ts'
import { fullPath, type Endpoint, type Input, type Output } from '#contract/endpoint.ts'

interface As {
  /** A token of somebody who has signed in, or of a logger. */
  bearer?: string
  hydro?: string
}

/** Calls an endpoint of a server that runs. Throws with what it answered where it refused. */
export async function call<E extends Endpoint>(
  url: string,
  endpoint: E,
  input: Input<E>,
  { bearer, hydro }: As = {},
): Promise<Output<E>> {
  const {
    params = {},
    query = {},
    body,
  } = input as Record<'params' | 'query', Record<string, string>> & {
    body?: object
  }
  const path = fullPath(endpoint).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]))
  const search = new URLSearchParams(query).toString()
  const answer = await fetch(url + path + (search && `?${search}`), {
    method: endpoint.method,
    headers: {
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...(hydro ? { hydro } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${endpoint.method} ${path}: ${answer.status} ${text}`)
  return (JSON.parse(text) as { data: Output<E> }).data
}

/** Signs in by the API; answers the access token. */
export async function accessOf(url: string, username: string, password: string): Promise<string> {
  const { token } = await call(url, login, { body: { username, password } })
  return token.access
}
