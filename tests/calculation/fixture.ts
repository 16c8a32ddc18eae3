import { expect } from 'vitest'
import { postReadings } from '#contract/readings.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import type { Series } from '#core/series/index.ts'
import { HOUR, MINUTE, toLocal } from '#core/time/index.ts'
import { createRunWorker } from '#server/features/calculation/index.ts'
import type { Reading } from '#plant/index.ts'
import { demoDescription, observe, simulate } from '#plant/index.ts'
import { addReservoir, PASSWORD, testServer, type Caller, type TestServer } from '../server.ts'
import { day, differences } from '../api/bench.ts'

export { DAY, HOUR, MINUTE } from '#core/time/units.ts'

export const ZONE = 'Asia/Ho_Chi_Minh'
export const seed = demoDescription()
export const HYDRO = seed.hydroCode
/** In a flood, in the middle of a UTC day, at the end of an interval. */
export const T = Date.UTC(2025, 9, 16, 6)
export const local = (t: number) => toLocal(t, ZONE)

export interface Fixture {
  server: TestServer
  /** Sends readings of the simulated plant over (from, to] by ingest. */
  send(readings: readonly Reading[]): Promise<void>
  settle(): Promise<void>
  /** The answer of a successful call. */
  ask<E extends Endpoint>(endpoint: E, input?: Input<E>, as?: Caller): Promise<Output<E>>
  /** Code of a refusal, and the fields it names. */
  refused<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    as?: Caller,
  ): Promise<{ status: number; code: string; fields: [string, string][] }>
  /** Everything stored of computed series. */
  stored(from: number, to: number): Promise<Map<string, Series>>
  /** A worker that works in small parts and stops at a given point. */
  worker(part: number, pause?: (after: string) => Promise<void> | void): ReturnType<typeof createRunWorker>
}

/** Everything reports and is computed hourly. */
function slow(): typeof seed {
  const hourly = <T extends { body: { every: number } }>(list: readonly T[]) =>
    list.map((x) => ({ ...x, body: { ...x.body, every: 3600 } }))
  const { positions, gates, units, stations } = seed
  return {
    ...seed,
    parameters: { ...seed.parameters, interval: 3600 },
    positions: hourly(positions),
    gates: hourly(gates),
    units: hourly(units),
    stations: hourly(stations),
  }
}

/** The demo's reservoir with `span` ms of readings up to T, computed; hourly: of whole hours. */
export async function fixture(span: number, { hourly = false } = {}): Promise<Fixture> {
  const server = await testServer({ now: T })
  const { app } = server
  await addReservoir(app, hourly ? slow() : seed)
  const token = await server.ingestToken(HYDRO)
  const sessions = new Map<string, Promise<string>>()
  /** A session that is valid at the present time of the server's clock. */
  const session = ({ token, account = 'manager', ...rest }: Caller = {}): Promise<Caller> => {
    const quarter = Math.floor(server.clock.now() / (10 * MINUTE))
    const key = `${account} ${quarter}`
    if (!token && !sessions.has(key))
      sessions.set(
        key,
        server
          .raw({
            method: 'POST',
            url: '/api/renew/auth/login',
            headers: { 'content-type': 'application/json' },
            payload: JSON.stringify({ username: account, password: PASSWORD }),
            remoteAddress: `10.2.0.${sessions.size}`,
          })
          .then((a) => (a.body.data as { token: { access: string } }).token.access),
      )
    return Promise.resolve(token ?? sessions.get(key)!).then((own) => ({ ...rest, token: own }))
  }
  const opened: Fixture = {
    server,
    async send(readings) {
      for (let i = 0; i < readings.length; i += 20_000) {
        const part = readings.slice(i, i + 20_000).map(({ series, t, v }) => ({ series, t, v }))
        const answer = await server.call(postReadings, { body: { readings: part } } as never, { token })
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      }
    },
    async settle() {
      await app.calculation.settle(HYDRO)
      await app.history.settleBins()
    },
    async ask(endpoint, input, as) {
      const answer = await server.call(endpoint, input as never, await session(as))
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
      return answer.body.data as never
    },
    async refused(endpoint, input, as) {
      const { status, body } = await server.call(endpoint, input as never, await session(as))
      return { status, code: body.code!, fields: (body.errors ?? []).map((e) => [e.path, e.code]) }
    },
    async stored(from, to) {
      const all = await app.readings.registry.list(HYDRO)
      const codes = all.filter((x) => x.source === 'computed').map((x) => x.code)
      return app.history.read(HYDRO, codes, from, to)
    },
    worker: (part, pause) =>
      createRunWorker(
        app.services,
        {
          plants: app.plants,
          history: app.history,
          readings: app.readings,
          calculation: app.calculation,
        },
        { part, pause },
      ),
  }
  const readings = hourly ? observe(simulate({ from: T - span, to: T, step: HOUR })) : day(T - span, T)
  await opened.send(readings.filter((r) => !hourly || r.t % HOUR === 0))
  await opened.settle()
  return opened
}

export function expectSame(a: ReadonlyMap<string, Series>, b: ReadonlyMap<string, Series>): void {
  expect(differences(a, b).slice(0, 5)).toEqual([])
}
