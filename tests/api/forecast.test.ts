import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slopeOf } from '#core/calculators/index.ts'
import { ESTIMATED, grade } from '#core/quality/index.ts'
import { HOUR, MINUTE, toLocal } from '#core/time/index.ts'
import { getDataFromTo } from '#contract/dashboard.ts'
import { getInflowForecast, type InflowForecast } from '#contract/forecast.ts'
import { postReadings } from '#contract/readings.ts'
import { demoDescription, observe, simulate } from '#plant/index.ts'
import { addReservoir, PASSWORD, testServer, type TestServer } from '../server.ts'

const seed = demoDescription()
const HYDRO = seed.hydroCode
/** 13:00 at the plant, in a flood. */
const T = Date.UTC(2025, 9, 16, 6)
const local = (t: number) => toLocal(t, 'Asia/Ho_Chi_Minh')

let server: TestServer
let token: string
beforeAll(async () => {
  server = await testServer({ now: T })
  await addReservoir(server.app, seed)
  const readings = observe(simulate({ from: T - 30 * HOUR, to: T, step: 5 * MINUTE }))
  const ingest = await server.ingestToken(HYDRO)
  const body = { readings: readings.filter((r) => r.t <= T).map(({ series, t, v }) => ({ series, t, v })) }
  const a = await server.call(postReadings, { body } as never, { token: ingest })
  expect(a.body.data).toMatchObject({ rejected: [] })
  await server.app.calculation.settle(HYDRO)
  token = await server.signIn('viewer')
}, 120_000)
afterAll(() => server.close())

type Query = NonNullable<Parameters<typeof ask>[0]>
const ask = (
  query?: { model?: 'trend' | 'persistence'; hours?: string; known_at?: string },
  language: 'vi' | 'en' = 'en',
) => server.call(getInflowForecast, { query }, { token, language })
async function get(query?: Query, language?: 'vi' | 'en'): Promise<InflowForecast> {
  const a = await ask(query, language)
  expect(a.status, JSON.stringify(a.body)).toBe(200)
  return a.body.data!
}
async function rows(forecast?: { model: 'trend' | 'persistence'; hours: 1 | 24 | 72 }, layout = 'records') {
  const body = { from: local(T - 24 * HOUR), to: local(T), layout, forecast } as never
  const a = await server.call(getDataFromTo, { body }, { token })
  expect(a.status, JSON.stringify(a.body)).toBe(200)
  return a.body.data!
}

describe('from the smoothed inflow', () => {
  test('persistence stays at the last value, an hour at the interval', async () => {
    const f = await get({ model: 'persistence', hours: '1' })
    const last = (await rows()).general_datas.at(-1)!
    expect(f).toMatchObject({ model: 'persistence', hours: 1, issued: T, unit: 'm3/s' })
    expect(f.t).toEqual(Array.from({ length: 13 }, (_, i) => T + i * 5 * MINUTE))
    expect(new Set(f.v)).toEqual(new Set([f.about.value]))
    expect(f.about.value).toBeCloseTo(last.inflow_moving_average, 3)
    expect(f.lower[12]).toBeCloseTo(0.8 * f.v[12], 2)
    expect(f.upper[12]).toBeCloseTo(1.2 * f.v[12], 2)
    expect([f.lower[0], f.upper[0]]).toEqual([f.v[0], f.v[0]])
    expect(f.summary!.volume).toBeCloseTo((f.about.value! * 3600) / 1e6, 5)
    expect(f.about).toMatchObject({ from: T, slope: null, window: null, refused: null })
    expect(grade(f.quality)).toBeGreaterThanOrEqual(ESTIMATED)
  })

  test('the trend continues the line of three hours for three hours, and stays within bounds over a day', async () => {
    const f = await get()
    const { general_datas } = await rows()
    const points = general_datas.map((r) => ({
      t: Date.parse(`${r.date_string!.replace(' ', 'T')}+07:00`),
      q: r.inflow_moving_average,
    }))
    const slope = slopeOf(points.filter((p) => p.t >= T - 3 * HOUR))!
    expect(f).toMatchObject({ model: 'trend', hours: 24 })
    expect(f.about.slope).toBeCloseTo(slope, 3)
    expect(f.about.window).toEqual({ from: T - 3 * HOUR, to: T, points: 37, expected: 37 })
    expect(f.t).toHaveLength(25)
    f.v.forEach((v, h) => expect(v).toBeCloseTo(Math.max(0, f.about.value! + slope * Math.min(3, h)), 2))
    expect(f.about.warnings.map((w) => w.code)).toContain('far_ahead')
  })

  test("the model is described in the caller's language", async () => {
    const [vi, en] = [await get(undefined, 'vi'), await get(undefined, 'en')]
    expect(vi.about.method).toMatch(/Xu thế tuyến tính.*3 giờ/)
    expect(en.about.method).toMatch(/Linear trend.*3 hours/)
    expect(vi.about.assumes.map((a) => a.code)).toEqual(['baseline', 'band', 'floor'])
    expect(vi.about.assumes[1].text).toContain('giả định')
    expect(en.about.assumes[1].text).toContain('assumption')
    expect({ ...vi, about: null }).toEqual({ ...en, about: null })
  })

  test('data/fromto includes it on request, in both layouts', async () => {
    const f = await get({ model: 'trend', hours: '24' })
    const expected = f.t.slice(1).map((t, i) => ({
      date_string: local(t),
      value: f.v[i + 1],
      lower: f.lower[i + 1],
      upper: f.upper[i + 1],
    }))
    expect((await rows()).flow_forecast_datas).toEqual([])
    expect((await rows({ model: 'trend', hours: 24 })).flow_forecast_datas).toEqual(expected)
    expect((await rows({ model: 'trend', hours: 24 }, 'columns')).flow_forecast_datas).toEqual(expected)
    expect((await rows({ model: 'trend', hours: 72 })).flow_forecast_datas).toHaveLength(72)
  })

  test('an unknown model or horizon is refused at its field', async () => {
    for (const [query, path] of [
      [{ model: 'gr4h' }, 'model'],
      [{ hours: '12' }, 'hours'],
    ] as const) {
      const a = await ask(query as never)
      expect(a.status).toBe(400)
      expect(a.body.errors!.map((e) => e.path)).toEqual([path])
    }
  })
})

test('once the inflow has stopped there is no forecast, with the time since; as of an earlier instant there is one', async () => {
  const before = await get({ hours: '1' })
  server.clock.advance(16 * MINUTE)
  // Tokens expire after a quarter of an hour.
  const signed = await server.raw({
    method: 'POST',
    url: '/api/renew/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ username: 'viewer', password: PASSWORD }),
  })
  token = (signed.body.data as { token: { access: string } }).token.access
  const f = await get({ hours: '1' }, 'vi')
  expect(f.t).toEqual([])
  expect(f.about).toMatchObject({ from: T, value: null })
  expect(f.about.refused).toEqual({
    code: 'stale',
    text: 'Không dự báo được: lưu lượng đến mới nhất đã cũ, từ 16/10/2025 13:00',
  })
  expect((await rows({ model: 'persistence', hours: 24 })).flow_forecast_datas).toEqual([])
  const then = await get({ hours: '1', known_at: local(T) })
  expect(then).toEqual({ ...before, issued: T })
})
