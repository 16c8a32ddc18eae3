import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, toLocal } from '#core/time/index.ts'
import * as contract from '#contract/dashboard.ts'
import { addAct } from '#contract/edits.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { postReadings } from '#contract/readings.ts'
import { demoDescription, observe, simulate, type Reading } from '#plant/index.ts'
import { addReservoir, PASSWORD, testServer, type TestServer } from '../server.ts'

const seed = demoDescription()
const HYDRO = seed.hydroCode
// 13:00 at the plant, in a flood: units run and gates are open.
const T = Date.UTC(2025, 9, 16, 6)
const local = (t: number) => toLocal(t, 'Asia/Ho_Chi_Minh')
const readings = observe(simulate({ from: T - 30 * HOUR, to: T + HOUR, step: 5 * MINUTE }))
/** Readings that a logger kept while its line was down, and sent later. */
const late = readings.filter(
  (r) => /^(level\.reservoir|gate)/.test(r.series) && r.t > T - 4 * HOUR && r.t <= T - 3 * HOUR,
)

let server: TestServer
const actor = { actor: 'test', address: null, hydro: HYDRO }

async function send(list: readonly Reading[]) {
  const token = await server.ingestToken(HYDRO)
  const body = { readings: list.map(({ series, t, v }) => ({ series, t, v })) }
  const a = await server.call(postReadings, { body } as never, { token })
  expect(a.body.data).toMatchObject({ rejected: [] })
  await server.app.calculation.settle(HYDRO)
}

let address = 0
/** Signs in again: tokens expire after a quarter of an hour, and these tests move the clock. */
async function signIn(): Promise<string> {
  const a = await server.raw({
    method: 'POST',
    url: '/api/renew/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ username: 'admin', password: PASSWORD }),
    remoteAddress: `10.4.0.${++address}`,
  })
  return (a.body.data as { token: { access: string } }).token.access
}

const GETS = {
  last: contract.getGeneralLast,
  figures: contract.getIndicators,
  outlets: contract.getOutlets,
  levels: contract.getWaterdepths,
  catchments: contract.getCatchments,
  hydros: contract.getHydros,
} as const
const RANGES = {
  records: { from: local(T - 20 * HOUR), to: local(T + HOUR) },
  few: { from: local(T - 20 * HOUR), to: local(T + HOUR), max_rows: 20 },
  columns: { from: local(T - 20 * HOUR), to: local(T + HOUR), layout: 'columns', px: 1500 },
  thinned: { from: local(T - 20 * HOUR), to: local(T + HOUR), layout: 'columns', px: 50 },
} as const

/** Everything that the dashboard requests, now or as known then. */
async function all(knownAt?: string | number): Promise<Record<string, unknown>> {
  const token = await signIn()
  const out: Record<string, unknown> = {}
  const known = knownAt === undefined ? {} : { known_at: knownAt }
  const ask = async (name: string, endpoint: Endpoint, input: object) => {
    const a = await server.call(endpoint, input as never, { token })
    expect(a.status, JSON.stringify(a.body)).toBe(200)
    const { meta } = a.body as { meta?: { known_at?: number } }
    if (knownAt === undefined) expect(meta).toBeUndefined()
    else expect(meta!.known_at! % 1000).toBe(0)
    // The mode of operation is answered for the present only.
    const { operation, ...data } = a.body.data as { operation?: unknown }
    if (name === 'figures' && knownAt !== undefined) expect(operation).toBeNull()
    out[name] = Array.isArray(a.body.data) ? a.body.data : data
  }
  for (const [name, endpoint] of Object.entries(GETS))
    await ask(name, endpoint, knownAt === undefined ? {} : { query: known })
  for (const [name, body] of Object.entries(RANGES))
    await ask(name, contract.getDataFromTo, { body: { ...body, ...known } })
  return out
}

async function refused(knownAt: string | number, more: object = {}) {
  const body = { ...RANGES.columns, ...more, known_at: knownAt }
  const a = await server.call(contract.getDataFromTo, { body } as never, { token: await signIn() })
  expect(a.status).toBe(400)
  return [a.body.errors![0].path, a.body.errors![0].code]
}

describe('as known then, over http', () => {
  const seen: { at: number; was: Record<string, unknown> }[] = []
  const see = async () => {
    seen.push({ at: server.clock.now(), was: await all() })
    server.clock.advance(10 * MINUTE)
  }

  beforeAll(async () => {
    server = await testServer({ now: T })
    await addReservoir(server.app, seed)
    await send(readings.filter((r) => r.t <= T && !late.includes(r)))
    await see()
    await send(late)
    await see()
    const act = {
      series: 'level.reservoir.1',
      from: T - 2 * HOUR,
      to: T - HOUR,
      kind: 'offset',
      b: 0.05,
    }
    const made = await server.call(addAct, { body: { act, reason: 'the staff reads five more' } } as never, {
      token: await signIn(),
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    await server.app.calculation.settle(HYDRO)
    await see()
    const { plants } = server.app
    const description = await plants.describe(HYDRO)
    const [{ id, body }] = description.plant
    const levels = { ...body.levels, normal: body.levels.normal - 0.5 }
    await server.app.services.db.tx(async (c) => {
      await plants.change(c, actor, {
        hydroCode: HYDRO,
        noun: 'plant',
        itemId: id,
        body: { ...body, levels },
        from: null,
        to: null,
        reason: 'as licensed',
      })
    })
    plants.changed(HYDRO, null, null)
    await send(readings.filter((r) => r.t > T && r.t <= T + 30 * MINUTE))
    await see()
  }, 240_000)
  afterAll(() => server.close())

  test('every state that was read differs from the next', () => {
    const records = seen.map(({ was }) => JSON.stringify([was.records, was.hydros]))
    expect(new Set(records).size).toBe(4)
  })

  test('late packet, edit, description and computed values are each as of then, to the last digit', async () => {
    for (const { at, was } of seen) {
      const then = await all(at)
      for (const name of Object.keys(was)) expect(then[name], `${name} at ${at - T}`).toEqual(was[name])
      // At any time until the next change.
      expect((await all(local(at + 9 * MINUTE))).records).toEqual(was.records)
    }
  }, 120_000)

  test('the same holds once the days are packed', async () => {
    await server.app.history.pack({ olderThan: T + 2 * DAY })
    for (const { at, was } of seen) {
      const then = await all(at)
      for (const name of Object.keys(was)) expect(then[name], `${name} at ${at - T}`).toEqual(was[name])
    }
  }, 120_000)

  test('an invalid instant is refused with a message', async () => {
    expect(await refused(local(server.clock.now() + HOUR))).toEqual(['known_at', 'known_in_future'])
    expect(await refused(T - DAY)).toEqual(['known_at', 'known_before_first'])
    expect(await refused(local(T - 6 * 366 * DAY))).toEqual(['known_at', 'known_no_longer'])
    expect(await refused('2025-02-30 10:00')).toEqual(['known_at', 'invalid_time'])
    expect(await refused(T, { from: local(T - 500 * DAY) })).toEqual(['to', 'known_too_long'])
  })
})
