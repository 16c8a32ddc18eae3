import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptPending, listPending, setReview, type PendingRow } from '#contract/edits.ts'
import { recalculate } from '#contract/calculation.ts'
import { toLocal } from '#core/time/index.ts'
import { fixture, HOUR, HYDRO, LEVEL, MINUTE, readings, seed, T, type Fixture } from './fixture.ts'

/** [from, to): six hours. */
const APPROVED = { from: T - 10 * HOUR, to: T - 4 * HOUR }
const LAKE = 'general.lake_level'
const VOLUME = 'general.outflow_volume'
const RAIN = 'basin.rain'

let h: Fixture
beforeAll(async () => {
  h = await fixture()
  const body = { state: 'approved', from: APPROVED.from, to: APPROVED.to - 1 }
  expect((await h.call(setReview, { body } as never, { account: 'manager' })).status).toBe(201)
}, 60_000)
afterAll(() => h.close())

/** Every stored entry of a computed series, by its instant. */
const entries = async (code: string) => {
  const { t, v, q } = await h.raw(code)
  return new Map(Array.from(t, (at, i) => [at, `${v[i]} ${q[i]}`]))
}
const changed = (before: Map<number, string>, after: Map<number, string>) =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((t) => before.get(t) !== after.get(t))
    .sort((a, b) => a - b)
/** Raises all readings of the lake and of the rain near both ends of the approved span. */
const disturb = async (by: number) => {
  const near = (t: number) => [APPROVED.from, APPROVED.to].some((end) => Math.abs(t - end) <= 30 * MINUTE)
  const rain = seed.stations.flatMap((s) => (s.body.type === 1 ? [s.body.series] : []))
  const own = readings.filter((r) => near(r.t) && r.t <= T && [LEVEL, ...rain].includes(r.series))
  await h.send(own.map((r) => ({ ...r, v: r.v === null ? null : r.v + by })))
  await h.settle()
}
const waiting = async () =>
  (await h.call(listPending, { body: {} }, { account: 'viewer' })).body.data as PendingRow[]

test('instants are held within [from, to), totals within (from, to]', async () => {
  const codes = [LAKE, VOLUME, RAIN]
  const before = new Map(await Promise.all(codes.map(async (c) => [c, await entries(c)] as const)))
  await disturb(0.04)
  for (const code of codes) {
    const isTotal = code !== LAKE
    const held = (t: number) =>
      isTotal ? t > APPROVED.from && t <= APPROVED.to : t >= APPROVED.from && t < APPROVED.to
    const differs = changed(before.get(code)!, await entries(code))
    expect(differs.filter(held), code).toEqual([])
    if (code !== VOLUME) {
      // The ends themselves: what is of the time before and after.
      expect(differs.includes(APPROVED.from), code).toBe(isTotal)
      expect(differs.includes(APPROVED.to), code).toBe(!isTotal)
    }
  }
  for (const row of await waiting()) {
    expect(row.from).toBeGreaterThanOrEqual(APPROVED.from)
    expect(row.to).toBeLessThan(APPROVED.to)
  }
})

test('a run over what follows leaves the totals that end where it begins', async () => {
  const pending = await waiting()
  const before = await entries(RAIN)
  const zone = await h.app.plants.zone(HYDRO)
  const body = { from: toLocal(APPROVED.to, zone), to: toLocal(T, zone) }
  expect((await h.call(recalculate, { body } as never, { account: 'manager' })).status).toBeLessThan(300)
  await h.app.runs.turn()
  expect(changed(before, await entries(RAIN))).toEqual([])
  expect(await waiting()).toEqual(pending)
})

test('accepted, the totals that end with the span are computed', async () => {
  const before = await entries(RAIN)
  const body = { pending_ids: (await waiting()).map((p) => p.pending_id) }
  await h.call(acceptPending, { body }, { account: 'manager' })
  expect(changed(before, await entries(RAIN)).at(-1)).toBe(APPROVED.to)
  expect(await waiting()).toEqual([])
})
