import { ITEMS } from '#contract/items.ts'
import type { DescriptionSeed } from '#contract/description.ts'
import { demoDescription } from '#plant/describe.ts'
import { addReservoir, PASSWORD, testServer, type Caller, type TestServer } from '../server.ts'

export const seed = demoDescription()
export const HYDRO = seed.hydroCode

/** A server with one reservoir, set up from nothing. */
export async function reservoir(given: DescriptionSeed = seed): Promise<TestServer> {
  const server = await testServer()
  await addReservoir(server.app, given)
  return server
}

/** Lets more time pass than a session lasts, and signs everybody in again. Returns admin's new call function. */
export async function later(server: TestServer, ms: number): Promise<{ token: string }> {
  server.clock.advance(ms)
  const a = await server.raw({
    method: 'POST',
    url: '/api/renew/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ username: 'admin', password: PASSWORD }),
  })
  return { token: (a.body.data as { token: { access: string } }).token.access }
}

/** The parameters in force now. */
export async function parameters(server: TestServer, as?: Caller) {
  return (await server.call(ITEMS.parameters.list, {}, as)).body.data![0]
}

/** Changes some of the parameters; returns the version. */
export async function changeParameters(
  server: TestServer,
  part: Record<string, unknown>,
  more: { from?: string; reason?: string } = {},
  as?: Caller,
): Promise<string> {
  const now = await parameters(server, as)
  const body = { version: now.version, body: { ...now.body, ...part }, ...more }
  const changed = await server.call(ITEMS.parameters.change, { params: { id: 'parameters' }, body }, as)
  if (changed.status !== 200) throw new Error(JSON.stringify(changed.body))
  return changed.body.data!.version
}
