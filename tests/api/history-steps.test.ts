import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getHistory, postReadings } from '#contract/readings.ts'
import { DAY, HOUR, MINUTE } from '#core/time/index.ts'
import { fromColumn } from '#client/ui/chart/column.ts'
import { demoDescription } from '#plant/index.ts'
import { testServer, type TestServer } from '../server.ts'

const HYDRO = demoDescription().hydroCode
/** A midnight of the plant, +07:00. */
const START = Date.parse('2026-03-01T00:00:00+07:00')
const LEVEL = 'test.level'
const RAIN = 'test.rain'

/** Three days: the level rises during each day from its number, and 1 mm falls every ten minutes of the second. */
const level = (t: number) => {
  const day = Math.floor((t - START) / DAY)
  return 400 + day + (t - START - day * DAY) / DAY
}
const stamps = (step: number) =>
  Array.from({ length: (3 * DAY) / step - 1 }, (_, i) => START + (i + 1) * step)
/** Belongs to the ten minutes before it. */
const rain = (t: number) => (t > START + DAY && t <= START + 2 * DAY ? 1 : 0)

let server: TestServer
beforeAll(async () => {
  server = await testServer({ now: START + 3 * DAY })
  const actor = { actor: 'test', address: null, hydro: HYDRO }
  await server.app.plants.create(actor, demoDescription())
  const series = { unit: 'm', step_s: 600, source: 'ingest' as const }
  await server.app.readings.registry.put(
    HYDRO,
    { ...series, code: LEVEL, name: 'Level', kind: 'instant' },
    actor,
  )
  await server.app.readings.registry.put(
    HYDRO,
    { ...series, code: RAIN, name: 'Rain', unit: 'mm', kind: 'total' },
    actor,
  )
  const readings = stamps(10 * MINUTE).flatMap((t) => [
    { series: LEVEL, t, v: level(t) },
    { series: RAIN, t, v: rain(t) },
  ])
  const token = await server.ingestToken(HYDRO)
  const answer = await server.call(postReadings, { body: { readings } } as never, { token })
  expect(answer.body.data).toMatchObject({ accepted: readings.length, rejected: [] })
}, 120_000)
afterAll(() => server.close())

async function ask(rows: number) {
  const body = { series: [LEVEL, RAIN, 'test.none'], from: START + 5 * HOUR, to: START + 3 * DAY, rows }
  const { status, body: answer } = await server.call(
    getHistory,
    { body } as never,
    { account: 'viewer', hydro: HYDRO } as never,
  )
  expect(status).toBe(200)
  return answer.data!
}

describe('a span by whole steps', () => {
  test('days of the plant: the mean of a level with its least and greatest, the sum of rain', async () => {
    const { step, series } = await ask(50)
    expect(step).toBe('day')
    expect(Object.keys(series).sort()).toEqual([LEVEL, RAIN])
    const [z, mm] = [fromColumn(series[LEVEL]), fromColumn(series[RAIN])]
    expect([...z.t]).toEqual([START, START + DAY, START + 2 * DAY])
    expect([...z.v].map((v) => Math.round(v * 1000))).toEqual([400_500, 401_497, 402_497])
    expect(series[LEVEL].min?.map((v) => Math.round(v! * 1000))).toEqual([400_007, 401_000, 402_000])
    expect(series[LEVEL].max?.map((v) => Math.round(v! * 1000))).toEqual([400_993, 401_993, 402_993])
    expect([...mm.t]).toEqual([...z.t])
    expect([...mm.v]).toEqual([0, 144, 0])
    // The least of ten minutes says nothing about a day's rain.
    expect(series[RAIN].min).toBeUndefined()
  })

  test('hours where they fit, each from its beginning', async () => {
    const { step, series } = await ask(100)
    expect(step).toBe('hour')
    const { t, v } = fromColumn(series[RAIN])
    expect(t[0]).toBe(START + 5 * HOUR)
    expect(v[t.indexOf(START + DAY)]).toBe(6)
    expect(v[t.indexOf(START + DAY - HOUR)]).toBe(0)
  })

  test('more hours than are held at once are returned one series at a time, the same as together', async () => {
    const { db } = server.app.services
    const { history } = server.app
    const codes = [LEVEL, RAIN, 'test.none']
    const requests: number[] = []
    const query = db.query
    db.query = (text, values) => {
      if (text.includes('FROM bin_month')) requests.push((values![1] as string[]).length)
      return query(text, values)
    }
    try {
      const near = await history.steps(HYDRO, codes, START, START + 3 * DAY, 50)
      expect(requests.splice(0), 'all of them at once').toEqual([3])
      const [from, to] = [Date.UTC(1900, 0, 1), Date.UTC(2200, 0, 1)]
      const far = await history.steps(HYDRO, codes, from, to, 50)
      expect(requests).toEqual([1, 1, 1])
      expect([...far.series.keys()]).toEqual(codes)
      expect([near.step, far.step]).toEqual(['day', 'month'])
      const sum = (list: Float64Array) => list.reduce((a, b) => a + b, 0)
      expect(far.series.get(RAIN)!.sum).toEqual(Float64Array.of(sum(near.series.get(RAIN)!.sum)))
      expect(Math.max(...far.series.get(LEVEL)!.max)).toBe(Math.max(...near.series.get(LEVEL)!.max))
      expect(far.series.get('test.none')!.start).toHaveLength(0)
    } finally {
      db.query = query
    }
  })
})
