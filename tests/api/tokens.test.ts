import { MINUTE } from '#core/time/units.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSeries, putSeries } from '#contract/readings.ts'
import { addToken, getTokenSeries, listTokens, revokeToken } from '#contract/tokens.ts'
import { demoDescription } from '#plant/describe.ts'
import { testServer, type TestServer } from '../server.ts'

let server: TestServer
const seed = demoDescription()

beforeAll(async () => {
  server = await testServer()
  await server.app.plants.create({ actor: 'test', address: null, hydro: seed.hydroCode }, seed)
})
afterAll(() => server.close())

const listed = async (id: string) =>
  (await server.call(listTokens)).body.data!.find((token) => token.token_id === id)!

test('a token has its author and last use, to the minute', async () => {
  const made = (await server.call(addToken, { body: { name: 'logger', scopes: ['read'] } })).body.data!
  expect(made).toMatchObject({ last_used_at: null, revoked_at: null, series: null })
  expect(made.created_by_name).toMatch(/\S/)
  const use = () => server.call(listSeries, {}, { token: made.secret })

  const first = new Date(server.clock.now()).toISOString()
  expect((await use()).status).toBe(200)
  expect((await listed(made.token_id)).last_used_at).toBe(first)
  server.clock.advance(MINUTE / 2)
  await use()
  expect((await listed(made.token_id)).last_used_at).toBe(first)
  server.clock.advance(MINUTE)
  await use()
  expect((await listed(made.token_id)).last_used_at).toBe(new Date(server.clock.now()).toISOString())
})

test('revoking ends it at once, and revoking again changes nothing', async () => {
  const made = (await server.call(addToken, { body: { name: 'x', scopes: ['read'] } })).body.data!
  const revoked = (await server.call(revokeToken, { body: { token_id: made.token_id } })).body.data!
  expect(revoked.revoked_at).toBe(new Date(server.clock.now()).toISOString())
  expect((await server.call(listSeries, {}, { token: made.secret })).status).toBe(401)
  server.clock.advance(MINUTE)
  const again = (await server.call(revokeToken, { body: { token_id: made.token_id } })).body.data!
  expect(again.revoked_at).toBe(revoked.revoked_at)
})

test('a token can be limited to series of the reservoir, and the limit applies', async () => {
  const describer = await server.ingestToken(seed.hydroCode, ['describe'])
  for (const code of ['level.a', 'level.b'])
    await server.call(
      putSeries,
      { params: { code }, body: { name: code, unit: 'm', kind: 'instant' } },
      { token: describer },
    )
  const all = (await server.call(getTokenSeries)).body.data!
  expect(all.map((s) => [s.hydro_code, s.code])).toEqual([
    [seed.hydroCode, 'level.a'],
    [seed.hydroCode, 'level.b'],
  ])
  const one = 'level.a'
  const made = (
    await server.call(addToken, { body: { name: 'one', scopes: ['read', 'read'], series: [one, one] } })
  ).body.data!
  expect(made).toMatchObject({ scopes: ['read'], series: [one] })
  const seen = (await server.call(listSeries, {}, { token: made.secret })).body.data!
  expect(seen.map((s) => s.code)).toEqual([one])
})
