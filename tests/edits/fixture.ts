import { HOUR, MINUTE } from '#core/time/units.ts'
import type { Series } from '#core/series/index.ts'
import { addAct, undoAct, type EditInput } from '#contract/edits.ts'
import { postReadings } from '#contract/readings.ts'
import { demoDescription, observe, simulate } from '#plant/index.ts'
import { addReservoir, testServer, type Caller, type TestServer } from '../server.ts'

export { DAY, HOUR, MINUTE } from '#core/time/units.ts'

export const seed = demoDescription()
export const HYDRO = seed.hydroCode
/** In a flood: units run and gates are open. */
export const T = Date.UTC(2025, 9, 16, 6)
export const START = T - 30 * HOUR
export const LEVEL = 'level.reservoir.1'
export const readings = observe(simulate({ from: START, to: T + 2 * HOUR, step: 5 * MINUTE }))

export interface Fixture extends Omit<TestServer, 'raw'> {
  /** A request body. */
  raw0: TestServer['raw']
  token: string
  send(list: readonly { series: string; t: number; v: number | null }[]): Promise<void>
  /** Computes what is dirty, and its bins. */
  settle(): Promise<void>
  used(series?: string, from?: number, to?: number): Promise<Series>
  raw(series?: string, from?: number, to?: number): Promise<Series>
  /** As people left it, whatever checks think of that. */
  edited(): Promise<Series>
  /** Every computed series of the day, and the hours of everything, to the last digit. */
  digits(): Promise<string[]>
  add(act: EditInput, as?: string, more?: object): ReturnType<TestServer['call']>
  undo(id: string, as?: string): ReturnType<TestServer['call']>
}

/** A plant whose readings of a day and a half are stored and computed. */
export async function fixture(): Promise<Fixture> {
  const server = await testServer({ now: T })
  const { app } = server
  await addReservoir(app, seed)
  const token = await server.ingestToken(HYDRO)
  const one = async (series: string, from: number, to: number, o: { raw?: boolean; unchecked?: boolean }) =>
    (await app.history.read(HYDRO, [series], from, to, o)).get(series)!
  const caller = (account: string): Caller => ({ account })
  const h: Fixture = {
    ...server,
    raw0: server.raw,
    token,
    async send(list) {
      const body = { readings: list.map(({ series, t, v }) => ({ series, t, v })) }
      await server.call(postReadings, { body } as never, { token })
    },
    async settle() {
      await app.calculation.settle(HYDRO)
      await app.history.settleBins()
    },
    used: (series = LEVEL, from = START, to = T) => one(series, from, to, {}),
    raw: (series = LEVEL, from = START, to = T) => one(series, from, to, { raw: true }),
    edited: () => one(LEVEL, START, T, { unchecked: true }),
    async digits() {
      await h.settle()
      const codes = (await app.readings.registry.list(HYDRO)).map((r) => r.code)
      const data = await app.history.read(HYDRO, codes, START, T)
      const bins = await app.history.bins(HYDRO, codes, START - HOUR, T)
      return codes.flatMap((code) => {
        const { t, v, q } = data.get(code)!
        const hours = bins.get(code)!
        return [
          ...Array.from(t, (at, i) => `${code} ${at} ${v[i]} ${q[i]}`),
          ...Array.from(
            hours.start,
            (at, i) =>
              `${code} hour ${at} ${hours.n[i]} ${hours.sum[i]} ${hours.min[i]} ${hours.max[i]} ${hours.q[i]}`,
          ),
        ]
      })
    },
    add: (act, as = 'operator', more = {}) =>
      server.call(addAct, { body: { act, reason: 'a test', ...more } }, caller(as)) as never,
    undo: (act_id, as = 'operator') => server.call(undoAct, { body: { act_id } }, caller(as)) as never,
  }
  await h.send(readings.filter((r) => r.t <= T))
  await h.settle()
  return h
}

export const at = (s: Series, t: number) => s.v[s.t.indexOf(t)]
export const gradeAt = (s: Series, t: number) => s.q[s.t.indexOf(t)]
