import { afterAll, beforeAll, expect, test } from 'vitest'
import { computedSeries } from '#core/calculation/index.ts'
import { PUBLISHED_CODES } from '#core/published/index.ts'
import { readEdits } from '#contract/edits.ts'
import { explain } from '#contract/explain.ts'
import type { Language } from '#contract/messages.ts'
import { nameSeries } from '#contract/readings.ts'
import { SERIES_NAMES } from '#contract/series-names.ts'
import { importPlant } from '#server/history-import/index.ts'
import { createPipeline } from '#server/pipeline.ts'
import { HOUR, HYDRO, MINUTE, T, fixture, seed, type Fixture } from './fixture.ts'

const INFLOW = 'general.total_discharge_lake'
let h: Fixture
beforeAll(async () => (h = await fixture(3 * HOUR)), 120_000)
afterAll(() => h.server.close())

const nameOf = async (code: string, language: Language = 'vi') =>
  (await h.ask(nameSeries, {}, { language })).find((one) => one.code === code)?.name

test('every quantity written by the calculation, and every published record, has a name in both languages', async () => {
  const codes = computedSeries(await h.server.app.plants.describe(HYDRO)).map((one) => one.code)
  const quantities = codes.filter((code) => /^(general|basin)\./.test(code))
  // Own use and the plant's meter are described where there are some; energies of units have their names.
  const energy = ['energy.plant', 'energy.plant.difference', 'energy.own_use', 'energy.net']
  for (const names of Object.values(SERIES_NAMES))
    expect(Object.keys(names).sort()).toEqual([...quantities, ...energy, ...PUBLISHED_CODES].sort())
})

test("a quantity is named in the caller's language: in lists, in an explanation and in its parts", async () => {
  expect([await nameOf(INFLOW), await nameOf(INFLOW, 'en')]).toEqual(['Lưu lượng đến', 'Inflow'])
  // Names given by people are the same in every language.
  const gate = seed.gates[0].body.name
  expect([await nameOf('outlet.spillway.q'), await nameOf('outlet.spillway.q', 'en')]).toEqual([gate, gate])

  const read = { body: { series: INFLOW, from: T - HOUR, to: T } }
  expect((await h.ask(readEdits, read, { language: 'vi' })).name).toBe('Lưu lượng đến')
  const explained = async (language: Language) => {
    const e = await h.ask(explain, { query: { series: INFLOW } }, { language })
    const terms = e.lines.flatMap((line) => line.terms)
    return [e.name, terms.find((one) => one.series === 'general.evaporation')?.name]
  }
  expect(await explained('vi')).toEqual(['Lưu lượng đến', 'Bốc hơi'])
  expect(await explained('en')).toEqual(['Inflow', 'Evaporation'])
})

test('renaming an outlet renames its discharge once it is computed', async () => {
  const { app } = h.server
  const gate = (await app.plants.describe(HYDRO)).gates.find((g) => g.id === 'spillway')!
  const change = { hydroCode: HYDRO, noun: 'gate' as const, itemId: gate.id, from: T - 5 * MINUTE, to: null }
  const actor = { actor: 'test', address: null, hydro: HYDRO }
  await app.services.db.tx((c) =>
    app.plants.change(c, actor, { ...change, body: { ...gate.body, name: 'Tràn mặt số 1' }, reason: null }),
  )
  app.plants.changed(HYDRO, change.from, null)
  await h.settle()
  expect(await nameOf('outlet.spillway.q')).toBe('Tràn mặt số 1')
})

test('a plant imported by another process has all of its series at once', async () => {
  const { services } = h.server.app
  const { plants, history, readings, calculation } = createPipeline(services)
  const ctx = {
    ...services,
    plants,
    history,
    calculation,
    registry: readings.registry,
    actor: 'import',
    lease: services.config.lease,
  }
  const code = 'IMPORTED'
  await importPlant(ctx, JSON.parse(JSON.stringify({ ...seed, hydroCode: code })))
  await readings.close()
  const known = await h.ask(nameSeries, {}, { account: 'admin', hydro: code })
  const own = await h.ask(nameSeries, {}, { account: 'admin' })
  expect(known.map((one) => one.code)).toEqual(own.map((one) => one.code))
  expect(known.map((one) => one.code)).toContain(INFLOW)
})
