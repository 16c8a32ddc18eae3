import { expect } from 'vitest'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { postReadings } from '#contract/readings.ts'
import type { FiredRow } from '#server/features/quality/index.ts'
import { DAY, MINUTE, toLocal } from '#core/time/index.ts'
import { demoDescription, observe, parseFaults, simulate, type Reading } from '#plant/index.ts'
import { addReservoir, testServer, type Caller, type TestServer } from '../server.ts'

export { DAY, HOUR, MINUTE } from '#core/time/units.ts'

export const ZONE = 'Asia/Ho_Chi_Minh'
export const seed = demoDescription()
export const HYDRO = seed.hydroCode
export const local = (t: number) => toLocal(t, ZONE)

export interface Fixture {
  server: TestServer
  send(readings: readonly Reading[]): Promise<void>
  /** Sends the sensors' readings over (from, to] in steps, advancing the clock, with each step settled. */
  live(from: number, to: number, step?: number): Promise<void>
  /** Sends what the sensors would have sent without faults. */
  sendTrue(which: (r: Reading) => boolean): Promise<void>
  settle(): Promise<void>
  ask<E extends Endpoint>(endpoint: E, input?: Input<E>, as?: Caller): Promise<Output<E>>
  /** Fields at which an item's body is refused. */
  refused<E extends Endpoint>(endpoint: E, body: unknown): Promise<{ fields: [string, string][] }>
  /**
   * Everything that ever fired, cleared or not; read from the database, as the session ends when the clock advances.
   */
  fired(): Promise<FiredRow[]>
  close(): Promise<void>
}

/** The demo's reservoir over [from, to] with faults switched on (counted from `from`); nothing is sent yet. */
export async function fixture(
  from: number,
  to: number,
  faults: string,
  has: (series: string) => boolean = () => true,
): Promise<Fixture> {
  const server = await testServer({ now: from })
  const { app } = server
  await addReservoir(app, seed)
  const token = await server.ingestToken(HYDRO)
  const truth = simulate({ from: from - DAY, to, step: MINUTE })
  const all = observe(truth, parseFaults(faults, from))
    .filter((r) => has(r.series))
    .toSorted((a, b) => a.at - b.at)
  const opened: Fixture = {
    server,
    async send(readings) {
      for (let i = 0; i < readings.length; i += 20_000) {
        const part = readings.slice(i, i + 20_000).map(({ series, t, v }) => ({ series, t, v }))
        const answer = await server.call(postReadings, { body: { readings: part } } as never, { token })
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      }
    },
    async live(a, b, step = b - a) {
      for (let t = a + step; t <= b; t += step) {
        server.clock.set(t)
        await opened.send(all.filter((r) => r.at > t - step && r.at <= t))
        await opened.settle()
        await app.quality.checkSilences(HYDRO)
      }
    },
    sendTrue: (which) => opened.send(observe(truth, []).filter(which)),
    async settle() {
      await app.calculation.settle(HYDRO)
    },
    async ask(endpoint, input, as) {
      const answer = await server.call(endpoint, input as never, as ?? { account: 'manager' })
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
      return answer.body.data as never
    },
    async refused(endpoint, body) {
      const input = { body: { body, from: null } } as never
      const answer = await server.call(endpoint, input, { account: 'manager' })
      expect(answer.status, JSON.stringify(answer.body)).toBe(400)
      return { fields: (answer.body.errors ?? []).map((e) => [e.path, e.code]) }
    },
    fired: () => app.services.db.query<FiredRow>('SELECT * FROM check_span ORDER BY from_t, key, series'),
    close: () => server.close(),
  }
  return opened
}
