import { afterEach, describe, expect, test } from 'vitest'
import { compute, inputSeries } from '#core/calculation/index.ts'
import { GOOD, MISSING, grade } from '#core/quality/index.ts'
import { fold } from '#core/series/index.ts'
import { DAY, HOUR, MINUTE, toLocal } from '#core/time/index.ts'
import { postReadings } from '#contract/readings.ts'
import { demoDescription, observe, simulate } from '#plant/index.ts'
import type { DescriptionChange } from '#server/features/plants/service.ts'
import { freshDatabase, type FreshDatabase } from '../database.ts'
import { testServer, type TestServer } from '../server.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
const STEP = 30 * MINUTE
const seed = demoDescription()
const HYDRO = seed.hydroCode
const at = (local: string) => Date.parse(`2025-11-02T${local}:00+07:00`)
const FROM = at('00:00')
const NOW = at('16:00')
const who = { actor: 'test', address: null, hydro: HYDRO }
const [UNIT] = seed.units
const OWN = `energy.${UNIT.id}`

let server: TestServer
let database: FreshDatabase
afterEach(() => server.close())

interface Sent {
  series: string
  t: number
  v: number
}
const truth = () =>
  observe(simulate({ from: FROM, to: NOW, step: 5 * MINUTE })).flatMap(({ series, t, v }) =>
    t <= NOW && v !== null ? [{ series, t, v }] : [],
  )

/** Sixteen hours of the demo's plant, sent and computed; `keep`: which readings. */
async function plant(keep: (r: Sent) => boolean = () => true) {
  database = await freshDatabase()
  server = await testServer({ now: NOW, database })
  const { plants, readings, calculation } = server.app
  await plants.create(who, seed)
  for (const series of seed.series) await readings.registry.put(HYDRO, series, who)
  await send(truth().filter(keep))
  await calculation.settle(HYDRO)
}

async function send(list: readonly Sent[]) {
  const token = await server.ingestToken(HYDRO)
  for (let i = 0; i < list.length; i += 40_000) {
    const readings = list.slice(i, i + 40_000).map(({ series, t, v }) => ({ series, t, v }))
    const answer = await server.call(postReadings, { body: { readings } } as never, { token })
    expect(answer.body.data).toMatchObject({ rejected: [] })
  }
}

/** Changes an item and computes what follows from it. */
async function change(noun: 'unit' | 'parameters', more: object, from: number | null = null) {
  const { plants, calculation } = server.app
  const d = await plants.describe(HYDRO)
  const versions = noun === 'unit' ? d.units.filter((u) => u.id === UNIT.id) : d.parameters
  const { id, version, body } = versions.at(-1)!
  const one: DescriptionChange = {
    hydroCode: HYDRO,
    noun,
    itemId: id,
    body: { ...body, ...more },
    from,
    to: null,
    reason: null,
    expected: version,
  }
  await database.db.tx((c) => plants.change(c, who, one))
  await calculation.settle(HYDRO)
}

const series = async (code: string, from = FROM + 1, to = NOW, known?: number) => {
  const { history } = server.app
  const found = known === undefined ? history : history.asKnown(known)
  return (await found.read(HYDRO, [code], from, to)).get(code)!
}
type Digits = [t: number, v: number, q: number][]
const digits = async (
  code: string,
  ...rest: [from?: number, to?: number, known?: number]
): Promise<Digits> => {
  const { t, v, q } = await series(code, ...rest)
  return [...t].map((x, i) => [x, v[i], q[i]])
}
const sum = (v: Float64Array) => v.reduce((a, b) => a + b, 0)
const clock = (t: number) => toLocal(t, ZONE).slice(11, 16)

describe('energy of a plant', () => {
  test('is stored for each half hour that is over, adds up to the plant, and so do its hour bins', async () => {
    await plant()
    const own = await Promise.all(seed.units.map((u) => series(`energy.${u.id}`)))
    const all = await series('energy.plant')
    expect([...all.t]).toEqual(Array.from({ length: 32 }, (_, i) => FROM + (i + 1) * STEP))
    all.v.forEach((v, i) =>
      expect(v).toBeCloseTo(
        own.reduce((a, u) => a + u.v[i], 0),
        6,
      ),
    )
    expect(sum(all.v)).toBeGreaterThan(100_000)
    expect([...(await series('energy.net')).v]).toEqual([...all.v])
    const bins = (await server.app.history.bins(HYDRO, ['energy.plant'], FROM, NOW)).get('energy.plant')!
    expect(sum(bins.sum)).toBeCloseTo(sum(all.v), 6)
    expect([...fold(bins, 'day', { zone: ZONE, until: NOW }).missing]).toEqual([0])
    const known = await server.app.readings.registry.known(HYDRO, ['energy.plant'])
    expect(known.get('energy.plant')).toMatchObject({
      source: 'computed',
      unit: 'kWh',
      kind: 'total',
      step_s: 1800,
    })
  }, 120_000)

  test('a late packet gives its steps and touches no other; as known before it they are missing still', async () => {
    const late = (r: Sent) => r.series === UNIT.body.powerSeries && r.t > at('06:10') && r.t < at('09:20')
    await plant((r) => !late(r))
    const before = await digits(OWN)
    const of = (list: Digits, t: number) => list.find((one) => one[0] === t)!
    expect(of(before, at('07:00'))[1]).toBeNaN()
    expect(grade(of(before, at('07:00'))[2])).toBe(MISSING)
    const then = NOW + MINUTE
    server.clock.advance(3 * MINUTE)
    await send(truth().filter(late))
    await server.app.calculation.settle(HYDRO)
    const after = await digits(OWN)
    expect(grade(of(after, at('07:00'))[2])).toBe(GOOD)
    const changed = after.filter((one, i) => one.some((x, k) => !Object.is(x, before[i][k])))
    expect(changed.map(([t]) => clock(t))).toEqual([
      '06:30',
      '07:00',
      '07:30',
      '08:00',
      '08:30',
      '09:00',
      '09:30',
    ])
    expect(await digits(OWN, FROM + 1, NOW, then)).toEqual(before)
    // What one calculation of everything gives.
    const d = await server.app.plants.describe(HYDRO)
    const data = await server.app.history.read(HYDRO, inputSeries(d), FROM - DAY, NOW, { carry: true })
    const rows = new Map((await server.app.readings.registry.list(HYDRO)).map((r) => [r.code, r]))
    const inputs = (code: string) => {
      const [one, row] = [data.get(code), rows.get(code)]
      return one && row && { series: one, kind: row.kind, unit: row.unit }
    }
    const out = compute(d, inputs, FROM + 1, NOW, ZONE).get(OWN)!
    expect(after).toEqual([...out.t].map((x, i) => [x, out.v[i], out.q[i]]))
  }, 120_000)

  test('a meter wins where it has data; without it every digit is as before', async () => {
    await plant()
    const before = await digits('energy.plant')
    const meter = { code: 'meter.1', name: 'M1', unit: 'MWh', kind: 'total', step_s: 1800 } as const
    await server.app.readings.registry.put(HYDRO, meter, who)
    await send([0, 1, 2, 3].map((i) => ({ series: 'meter.1', t: at('12:00') + i * STEP, v: 9.5 })))
    await change('unit', { meterSeries: 'meter.1' })
    expect([...(await series(OWN, at('12:00'), at('13:30'))).v]).toEqual([9500, 9500, 9500, 9500])
    const beside = await series(`${OWN}.difference`, at('12:00'), at('14:00'))
    expect([...beside.q].map(grade)).toEqual([GOOD, GOOD, GOOD, GOOD, MISSING])
    // It says more than the power does, which is reported.
    const spans = `SELECT object FROM check_span WHERE hydro_code = $1 AND kind = 'meter'`
    const spansFound = await database.db.query<{ object: string }>(spans, [HYDRO])
    expect(spansFound.map((row) => row.object)).toEqual([UNIT.id])
    // A reading of it that comes now changes its own step.
    await send([{ series: 'meter.1', t: at('14:00'), v: 1 }])
    await server.app.calculation.settle(HYDRO)
    expect([...(await series(OWN, at('13:30'), at('14:00'))).v]).toEqual([9500, 1000])
    await change('unit', { meterSeries: null })
    expect(await digits('energy.plant')).toEqual(before)
    expect(await digits(`${OWN}.difference`)).toEqual([])
  }, 120_000)

  test('from half an hour to a quarter: from its time on, without hole or overlap', async () => {
    await plant()
    const whole = sum((await series('energy.plant')).v)
    await change('parameters', { energyStep: 900 }, at('10:10'))
    const { t, v } = await series('energy.plant')
    expect(sum(v)).toBeCloseTo(whole, 4)
    const times = [...t].map(clock)
    const first = times.indexOf('09:30')
    expect(times.slice(first, first + 6)).toEqual(['09:30', '10:00', '10:15', '10:30', '10:45', '11:00'])
    // Taken back, the quarters are gone.
    await change('parameters', { energyStep: 1800 }, at('10:10'))
    expect((await series('energy.plant')).t.length).toBe(32)
  }, 120_000)

  test('an installation with a past gets its energy, in approved months and in manual operation too', async () => {
    await plant()
    const before = await digits('energy.plant')
    // As a release without energy left it.
    for (const table of ['reading', 'series_last'])
      await database.db.query(`DELETE FROM ${table} WHERE hydro_code = $1 AND series LIKE 'energy.%'`, [
        HYDRO,
      ])
    await database.db.query("DELETE FROM series WHERE hydro_code = $1 AND code LIKE 'energy.%'", [HYDRO])
    server.app.readings.registry.forget(HYDRO)
    expect(await digits('energy.plant')).toEqual([])
    await server.app.calculation.settle(HYDRO)
    expect(await digits('energy.plant')).toEqual([])
    // The next interval finds that it has none, and marks what is held.
    server.clock.advance(5 * MINUTE)
    await server.app.calculation.settle(HYDRO)
    await server.app.calculation.settle(HYDRO)
    expect(await digits('energy.plant')).toEqual(before)
    await change('parameters', { operation: 'manual' }, NOW - HOUR)
    expect(await digits('energy.plant')).toEqual(before)
    const power = { series: UNIT.body.powerSeries, t: NOW - 10 * MINUTE, v: 12 }
    await send([power])
    await server.app.calculation.settle(HYDRO)
    const after = await digits('energy.plant')
    expect(after.slice(0, -1)).toEqual(before.slice(0, -1))
    expect(after.at(-1)![1]).not.toBe(before.at(-1)![1])
    const waiting = "SELECT 1 FROM dirty_span WHERE hydro_code = $1 AND kind = 'calc'"
    expect(await database.db.query(waiting, [HYDRO])).toEqual([])
  }, 120_000)
})
