import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#core/time/units.ts'
import { getOverview, getOverviewSums, type OverviewRow } from '#contract/overview.ts'
import { HERE, THERE, fixture, seed, type Fixture, type Person } from '../people/fixture.ts'

let h: Fixture
let both: Person
let one: Person
const now = () => h.server.clock.now()

beforeAll(async () => {
  h = await fixture({ env: { EDITION: 'SERVER' }, two: true })
  const viewer = await h.role(4, ['dashboard.view'])
  both = await h.account(viewer)
  one = await h.account({ [HERE]: viewer, [THERE]: await h.role(4, ['tokens']) })
})
afterAll(() => h.close())

/** Computed values of a reservoir at an instant. */
const compute = (hydroCode: string, t: number, values: Record<string, number>) => {
  const series = Object.keys(values)
  return h.server.app.history.write(
    {
      hydroCode,
      series,
      t: series.map(() => t),
      v: Object.values(values),
      q: series.map((code) => (Number.isNaN(values[code]) ? 7 : 0)),
    },
    { source: 'computed' },
  )
}
const overview = async (person: Person, hydro: string = HERE) => {
  const a = await h.server.call(getOverview, {}, { account: person.username, hydro })
  expect(a.status, JSON.stringify(a.body)).toBe(200)
  return a.body.data!.rows
}
const rowOf = (rows: OverviewRow[], code: string) => rows.find((r) => r.hydro_code === code)!
const { normal, designedFlood } = seed.plant.levels

describe('the overview', () => {
  test('has a row for each reservoir whose dashboard the account may see', async () => {
    expect((await overview(both)).map((r) => r.hydro_code).sort()).toEqual([HERE, THERE].sort())
    expect((await overview(one)).map((r) => r.hydro_code)).toEqual([HERE])
    // Whichever reservoir the session began with, or the call names.
    expect((await overview(one, THERE)).map((r) => r.hydro_code)).toEqual([HERE])
    const none = await h.account({ [HERE]: await h.role(4, ['tokens']), [THERE]: await h.role(4, ['audit']) })
    for (const endpoint of [getOverview, getOverviewSums]) {
      const refused = await h.server.call(endpoint, {}, { account: none.username, hydro: HERE })
      expect(refused.status).toBe(403)
    }
  })

  test('shows the last calculation, and changes since', async () => {
    expect(rowOf(await overview(both), HERE)).toMatchObject({ state: 'silent', reason: 'no_level' })
    const t = now() - 2 * MINUTE
    await compute(HERE, t - HOUR, { 'general.lake_level': normal - 1.2 })
    await compute(HERE, t, {
      'general.lake_level': normal - 1,
      'general.total_capacity': 250e6,
      'general.total_discharge_lake': 120.5,
      'general.total_discharge_out': 80,
      'general.power': 42_000,
      'basin.rain': 1.5,
    })
    const row = rowOf(await overview(both), HERE)
    expect(row).toMatchObject({
      level: { value: normal - 1, quality: 0, t },
      level_trend: 0.2,
      capacity: { value: 250, quality: 0, t },
      inflow: { value: 120.5 },
      outflow: { value: 80 },
      power: { value: 42 },
      last_calculation: t,
      state: 'ok',
      reason: null,
    })
    expect(row.fill_percent.value! / 100).toBeCloseTo(250 / (250 + row.free_capacity.value!), 6)
    expect(row.spark.values).toHaveLength(48)
    expect(row.spark.values.filter((v) => v !== null)).toEqual([normal - 1.2, normal - 1])
    expect(rowOf(await overview(both), THERE)).toMatchObject({ state: 'silent', reason: 'no_level' })

    await compute(HERE, t + MINUTE, { 'general.lake_level': designedFlood + 0.3 })
    expect(rowOf(await overview(both), HERE)).toMatchObject({ state: 'alarm', reason: 'above_flood' })
    // A level that is missing now is the last known one, late.
    await compute(HERE, t + 2 * MINUTE, { 'general.lake_level': NaN })
    expect(rowOf(await overview(both), HERE)).toMatchObject({
      state: 'silent',
      reason: 'level_late_above_flood',
      level: { value: expect.closeTo(designedFlood + 0.3, 6), t: t + MINUTE },
    })
  })

  test('adds up basins, companies and provinces; silent reservoirs are not added', async () => {
    h.server.clock.advance(5 * MINUTE)
    const t = now() - MINUTE
    for (const code of [HERE, THERE])
      await compute(code, t, {
        'general.lake_level': normal - 1,
        'general.total_capacity': 200e6,
        'general.power': 10_000,
      })
    const sums = async (person: Person) =>
      (await h.server.call(getOverviewSums, {}, { account: person.username, hydro: HERE })).body.data!
    expect(await sums(both)).toMatchObject({
      all: { name: null, reservoirs: 2, stored: 400, power: 20, known: { stored: 2, power: 2 } },
      basins: [{ name: seed.plant.river, reservoirs: 2, stored: 400 }],
      companies: [{ name: null, reservoirs: 2 }],
      provinces: [{ name: seed.plant.province, stored: 400 }],
    })
    expect((await sums(one)).all).toMatchObject({ reservoirs: 1, stored: 200 })
    await compute(THERE, t + 1, { 'general.lake_level': NaN })
    expect((await sums(both)).all).toMatchObject({ reservoirs: 2, stored: 200, known: { stored: 1 } })
  })
})

test('other editions do not have it', async () => {
  const advance = await fixture()
  try {
    const a = await advance.server.call(getOverview)
    expect(a.status).toBe(403)
    expect(a.body.code).toBe('not_in_edition')
  } finally {
    await advance.close()
  }
})
