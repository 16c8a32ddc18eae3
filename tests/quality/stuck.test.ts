import { afterAll, beforeAll, expect, test } from 'vitest'
import { listFired } from '#contract/quality.ts'
import type { Reading } from '#plant/index.ts'
import { DAY, HOUR, fixture, HYDRO, MINUTE, type Fixture } from './fixture.ts'

const NOW = Date.UTC(2025, 9, 16)
const CODE = 'level.downstream'
const STEP = 5 * MINUTE
let h: Fixture

beforeAll(async () => {
  h = await fixture(NOW, NOW + HOUR, '', () => false)
}, 300_000)
afterAll(() => h.close())

const at = (t: number, v: number): Reading => ({ series: CODE, t, v, at: t })
const flat = (from: number, to: number, v: number) =>
  Array.from({ length: (to - from) / STEP + 1 }, (_, i) => at(from + i * STEP, v))
async function send(readings: readonly Reading[]) {
  await h.send(readings)
  await h.settle()
}
const stuck = async () =>
  (await h.ask(listFired, { query: { kind: 'stuck', series: CODE } } as never)).fired.map((f) => [
    f.from,
    f.to,
  ])

test('history with a hole between equal values is not a stuck sensor', async () => {
  await send([at(NOW - 11 * DAY - 2 * STEP, 268.98)])
  await send([at(NOW - 10 * DAY, 268.98), at(NOW - 10 * DAY + STEP, 268.98)])
  expect(await stuck()).toEqual([])
})

test('a late reading removes the flag from the reading after it, which is the first of its value then', async () => {
  const from = NOW - 2 * DAY
  const to = from + 26 * HOUR
  await send(flat(from, to, 268.98).filter((r) => r.t !== from + STEP))
  expect(await stuck()).toEqual([[from + 2 * STEP, to]])
  await send([at(from + STEP, 269)])
  expect(await stuck()).toEqual([[from + 3 * STEP, to]])
  const used = (await h.server.app.history.read(HYDRO, [CODE], from, from + 3 * STEP)).get(CODE)!
  expect(Array.from(used.q, (q) => q & 7)).toEqual([0, 0, 0, 1])
})
