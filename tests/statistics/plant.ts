import { expect } from 'vitest'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { ITEMS } from '#contract/items.ts'
import { DAY, HOUR, MINUTE, toLocal } from '#core/time/index.ts'
import { computedEvery, computedSeries } from '#core/calculation/index.ts'
import { demoDescription } from '#plant/index.ts'
import { testServer, type Caller, type TestServer } from '../server.ts'

export const seed = demoDescription()
export const HYDRO = seed.hydroCode
export const UNITS = seed.units.map((u) => u.id)
/** The plant's zone is seven hours ahead and never changes its clocks. */
const AHEAD = 7 * HOUR
/** The instant of a local time. */
export const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) - AHEAD
const localOf = (t: number) => new Date(t + AHEAD).toISOString()
export const dayOf = (t: number) => localOf(t).slice(0, 10)
export const STEP = 30 * MINUTE

export const BEGIN = at('2024-01-01 00:00:00')
export const NOW = at('2026-03-10 13:10:00')

/** Since when readings of power are there. */
export const POWER_SINCE = at('2026-02-01 00:00:00')

/** Steps that nobody knows: two hours of one day, and most of another. */
const isMissing = (end: number) =>
  (end > at('2026-02-03 10:00:00') && end <= at('2026-02-03 12:00:00')) ||
  (end > at('2026-02-05 03:00:00') && end <= at('2026-02-05 18:00:00'))

/** kW of a unit in the half-hour that ends at an instant: the first runs from 6 o'clock on, the other in the evening of every second day. */
export function powerOf(unit: number, end: number): number {
  const hour = ((end - STEP + AHEAD) % DAY) / HOUR
  const day = Math.floor((end - STEP + AHEAD) / DAY)
  if (unit === 0) return hour >= 6 ? 8_000 + (day % 7) * 100 : 0
  return hour >= 17 && hour < 21 && day % 2 === 0 ? 12_000 + (day % 5) * 50 * unit : 0
}

const steps = new Map<number | null, Map<number, number>>()

/** kWh of a unit, or of the plant, by the end of each known step. */
export function stepsOf(unit: number | null): Map<number, number> {
  const known = steps.get(unit)
  if (known) return known
  const out = new Map<number, number>()
  const units = unit === null ? UNITS.map((_, i) => i) : [unit]
  for (let end = BEGIN + STEP; end <= NOW; end += STEP)
    if (!isMissing(end))
      out.set(
        end,
        units.reduce((sum, i) => sum + powerOf(i, end) / 2, 0),
      )
  steps.set(unit, out)
  return out
}

/** kWh over [from, to): what ends within. */
export const kwhOver = (unit: number | null, from: number, to: number): number => {
  let sum = 0
  for (const [end, kwh] of stepsOf(unit)) if (end > from && end <= to) sum += kwh
  return sum
}

export interface OutputPlant {
  server: TestServer
  ask<E extends Endpoint>(endpoint: E, input?: Input<E>, as?: Caller): Promise<Output<E>>
  /** A tariff from an instant on, VND/kWh: flat, or by class. */
  tariff(from: number | null, price: number | Record<string, number>): Promise<void>
  refused<E extends Endpoint>(
    endpoint: E,
    input: unknown,
    as?: Caller,
  ): Promise<{ status: number; code?: string; fields: [string, string][] }>
}

/** A plant with the energy of two years and ten weeks, as the calculation stores it. */
export async function outputPlant(env: Record<string, string> = { EDITION: 'LITE' }): Promise<OutputPlant> {
  const server = await testServer({ now: NOW, env })
  const { plants, readings, history } = server.app
  const who = { actor: 'test', address: null, hydro: HYDRO }
  await plants.create(who, seed)
  for (const series of seed.series) await readings.registry.put(HYDRO, series, who)
  const description = await plants.describe(HYDRO)
  await readings.registry.declareComputed(
    HYDRO,
    computedSeries(description).map((c) => ({
      ...c,
      step_s: c.kind === 'step' ? null : computedEvery(description, c.code, NOW, NOW) / 1000,
    })),
  )
  const put = async (code: string, entries: Iterable<readonly [number, number]>) => {
    const list = [...entries]
    for (let i = 0; i < list.length; i += 20_000) {
      const part = list.slice(i, i + 20_000)
      await history.write(
        {
          hydroCode: HYDRO,
          series: part.map(() => code),
          t: part.map(([t]) => t),
          v: part.map(([, v]) => v),
          q: part.map(() => 0),
        },
        { source: 'computed' },
      )
    }
  }
  const whole = stepsOf(null)
  await put('energy.plant', whole)
  await put('energy.net', whole)
  for (const [i, id] of UNITS.entries()) await put(`energy.${id}`, stepsOf(i))
  // What the sensors sent since February: each unit at its power, in MW.
  for (const [i, unit] of seed.units.entries()) {
    const sent: [number, number][] = []
    for (let t = POWER_SINCE; t <= NOW; t += 5 * MINUTE)
      sent.push([t, powerOf(i, Math.floor(t / STEP) * STEP + STEP) / 1000])
    await put(unit.body.powerSeries, sent)
  }
  await history.settleBins()
  return {
    server,
    async ask(endpoint, input, as = { account: 'admin' }) {
      const answer = await server.call(endpoint, input as never, as)
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
      return answer.body.data as never
    },
    async tariff(from, price) {
      const body = {
        name: 'Prices',
        calendar: 'EVN-2014',
        currency: 'VND',
        ...(typeof price === 'number'
          ? { kind: 'flat', price }
          : { kind: 'table', prices: Object.entries(price).map(([code, v]) => ({ class: code, price: v })) }),
      }
      const input = {
        body: { id: 'sold', body, from: from === null ? null : toLocal(from, 'Asia/Ho_Chi_Minh') },
      }
      const answer = await server.call(ITEMS.tariff.add, input as never)
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    },
    async refused(endpoint, input, as = { account: 'admin' }) {
      const { status, body } = await server.call(endpoint, input as never, as)
      return { status, code: body.code, fields: (body.errors ?? []).map((e) => [e.path, e.code]) }
    },
  }
}
