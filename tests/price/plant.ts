import { expect } from 'vitest'
import { classAt, openCalendar, READY_CALENDARS } from '#core/price/index.ts'
import { DAY, HOUR, MINUTE } from '#core/time/units.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { ITEMS } from '#contract/items.ts'
import { postReadings } from '#contract/readings.ts'
import { demoDescription } from '#plant/index.ts'
import { testServer, type Caller, type TestServer } from '../server.ts'

export const HYDRO = demoDescription().hydroCode
/** Seven hours ahead, and never changes its clocks. */
export const ZONE = 'Asia/Ho_Chi_Minh'
const AHEAD = 7 * HOUR
export const at = (text: string) => Date.parse(`${text.replace(' ', 'T').padEnd(16, 'T00:00')}Z`) - AHEAD
export const STEP = 30 * MINUTE
export const METER = 'meter.net'
export const NOW = at('2025-10-16 13:00')
/** The meter has been read since this local midnight. */
export const BEGIN = at('2025-06-01')
export const PRICES = { peak: 2871, normal: 1433, off: 867 }

/** kWh of the step that ends at t: a number of three decimals that depends only on t. */
function kwhAt(t: number): number {
  const n = Math.round(t / STEP)
  return ((n * 7919) % 4800) + ((n * 31) % 1000) / 1000
}

/** What the meter sent: by the end of each step. Nothing for a day in July, and for three hours in September. */
export function metered(): Map<number, number> {
  const out = new Map<number, number>()
  for (let t = BEGIN + STEP; t <= NOW; t += STEP) {
    if (t > at('2025-07-10') && t <= at('2025-07-11')) continue
    if (t > at('2025-09-03 08:00') && t <= at('2025-09-03 11:00')) continue
    out.set(t, kwhAt(t))
  }
  return out
}

const EVN = openCalendar(READY_CALENDARS['EVN-2014'], ZONE)

/** VND of the steps within [from, to), by whole prices; thousandths of kWh are whole, so nothing is rounded before the end. */
export function vndOf(
  known: ReadonlyMap<number, number>,
  from: number,
  to: number,
  priceOf: (code: string, t: number) => number = (code) => PRICES[code as keyof typeof PRICES],
): number {
  let sum = 0n
  for (const [t, kwh] of known) {
    if (t <= from || t > to) continue
    const begin = t - STEP
    sum += BigInt(Math.round(kwh * 1000)) * BigInt(priceOf(classAt(EVN, begin).class, begin))
  }
  return Number((2n * sum + 1000n) / 2000n)
}

export const kwhOf = (known: ReadonlyMap<number, number>, from: number, to: number): number =>
  [...known].reduce((sum, [t, v]) => (t > from && t <= to ? sum + Math.round(v * 1000) : sum), 0) / 1000

/** Days of [from, to), local midnights. */
export const daysOf = (from: number, to: number): number[] =>
  Array.from({ length: Math.round((to - from) / DAY) }, (_, i) => from + i * DAY)

export interface SoldPlant {
  server: TestServer
  ask<E extends Endpoint>(endpoint: E, input?: Input<E>, as?: Caller): Promise<Output<E>>
  settle(): Promise<void>
  /** Adds a described item; returns its version. */
  add(
    noun: 'tariff' | 'calendar' | 'deduction',
    id: string,
    body: object,
    from?: string | null,
  ): Promise<string>
}

export const AVOIDED = {
  name: 'Chi phí tránh được 2025',
  kind: 'table',
  calendar: 'EVN-2014',
  currency: 'VND',
  prices: Object.entries(PRICES).map(([code, price]) => ({ class: code, price })),
}

/** A plant that sells what its meter counts, with four months of readings. */
export async function soldPlant(env: Record<string, string> = {}): Promise<SoldPlant> {
  const server = await testServer({ now: NOW, env })
  const { app } = server
  const who = { actor: 'test', address: null, hydro: HYDRO }
  const seed = demoDescription()
  await app.plants.create(who, {
    ...seed,
    parameters: { ...seed.parameters, interval: 3600, netSeries: METER, meterEvery: 1800 },
  })
  for (const series of seed.series) await app.readings.registry.put(HYDRO, series, who)
  const meter = { code: METER, name: 'Net', unit: 'kWh', kind: 'total' as const, step_s: 1800 }
  await app.readings.registry.put(HYDRO, meter, who)
  const token = await server.ingestToken(HYDRO)
  const list = [...metered()].map(([t, v]) => ({ series: METER, t, v }))
  const sent = await server.call(postReadings, { body: { readings: list } } as never, { token })
  expect(sent.body.data).toMatchObject({ rejected: [] })
  const settle = async () => {
    await app.calculation.settle(HYDRO)
    await app.history.settleBins()
  }
  await settle()
  const ask: SoldPlant['ask'] = async (endpoint, input, as = { account: 'admin' }) => {
    const answer = await server.call(endpoint, input as never, as)
    expect(answer.status, JSON.stringify(answer.body).slice(0, 2000)).toBeLessThan(300)
    return answer.body.data as never
  }
  return {
    server,
    ask,
    settle,
    async add(noun, id, body, from = null) {
      return (await ask(ITEMS[noun].add, { body: { id, body, from } } as never)).version
    },
  }
}
