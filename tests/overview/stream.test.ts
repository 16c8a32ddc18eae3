import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '#core/time/units.ts'
import { getOverviewFeed, type OverviewEvent } from '#contract/overview.ts'
import { fullPath } from '#contract/endpoint.ts'
import { openReader, type Reader } from '../api/stream.ts'
import { HERE, THERE, fixture, seed, type Fixture, type Person } from '../people/fixture.ts'

let h: Fixture
let origin: string
let viewer: string
let readers: Reader<OverviewEvent>[] = []

beforeAll(async () => {
  h = await fixture({ env: { EDITION: 'SERVER' }, two: true })
  viewer = await h.role(4, ['dashboard.view'])
  // Away from the half hours at which the small lines of all rows move on.
  h.server.clock.advance(10 * MINUTE)
  origin = await h.server.app.web.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => h.close())
afterEach(async () => {
  for (const r of readers) r.close()
  await Promise.all(readers.map((r) => r.closed))
  readers = []
})

async function open(person: Person, after: string | null = null) {
  const search = after === null ? '' : `?last_event_id=${encodeURIComponent(after)}`
  const reader = await openReader<OverviewEvent>(origin + fullPath(getOverviewFeed) + search, {
    authorization: `Bearer ${await h.server.signIn(person.username)}`,
    hydro: HERE,
  })
  readers.push(reader)
  return reader
}
const level = (hydroCode: string, below: number, at = h.server.clock.now()) =>
  h.server.app.history.write(
    { hydroCode, series: ['general.lake_level'], t: [at], v: [seed.plant.levels.normal - below], q: [0] },
    { source: 'computed' },
  )
const levels = (e: { data: { rows: { hydro_code: string; level: { value: number | null } }[] } }) =>
  e.data.rows.map((r) => [
    r.hydro_code,
    r.level.value === null ? null : seed.plant.levels.normal - r.level.value,
  ])
const grant = (person: Person, hydro: string) =>
  h.server.app.services.db.query(
    'INSERT INTO account_role (account_id, hydro_code, role_id) VALUES ($1, $2, $3)',
    [person.id, hydro, viewer],
  )
const revoke = (person: Person, hydro: string) =>
  h.server.app.services.db.query('DELETE FROM account_role WHERE account_id = $1 AND hydro_code = $2', [
    person.id,
    hydro,
  ])

describe('the stream of the overview', () => {
  test('begins with all rows of the account, then sends those that changed', async () => {
    await level(HERE, 1)
    await level(THERE, 2)
    const both = await open(await h.account({ [HERE]: viewer, [THERE]: viewer }))
    const one = await open(await h.account({ [HERE]: viewer }))
    expect(levels(await both.next('snapshot')).sort()).toEqual([
      [HERE, 1],
      [THERE, 2],
    ])
    expect(levels(await one.next('snapshot'))).toEqual([[HERE, 1]])
    h.server.clock.advance(MINUTE)
    await level(THERE, 3)
    expect(levels(await both.next('change'))).toEqual([[THERE, 3]])
    h.server.clock.advance(MINUTE)
    await level(HERE, 4)
    expect(levels(await both.next('change'))).toEqual([[HERE, 4]])
    expect(levels(await one.next('change'))).toEqual([[HERE, 4]])
    expect(JSON.stringify(one.events)).not.toContain(THERE)
  })

  test('continues where it broke, with the rows that changed since', async () => {
    const person = await h.account({ [HERE]: viewer, [THERE]: viewer })
    const watching = await open(person)
    await watching.next('snapshot')
    const first = await open(person)
    const { id } = await first.next('snapshot')
    first.close()
    h.server.clock.advance(MINUTE)
    await level(THERE, 5)
    await watching.next('change')
    const again = await open(person, id)
    expect(levels(await again.next('change'))).toEqual([[THERE, 5]])
    expect(again.events.map((e) => e.event)).not.toContain('snapshot')
    expect(levels(await (await open(person, 'unknown:7')).next('snapshot'))).toHaveLength(2)
  })

  test('a grant that ends removes its row, the last one ends the stream; a new one adds its row', async () => {
    const person = await h.account({ [HERE]: viewer })
    const reader = await open(person)
    await reader.next('snapshot')
    await grant(person, THERE)
    await h.server.app.overview.beat()
    expect((await reader.next('change')).data).toMatchObject({ rows: [{ hydro_code: THERE }], gone: [] })
    await revoke(person, THERE)
    await h.server.app.overview.beat()
    expect((await reader.next('change')).data.gone).toEqual([THERE])
    h.server.clock.advance(MINUTE)
    await level(THERE, 6)
    await level(HERE, 7)
    expect(levels(await reader.next('change'))).toEqual([[HERE, 7]])
    await revoke(person, HERE)
    await h.server.app.overview.beat()
    expect((await reader.next('end')).data.code).toBe('token_invalid')
    await reader.closed
  })

  test('a row that changes by time alone is sent with the heartbeat', async () => {
    await level(HERE, 1)
    const reader = await open(await h.account({ [HERE]: viewer }))
    expect((await reader.next('snapshot')).data.rows[0]).toMatchObject({ state: 'ok' })
    h.server.clock.advance(60 * MINUTE)
    await h.server.app.overview.beat()
    expect((await reader.next('change')).data.rows[0]).toMatchObject({
      state: 'silent',
      reason: 'level_late',
    })
  })
})
