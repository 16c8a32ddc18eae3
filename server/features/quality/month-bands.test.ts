import { expect, test } from 'vitest'
import { fromEntries } from '#core/series/index.ts'
import { DAY, HOUR, MINUTE } from '#core/time/index.ts'
import { createLru } from '#server/lib/kept.ts'
import { monthBandsOf, type UnitOutput } from './month-bands.ts'

const zone = 'Asia/Ho_Chi_Minh'
/** 5 May 2026, 00:00 local. */
const T = Date.UTC(2026, 4, 4, 17)

/** A unit that runs at 20,000 kW under 100 m, by a discharge. */
function output(from: number, to: number, flow: (t: number) => number): UnitOutput {
  const t = Array.from({ length: Math.ceil((to - from) / (10 * MINUTE)) }, (_, i) => from + i * 10 * MINUTE)
  return {
    power: fromEntries(t.map((x) => [x, 20_000])),
    flow: fromEntries(t.map((x) => [x, flow(x)])),
    head: fromEntries(t.map((x) => [x, 100])),
    least: 4000,
  }
}

test('the band of a day is that of the 30 days before it, and no younger reading is in it', async () => {
  const cache = createLru<{ band: [number, number] | null; until: number }>(100)
  const asked: number[] = []
  const ask = (flow: (t: number) => number, now: number) =>
    monthBandsOf('A', { zone, now, span: { from: T + HOUR, to: T + DAY + HOUR } }, cache, async (span) => {
      asked.push(span.from)
      return output(span.from, span.to, flow)
    })
  // K = 8, and 10 of the first day itself.
  const bandAt = await ask((t) => (t < T ? 25 : 20), T + 2 * DAY)
  expect(bandAt(T + HOUR)).toEqual([8, 8])
  expect(bandAt(T + DAY + HOUR)).toEqual([8, 10])
  expect(bandAt(T + 5 * DAY)).toBeNull()
  expect(asked).toEqual([T - 30 * DAY])
  // Kept: nothing is read again.
  expect((await ask(() => 1, T + 9 * DAY))(T + HOUR)).toEqual([8, 8])
  expect(asked).toHaveLength(1)
})

test('without enough hours there is none, until there are', async () => {
  const cache = createLru<{ band: [number, number] | null; until: number }>(100)
  const ask = (flow: number, now: number) =>
    monthBandsOf('A', { zone, now, span: { from: T, to: T + HOUR } }, cache, async ({ from, to }) =>
      output(from, to, (t) => (t > to - 40 * HOUR || flow > 0 ? 25 : 0)),
    )
  expect((await ask(0, T))(T)).toBeNull()
  expect((await ask(25, T + HOUR / 2))(T)).toBeNull()
  expect((await ask(25, T + 2 * HOUR))(T)).toEqual([8, 8])
})
