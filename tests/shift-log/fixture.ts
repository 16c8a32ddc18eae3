import type { Body, Endpoint, Input, Output } from '#contract/endpoint.ts'
import { HOUR, plant, type Logged } from '../gate-log/plant.ts'
import { PASSWORD, type Answer, type TestServer } from '../server.ts'

export interface Fixture extends Logged {
  /** Local time of the plant, to the minute. */
  at(t: number): string
  /** Sends a body as one of the accounts, in English. */
  post<E extends Endpoint>(endpoint: E, body: Body<E>, account?: string): Promise<Answer<Output<E>>>
  /** The same for a call that must succeed. */
  done<E extends Endpoint>(endpoint: E, body: Body<E>, account?: string): Promise<Output<E>>
  get<E extends Endpoint>(endpoint: E, input?: Input<E>, account?: string): Promise<Output<E>>
  /** Lets more time pass than a session lasts; everybody signs in again. */
  later(ms: number): Promise<void>
}

/** The plant of the gate log, with accounts that sign in again as time passes. */
export async function fixture(): Promise<Fixture> {
  const logged = await plant()
  const { server } = logged
  const tokens = new Map<string, string>()
  const token = async (account: string) => {
    const old = tokens.get(account)
    if (old) return old
    const fresh = await signIn(server, account)
    tokens.set(account, fresh)
    return fresh
  }
  const call = async <E extends Endpoint>(endpoint: E, input: Input<E>, account: string) =>
    server.call(endpoint, input, { token: await token(account), language: 'en' })
  const must = <T>(answer: Answer<T>): T => {
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
    return answer.body.data as T
  }
  return {
    ...logged,
    at: (t) => new Date(t + 7 * HOUR).toISOString().slice(0, 16).replace('T', ' '),
    post: (endpoint, body, account = 'operator') => call(endpoint, { body } as never, account),
    done: async (endpoint, body, account = 'operator') =>
      must(await call(endpoint, { body } as never, account)),
    get: async (endpoint, input = {} as never, account = 'operator') =>
      must(await call(endpoint, input, account)),
    async later(ms) {
      server.clock.advance(ms)
      tokens.clear()
    },
  }
}

let address = 0
async function signIn(server: TestServer, username: string): Promise<string> {
  const answer = await server.raw({
    method: 'POST',
    url: '/api/renew/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ username, password: PASSWORD }),
    // Sign-ins are limited by address.
    remoteAddress: `10.2.0.${address++ & 255}`,
  })
  return (answer.body.data as { token: { access: string } }).token.access
}
