import { login } from '#contract/auth.ts'
import { fullPath, type Endpoint, type Input, type Output } from '#contract/endpoint.ts'
import type { World } from './world.ts'

export type Ask = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Output<E>>

/** Calls the server of a screenshot as an account does. */
export async function signedIn(
  { url, password }: Pick<World, 'url' | 'password'>,
  username = 'admin',
): Promise<Ask> {
  let token: string | null = null
  async function ask<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>> {
    const { body } = input as { body?: object }
    const answer = await fetch(url + fullPath(endpoint), {
      method: endpoint.method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${fullPath(endpoint)}: ${answer.status} ${text}`)
    return (JSON.parse(text) as { data: Output<E> }).data
  }
  token = (await ask(login, { body: { username, password } })).token.access
  return ask
}
