import { expect } from 'vitest'
import { DAY, HOUR, MINUTE } from '#core/time/units.ts'
import { addAct } from '#contract/edits.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { getReadings, postReadings } from '#contract/readings.ts'
import { getReport, type ReportAnswer, type ReportBody } from '#contract/report.ts'
import { demoDescription, observe, simulate } from '#plant/index.ts'
import { testServer, type Caller, type TestServer } from '../server.ts'

export { DAY, HOUR, MINUTE } from '#core/time/units.ts'

export const seed = demoDescription()
export const HYDRO = seed.hydroCode
/** 13:00 local on 16 October 2025. */
export const NOW = Date.UTC(2025, 9, 16, 6)
/** The plant's zone is seven hours ahead and never changes its clocks. */
export const AHEAD = 7 * HOUR
/** The readings begin at a local midnight: 20 August. */
export const BEGIN = Date.UTC(2025, 7, 20) - AHEAD
export const local = (t: number) => new Date(t + AHEAD).toISOString().slice(0, 19).replace('T', ' ')
export const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) - AHEAD

export const RAIN = 'rain.daumoi'
export const LEVEL = 'level.bavan'
export const FLOW = 'discharge.bavan'

/** Values by instant of each series: what the test itself knows. */
export type Known = Map<string, Map<number, number>>

/** A number of 0 to 1 that only depends on its arguments. */
function chance(a: number, b: number): number {
  let x = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 1, 0xc2b2ae35)
  x ^= x >>> 15
  x = Math.imul(x, 0x2c1b3c6d)
  x ^= x >>> 13
  return (x >>> 0) / 2 ** 32
}

const decimals = (v: number, n: number) => Math.round(v * 10 ** n) / 10 ** n

/** Ten-minute readings of three stations: rain, a level that reports five minutes past, and a discharge. */
function written(): Known {
  const out: Known = new Map([
    [RAIN, new Map()],
    [LEVEL, new Map()],
    [FLOW, new Map()],
  ])
  for (let t = BEGIN + 10 * MINUTE; t <= NOW; t += 10 * MINUTE) {
    const i = Math.round((t - BEGIN) / (10 * MINUTE))
    // A logger that was silent for 14 hours, and one for 40 minutes.
    const silent = t > at('2025-09-03 00:00') && t <= at('2025-09-03 14:00')
    if (!silent) out.get(RAIN)!.set(t, chance(1, i) > 0.8 ? decimals(chance(2, i) * 4, 1) : 0)
    if (!silent) out.get(FLOW)!.set(t, decimals(40 + 30 * Math.sin(i / 70) + 3 * chance(3, i), 3))
    const short = t > at('2025-09-05 10:00') && t <= at('2025-09-05 10:40')
    if (!short)
      out.get(LEVEL)!.set(t - 5 * MINUTE, decimals(120 + 2 * Math.sin(i / 90) + chance(4, i) / 50, 2))
  }
  return out
}

export interface Fixture {
  server: TestServer
  /** What was sent and edited, as everybody reads it, and what the calculation made of it. */
  known: Known
  ask<E extends Endpoint>(endpoint: E, input?: Input<E>, as?: Caller): Promise<Output<E>>
  report(body: ReportBody, as?: Caller): Promise<ReportAnswer>
  refused(
    body: unknown,
    as?: Caller,
  ): Promise<{ status: number; code: string; fields: [string, string][]; message: string }>
}

/** A plant with 57 days of readings, with gaps, edits, a late packet and a storage table that changed. */
export async function fixture(env: Record<string, string> = {}): Promise<Fixture> {
  const server = await testServer({ now: NOW, env })
  const { app } = server
  const who = { actor: 'test', address: null, hydro: HYDRO }
  const hourly = <T extends { body: { every: number } }>(list: readonly T[]) =>
    list.map((x) => ({ ...x, body: { ...x.body, every: 3600 } }))
  const { positions, gates, units, stations } = seed
  await app.plants.create(who, {
    ...seed,
    parameters: { ...seed.parameters, interval: 3600 },
    positions: hourly(positions),
    gates: hourly(gates),
    units: hourly(units),
    stations: stations.map((s) => ({
      ...s,
      body: { ...s.body, every: [RAIN, LEVEL, FLOW].includes(s.body.series) ? 600 : 3600 },
    })),
  })
  for (const series of seed.series) {
    const step_s = [RAIN, LEVEL, FLOW].includes(series.code) ? 600 : 3600
    await app.readings.registry.put(HYDRO, { ...series, step_s }, who)
  }
  const token = await server.ingestToken(HYDRO)
  const send = async (readings: readonly { series: string; t: number; v: number | null }[]) => {
    for (let i = 0; i < readings.length; i += 20_000) {
      const part = readings.slice(i, i + 20_000).map(({ series, t, v }) => ({ series, t, v }))
      const answer = await server.call(postReadings, { body: { readings: part } } as never, { token })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    }
  }
  const settle = async () => {
    await app.calculation.settle(HYDRO)
    await app.history.settleBins()
  }
  const known = written()
  const listOf = (when: (t: number) => boolean) =>
    [...known].flatMap(([series, map]) =>
      [...map].filter(([t]) => when(t)).map(([t, v]) => ({ series, t, v })),
    )
  const isLate = (t: number) => t > at('2025-09-10 00:00') && t <= at('2025-09-11 12:00')
  const plant = observe(simulate({ from: BEGIN - DAY, to: NOW, step: HOUR })).filter(
    (r) => r.t % HOUR === 0 && !known.has(r.series),
  )
  await send([...plant, ...listOf((t) => !isLate(t))])
  await settle()
  // A packet that comes weeks late.
  await send(listOf(isLate))
  const ask: Fixture['ask'] = async (endpoint, input, as = { account: 'admin' }) => {
    const answer = await server.call(endpoint, input as never, as)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body.data as never
  }
  // People edit: an offset, a reading that is replaced, and some that are deleted.
  const offset = { from: at('2025-09-12 06:00'), to: at('2025-09-12 18:00') }
  await ask(addAct, {
    body: { act: { kind: 'offset', series: LEVEL, ...offset, b: 0.25 }, reason: 'levelled' },
  })
  for (const [t, v] of known.get(LEVEL)!)
    if (t >= offset.from && t <= offset.to) known.get(LEVEL)!.set(t, v + 0.25)
  const wet = at('2025-09-14 08:10')
  await ask(addAct, {
    body: { act: { kind: 'replace', series: RAIN, from: wet, to: wet, value: 12.5 }, reason: 'read' },
  })
  known.get(RAIN)!.set(wet, 12.5)
  const gone = { from: at('2025-09-15 01:00'), to: at('2025-09-15 05:00') }
  await ask(addAct, { body: { act: { kind: 'delete', series: FLOW, ...gone }, reason: 'debris' } })
  for (const t of known.get(FLOW)!.keys()) if (t >= gone.from && t <= gone.to) known.get(FLOW)!.delete(t)
  // Another storage table from 20 September on.
  const table = seed.tables.find((t) => t.body.group === 'ZV')!
  const body = { ...table.body, rows: table.body.rows.map(([z, v]) => [z, v * 1.03]), uploadedAt: NOW }
  const from = at('2025-09-20 00:00')
  await app.services.db.tx((c) =>
    app.plants.change(c, who, {
      hydroCode: HYDRO,
      noun: 'table',
      itemId: table.id,
      from,
      to: null,
      body,
      reason: 'surveyed',
    }),
  )
  app.plants.changed(HYDRO, from, null)
  await settle()
  for (const { code, source } of await app.readings.registry.list(HYDRO)) {
    if (known.has(code) || (source !== 'computed' && code !== 'unit.1.power')) continue
    const query = {
      series: code,
      from: new Date(BEGIN - 2 * DAY).toISOString(),
      to: new Date(NOW).toISOString(),
    }
    const { readings } = await ask(getReadings, { query } as never, { token })
    known.set(code, new Map(readings.flatMap(([t, v, q]) => (v === null || (q & 7) >= 4 ? [] : [[t, v]]))))
  }
  return {
    server,
    known,
    ask,
    report: (body, as) => ask(getReport, { body }, as),
    async refused(body, as = { account: 'admin' }) {
      const answer = await server.call(getReport, { body } as never, as)
      return {
        status: answer.status,
        code: answer.body.code!,
        message: answer.body.message,
        fields: (answer.body.errors ?? []).map((e) => [e.path, e.code]),
      }
    },
  }
}
