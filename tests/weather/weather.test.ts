import { DAY, HOUR, MINUTE } from '#core/time/index.ts'
import { writeXlsx } from 'hucre'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { login } from '#contract/auth.ts'
import { fullPath, type Endpoint, type Input } from '#contract/endpoint.ts'
import * as contract from '#contract/weather.ts'
import type { Weather } from '#contract/weather.ts'
import { issuesAt } from '#server/features/weather/index.ts'
import { openMeteo } from '#server/features/weather/open-meteo.ts'
import { createLog } from '#server/lib/log.ts'
import { demoDescription } from '#plant/describe.ts'
import { addReservoir, PASSWORD, testServer, type Answer, type TestServer } from '../server.ts'
import { startProvider, type FakeProvider, type Fault } from './provider.ts'

const seed = demoDescription()
const HYDRO = seed.hydroCode
const NOW = Date.UTC(2026, 9, 20, 5, 10)
const TODAY = Date.UTC(2026, 9, 20)
const KEY = 'khoa-bi-mat-123456'
const MODELS = ['ecmwf_ifs025', 'gfs_global', 'icon_global']

let provider: FakeProvider
let server: TestServer
const logged: string[] = []

beforeAll(async () => {
  provider = await startProvider(TODAY)
  const log = createLog('trace', { write: (line: string) => void logged.push(line) })
  server = await testServer({ now: NOW, env: { ALLOW_PRIVATE_TARGETS: '1' }, log })
  await addReservoir(server.app, seed)
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

const source = (more: object = {}) => ({
  enabled: true,
  address: provider.url,
  ensemble_address: provider.url,
  previous_address: `${provider.url}/previous/`,
  models: MODELS,
  ensemble_models: ['ecmwf_ifs025'],
  every_hours: 3,
  ...more,
})
/** Sessions end while the clock goes on: one for each account and instant. */
const tokens = new Map<string, Promise<string>>()
let address = 0
function tokenOf(username: string): Promise<string> {
  const key = `${username} ${server.clock.now()}`
  const kept = tokens.get(key)
  if (kept) return kept
  const made = server
    .raw({
      method: 'POST',
      url: fullPath(login),
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ username, password: PASSWORD }),
      remoteAddress: `10.2.${address >> 8}.${address++ & 255}`,
    })
    .then((a) => (a.body.data as { token: { access: string } }).token.access)
  tokens.set(key, made)
  return made
}
const call = async <E extends Endpoint>(endpoint: E, input?: Input<E>, as = 'admin') =>
  server.call(endpoint, input, { token: await tokenOf(as) })

/** The data of an answer, which must be one. */
const dataOf = <T>(a: Answer<T>): T => {
  expect(a.status, JSON.stringify(a.body)).toBe(200)
  return a.body.data!
}
const versionNow = async () => dataOf(await call(contract.getWeatherSource)).version
const set = async (more: object = {}) => {
  const body = { ...source(more), version: await versionNow() }
  const a = await call(contract.setWeatherSource, { body } as never)
  await server.app.weather.turn()
  return a
}
const shown = async (): Promise<Weather> => dataOf(await call(contract.getWeather, {}, 'operator'))
const stored = async () =>
  (
    await server.app.services.db.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM weather_issue WHERE hydro_code = $1',
      [HYDRO],
    )
  )[0].n

describe('before a provider is set', () => {
  test('nothing is asked, and the page says that there is none', async () => {
    const w = await shown()
    expect(w.provider).toMatchObject({ state: 'off', problem: null, next_at: null })
    expect(w.models).toEqual([])
    expect(w.places[0].by).toEqual([])
    expect(provider.requests).toEqual([])
    const refused = await call(contract.refreshWeather)
    expect([refused.status, refused.body.code]).toEqual([404, 'weather_none'])
  })

  test('the free service is proposed, switched off', async () => {
    const data = dataOf(await call(contract.getWeatherSource))
    expect(data).toMatchObject({
      version: 0,
      enabled: false,
      address: 'https://api.open-meteo.com',
      key: null,
    })
    expect(data.places).toMatchObject({ stations: 6, left_out: 0 })
    expect(data.places.grid).toBeGreaterThan(5)
    expect(data.places.grid).toBeLessThanOrEqual(24)
  })
})

describe('a provider that answers', () => {
  beforeAll(async () => {
    expect((await set({ key: KEY })).status).toBe(200)
  })

  test('is asked once for all models and places, and for earlier runs of each model', () => {
    const calls = provider.requests.map((u) => [u.pathname, u.searchParams.get('models')])
    expect(calls).toEqual([
      ['/v1/forecast', MODELS.join(',')],
      ['/v1/ensemble', 'ecmwf_ifs025'],
      ...MODELS.map((m) => ['/previous/v1/forecast', m]),
    ])
    const [{ searchParams: q }, { searchParams: ofMembers }] = provider.requests
    // The dam, the cells of the grid and the stations; members of what the basin is made of.
    expect(ofMembers.get('latitude')!.split(',').length).toBe(6)
    expect(q.get('latitude')!.split(',').slice(-6)).toEqual(ofMembers.get('latitude')!.split(','))
    expect(q.get('latitude')!.split(',').length).toBe(q.get('longitude')!.split(',').length)
    expect(q.get('apikey')).toBe(KEY)
    expect(q.get('hourly')).toBe('precipitation,temperature_2m,wind_speed_10m,wind_direction_10m')
  })

  test('gives each model its run, its hours ahead, and sums that are those of its own values', async () => {
    const w = await shown()
    expect(w.provider).toMatchObject({
      state: 'answering',
      problem: null,
      also: null,
      next_at: NOW + 3 * HOUR,
    })
    expect(w.models.map((m) => [m.model, m.source, m.run_at, m.received_at, m.state])).toEqual(
      MODELS.map((m) => [m, 'open-meteo', provider.run, NOW, 'fresh']),
    )
    expect(w.from).toBe(Date.UTC(2026, 9, 20, 5))
    expect(w.hours.length).toBe(240)
    expect(w.hours[0]).toBe(w.from + HOUR)
    const [ecmwf] = w.models
    expect(ecmwf.temperature.slice(0, 2)).toEqual([21.5, 21.75])
    expect(ecmwf.wind_speed[0]).toBe(3.5)
    // The basin is the mean of the stations by the weights of measured rain.
    const request = provider.requests[0].searchParams
    const places = request.get('latitude')!.split(',').length
    const stations = w.places.filter((p) => p.kind === 'station')
    const byWeight = [...stations].sort((a, b) => b.weight! - a.weight!)
    const first = places - stations.length
    const at = (hour: number) =>
      byWeight.reduce((sum, s, i) => sum + s.weight! * provider.rain('ecmwf_ifs025', first + i, hour), 0) /
      byWeight.reduce((sum, s) => sum + s.weight!, 0)
    expect(ecmwf.rain[0]).toBeCloseTo(at(6), 1)
    const sum24 = Array.from({ length: 24 }, (_, i) => at(6 + i)).reduce((a, b) => a + b, 0)
    const basin = w.places[0].by.find((b) => b.issue === ecmwf.id)!
    expect(basin.sums[0]).toBeCloseTo(sum24, 1)
    expect(w.days[0]).toMatchObject({ date: '2026-10-20', from: w.from, to: Date.UTC(2026, 9, 20, 17) })
    expect(ecmwf.days[1].temperature_min).toBe(20)
    expect(ecmwf.days[1].temperature_max).toBe(25.75)
  })

  test('the spread is that of the members, hour by hour and of the sums', async () => {
    const w = await shown()
    const [ensemble] = w.ensembles
    expect(ensemble).toMatchObject({ model: 'ecmwf_ifs025', members: 10, run_at: provider.run })
    const basin = w.places[0].by.find((b) => b.issue === ensemble.id)!.spreads![0]!
    // Member m has m mm more in each hour.
    expect(basin.max - basin.min).toBeCloseTo(9 * 24, 1)
    expect(basin.p50 - basin.min).toBeCloseTo(4.5 * 24, 1)
    expect(ensemble.rain.p90[0]! - ensemble.rain.p10[0]!).toBeCloseTo(7.2, 1)
    expect(ensemble.sum.p50[23]!).toBeCloseTo(basin.p50, 0)
  })

  test('the archive holds earlier runs from the first day on, and tells its size', async () => {
    const w = await shown()
    expect(w.archive.issues).toBe(3 + 1 + 3 * 7)
    expect(w.archive.bytes).toBeGreaterThan(1000)
    expect(w.archive.since).toBe(NOW)
    const then = TODAY - 10 * DAY
    const [was] = await issuesAt(server.app.services, HYDRO, { knownAt: then, model: 'gfs_global' })
    expect(was).toMatchObject({ assembled: true, kind: 'forecast', receivedAt: then })
    // Up to a day ahead it is what was said one day before, from one to two days ahead two days before.
    const dam = was.columns[0].values
    const base = (i: number) => provider.rain('gfs_global', 0, Math.abs(-240 + 1 + i))
    expect(dam[0]).toBeCloseTo(base(0) + 1, 6)
    expect(dam[23]).toBeCloseTo(base(23) + 1, 6)
    expect(dam[24]).toBeCloseTo(base(24) + 2, 6)
    expect(dam[7 * 24 - 1]).toBeCloseTo(base(7 * 24 - 1) + 7, 6)
    expect(dam[7 * 24]).toBeNaN()
    // Long before the first of them there is nothing.
    expect(
      await issuesAt(server.app.services, HYDRO, { knownAt: TODAY - 400 * DAY, model: 'other' }),
    ).toEqual([])
  })

  test('asked again, the same answer adds nothing, another one adds an issue and leaves the first as it was', async () => {
    const before = await stored()
    const [was] = await issuesAt(server.app.services, HYDRO, { knownAt: NOW, model: 'ecmwf_ifs025' })
    server.clock.advance(3 * HOUR)
    await server.app.weather.turn()
    expect(await stored()).toBe(before)
    expect((await shown()).models[0]).toMatchObject({ received_at: NOW, state: 'fresh' })
    const rain = provider.rain
    provider.rain = (...o) => rain(...o) + 1
    server.clock.advance(3 * HOUR)
    await server.app.weather.turn()
    provider.rain = rain
    expect(await stored()).toBe(before + 3 + 1)
    expect((await shown()).models[0].received_at).toBe(NOW + 6 * HOUR)
    const knownAt = NOW + 6 * HOUR - 1
    const [then] = await issuesAt(server.app.services, HYDRO, { knownAt, model: 'ecmwf_ifs025' })
    expect(then).toEqual(was)
    const earlier = provider.requests.filter((u) => u.pathname.startsWith('/previous/'))
    expect(earlier.length).toBe(MODELS.length)
  })

  test('a model without values here is named, and the others are shown', async () => {
    provider.models.delete('gfs_global')
    server.clock.advance(3 * HOUR)
    await server.app.weather.turn()
    provider.models.add('gfs_global')
    const w = await shown()
    expect(w.provider).toMatchObject({ state: 'answering', also: { code: 'weather_no_model' } })
    expect(w.provider.also!.message).toContain('gfs_global')
    server.clock.advance(6 * HOUR)
    expect((await shown()).models.map((m) => m.state)).toEqual(['fresh', 'old', 'fresh'])
  })

  test('members that cannot be fetched do not keep the forecast away', async () => {
    provider.faults.set('v1/ensemble', 'status')
    await server.app.weather.turn()
    provider.faults.clear()
    const w = await shown()
    expect(w.provider).toMatchObject({ state: 'answering', also: { code: 'weather_status' } })
    expect(w.models.map((m) => m.state)).toEqual(['fresh', 'fresh', 'fresh'])
  })
})

describe('a provider that fails', () => {
  const FAULTS: [Fault, string][] = [
    ['status', 'weather_status'],
    ['limit', 'weather_limit'],
    ['limit-date', 'weather_limit'],
    ['key', 'weather_key_refused'],
    ['reason', 'weather_refused'],
    ['blank', 'weather_empty'],
    ['no-places', 'weather_empty'],
    ['no-hours', 'weather_empty'],
    ['nothing', 'weather_empty'],
    ['html', 'weather_not_json'],
    ['form', 'weather_shape'],
    ['fewer-places', 'weather_shape'],
    ['uneven', 'weather_shape'],
    ['short', 'weather_shape'],
    ['elsewhere', 'weather_shape'],
    ['nan', 'weather_nan'],
    ['text-nan', 'weather_nan'],
    ['zone', 'weather_zone'],
    ['iso', 'weather_zone'],
    ['units', 'weather_units'],
    ['impossible', 'weather_outside'],
    ['huge', 'weather_large'],
    ['broken-off', 'weather_offline'],
    ['redirect', 'weather_redirect'],
  ]

  test.each(FAULTS)(
    '%s: told as %s, nothing is stored, the last issue stays with its age',
    async (fault, code) => {
      await set()
      const issues = await stored()
      const before = await shown()
      server.clock.advance(3 * HOUR)
      provider.faults.set('v1/forecast', fault)
      await server.app.weather.turn()
      provider.faults.clear()
      const w = await shown()
      const now = server.clock.now()
      expect(w.provider).toMatchObject({
        state: 'failing',
        problem: { code },
        failing_since: now,
        tried_at: now,
      })
      expect(w.provider.problem!.message).not.toMatch(/\{|undefined/)
      expect(await stored()).toBe(issues)
      expect(w.models.map((m) => [m.id, m.received_at])).toEqual(
        before.models.map((m) => [m.id, m.received_at]),
      )
      // The hours are those ahead of now: what the issue says of passed ones is not shown as present.
      expect(w.hours[0]).toBeGreaterThan(now)
      if (fault === 'limit') {
        expect(w.provider.next_at).toBe(now + 30 * MINUTE)
        const refused = await call(contract.refreshWeather)
        expect([refused.status, refused.body.code]).toEqual([409, 'weather_wait'])
      } else if (fault === 'limit-date') expect(w.provider.next_at).toBe(now + 20 * MINUTE)
      else expect(w.provider.next_at).toBe(now + MINUTE)
    },
  )

  test('an answer of 50 MB is left as soon as it is too large', () => {
    expect(provider.written).toBeLessThan(40 * 1024 * 1024)
  })

  test.each([['slow'], ['stalled']] as const)(
    '%s: waited for as long as the limit, then told',
    async (fault) => {
      provider.faults.set('v1/forecast', fault)
      const ask = {
        address: provider.url,
        key: null,
        places: [{ id: 'dam', longitude: 108, latitude: 15 }],
        now: NOW,
        allowed: true,
        timeout: 200,
        signal: new AbortController().signal,
      }
      await expect(openMeteo.forecast(ask, ['ecmwf_ifs025'], 1)).rejects.toMatchObject({
        code: 'weather_slow',
      })
      provider.faults.clear()
    },
  )

  test('failures in a row are tried again with growing delay, and success ends it', async () => {
    await set()
    server.clock.advance(3 * HOUR)
    const begun = server.clock.now()
    provider.faults.set('v1/forecast', 'status')
    for (const minutes of [1, 2, 5, 10, 20, 30, 60, 60]) {
      await server.app.weather.turn()
      const w = await shown()
      expect(w.provider.next_at).toBe(server.clock.now() + minutes * MINUTE)
      expect(w.provider.failing_since).toBe(begun)
      server.clock.set(w.provider.next_at!)
    }
    provider.faults.clear()
    await server.app.weather.turn()
    expect((await shown()).provider).toMatchObject({ state: 'answering', problem: null, failing_since: null })
  })

  test('after days without an answer the last issue is old, then over, and has no value of the hours it does not reach', async () => {
    provider.today = Math.floor(server.clock.now() / DAY) * DAY
    provider.run = provider.today - 6 * HOUR
    await set()
    provider.faults.set('v1/forecast', 'status')
    server.clock.advance(8 * HOUR)
    await server.app.weather.turn()
    expect((await shown()).models.map((m) => m.state)).toEqual(['old', 'old', 'old'])
    server.clock.advance(9 * DAY)
    const late = await shown()
    expect(late.models[0].rain.at(-1)).toBeNull()
    expect(late.places[0].by[0].sums).toEqual([expect.any(Number), null])
    server.clock.advance(3 * DAY)
    const over = await shown()
    expect(over.models.map((m) => m.state)).toEqual(['over', 'over', 'over'])
    expect(over.models[0].rain.every((v) => v === null)).toBe(true)
    expect(over.places[0].by[0].sums).toEqual([null, null])
    provider.faults.clear()
    provider.today = Math.floor(server.clock.now() / DAY) * DAY
    provider.run = provider.today - 6 * HOUR
    await set()
    expect((await shown()).models.map((m) => m.state)).toEqual(['fresh', 'fresh', 'fresh'])
  })
})

describe('the settings of the provider', () => {
  test('the key is stored sealed and answered masked; neither log nor audit nor faults hold it', async () => {
    await set({ key: KEY })
    const a = await call(contract.getWeatherSource)
    expect(dataOf(a).key).toBe('***3456')
    provider.faults.set('v1/forecast', 'reason')
    server.clock.advance(3 * HOUR)
    await server.app.weather.turn()
    provider.faults.clear()
    const w = await shown()
    expect(w.provider.problem!.message).toContain('apikey=***')
    const audit = await call(listAudit, { query: { page_size: '100' } } as never)
    const rows = await server.app.services.db.query('SELECT * FROM weather_source')
    for (const text of [a, w, audit.body, rows, logged].map((x) => JSON.stringify(x)))
      expect(text).not.toContain(KEY)
    expect(JSON.stringify(audit.body)).toContain('weather provider')
  })

  test('a kept key goes to no other host', async () => {
    const other = { address: 'https://elsewhere.example' }
    const refused = await call(contract.setWeatherSource, {
      body: { ...source(other), version: await versionNow() },
    })
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toMatchObject([{ path: 'key', code: 'weather_key_again' }])
    const tried = await call(contract.testWeatherSource, { body: source(other) })
    expect(tried.body.errors).toMatchObject([{ path: 'key', code: 'weather_key_again' }])
  })

  test.each([
    ['address', ''],
    ['address', 'ftp://example.com'],
    ['address', 'https://user:pass@example.com'],
    ['address', 'https://example.com/?a=1'],
    ['address', 'https://1.2.3.4.5/'],
    ['ensemble_address', 'example.com'],
    ['models', []],
    ['models', ['a', 'a']],
    ['models', ['a b']],
    ['every_hours', 0],
  ])('%s %j is refused by name', async (field, value) => {
    const body = { ...source({ [field]: value }), version: await versionNow() }
    const a = await call(contract.setWeatherSource, { body } as never)
    expect(a.status).toBe(400)
    expect(a.body.errors![0].path.split('.')[0]).toBe(field)
  })

  test('who changes what somebody else has changed meanwhile is told', async () => {
    const version = (await versionNow()) - 1
    const a = await call(contract.setWeatherSource, { body: { ...source(), version } })
    expect(a.status).toBe(409)
  })

  test('a trial tells each part and model, and stores nothing', async () => {
    const issues = await stored()
    provider.faults.set('v1/ensemble', 'key')
    const a = await call(contract.testWeatherSource, { body: source({ key: 'another' }) })
    provider.faults.clear()
    expect(dataOf(a).parts).toMatchObject([
      { part: 'forecast', problem: null, models: MODELS.map((model) => ({ model, hours: 24, members: 0 })) },
      { part: 'ensemble', problem: { code: 'weather_key_refused' }, models: [] },
      { part: 'previous', problem: null },
    ])
    expect(await stored()).toBe(issues)
  })

  test('without permission nothing is seen or changed', async () => {
    const as = 'operator'
    expect((await call(contract.getWeather, {}, as)).status).toBe(200)
    expect((await call(contract.getWeather, {}, 'viewer')).status).toBe(403)
    expect((await call(contract.setWeatherSource, { body: { ...source(), version: 0 } }, as)).status).toBe(
      403,
    )
    expect((await call(contract.testWeatherSource, { body: source() }, as)).status).toBe(403)
  })

  test('switched off, nothing is asked any more', async () => {
    await set({ enabled: false })
    const { length } = provider.requests
    server.clock.advance(DAY)
    await server.app.weather.turn()
    expect(provider.requests.length).toBe(length)
    expect((await shown()).provider.state).toBe('off')
  })
})

test('addresses of this machine are refused unless they are allowed', async () => {
  const strict = await testServer({ now: NOW })
  try {
    await addReservoir(strict.app, seed)
    await strict.call(contract.setWeatherSource, { body: { ...source(), version: 0 } })
    const { length } = provider.requests
    await strict.app.weather.turn()
    expect(provider.requests.length).toBe(length)
    const data = dataOf(await strict.call(contract.getWeather))
    expect(data.provider).toMatchObject({ state: 'failing', problem: { code: 'weather_forbidden' } })
    expect(data.models).toEqual([])
  } finally {
    await strict.close()
  }
})

describe('forecasts that are sent', () => {
  const t = (n: number) => Array.from({ length: n }, (_, i) => server.clock.now() + (i + 1) * 3 * HOUR)
  let token: string
  beforeAll(async () => {
    token = await server.ingestToken(HYDRO)
  })
  const send = (body: object) => server.call(contract.postForecasts, { body } as never, { token })

  test('go into the archive, once, and are shown beside the others', async () => {
    const rain = Array.from({ length: 8 }, () => 6)
    const body = {
      model: 'ban-tin',
      run_at: new Date(server.clock.now()).toISOString(),
      t: t(8),
      places: [
        {
          station: 'BASIN',
          precipitation: rain,
          members: [rain, rain.map((v) => v + 3), rain.map((v) => v + 6)],
        },
        { longitude: 108.2, latitude: 15.1, temperature: rain.map(() => 25) },
      ],
    }
    const first = await send(body)
    expect(first.body.data).toMatchObject({ unchanged: false, places: 2, instants: 8 })
    const again = await send(body)
    expect(again.body.data).toMatchObject({ unchanged: true, issue_id: dataOf(first).issue_id })
    const w = await shown()
    const [model] = w.models.filter((m) => m.source === 'ingest')
    // 6 mm in three hours, the first of which had begun before the forecast does.
    expect(model).toMatchObject({ model: 'ban-tin', state: 'fresh', run_at: server.clock.now() })
    expect(model.rain.slice(0, 3)).toEqual([null, 2, 2])
    const [members] = w.ensembles.filter((e) => e.source === 'ingest')
    expect(members.members).toBe(3)
  })

  test.each([
    [{ t: ['2026-10-20'] }, 't'],
    [{ t: ['yesterday', 'today'] }, 't.0'],
    [{ places: [{ station: 'NOWHERE', precipitation: [1, 2] }] }, 'places.0.station'],
    [{ places: [{ station: 'basin', precipitation: [1] }] }, 'places.0.precipitation'],
    [{ places: [{ station: 'basin', precipitation: [1, -5] }] }, 'places.0.precipitation.1'],
    [{ model: 'a/b' }, 'model'],
  ])('%j is refused at %s', async (change, path) => {
    const a = await send({
      model: 'x',
      t: t(2),
      places: [{ station: 'basin', precipitation: [1, 2] }],
      ...change,
    })
    expect(a.status).toBe(400)
    expect(a.body.errors!.map((e) => e.path)).toContain(path)
  })

  test('one that ended already, or of another reservoir, is refused', async () => {
    const past = [3, 2].map((h) => server.clock.now() - h * HOUR)
    const places = [{ station: 'basin', precipitation: [1, 2] }]
    expect((await send({ model: 'x', t: past, places })).body.code).toBe('weather_over')
    expect((await send({ model: 'x', t: t(2), places, hydro_code: 'OTHER' })).status).toBe(403)
  })
})

describe('forecasts in files', () => {
  const upload = async (text: string | Buffer, query: Record<string, string> = {}) => {
    const headers = {
      authorization: `Bearer ${await tokenOf('admin')}`,
      'content-type': 'application/octet-stream',
      'accept-language': 'en',
    }
    const search = new URLSearchParams({ name: 'Bản tin.csv', model: 'dai-kttv', ...query })
    return server.raw({
      method: 'POST',
      url: `${fullPath(contract.uploadForecast)}?${search}`,
      headers,
      payload: Buffer.from(text),
    })
  }
  const station = seed.stations!.find((s) => s.body.type === 1)!.body
  const local = (h: number) => {
    const at = new Date(Math.ceil(server.clock.now() / HOUR) * HOUR + h * HOUR + 7 * HOUR)
    return at.toISOString().slice(0, 16).replace('T', ' ')
  }
  const rows = (...cells: string[][]) => cells.map((c) => c.join(';')).join('\n')

  test('times are local; a station, the basin and temperatures are read', async () => {
    const text = rows(
      ['Thời gian', station.code, 'basin', 'dam temperature'],
      [local(1), '1,5', '2,25', '24'],
      [local(2), '0', '', '25,5'],
      [local(3), '3', '4', '26'],
    )
    const checked = await upload(text, { check: 'true' })
    expect(checked.body.data).toMatchObject({ issue_id: null, places: 3, instants: 3 })
    const a = await upload(text, { run_at: local(-1) })
    expect(a.status).toBe(200)
    const w = await shown()
    const [model] = w.models.filter((m) => m.source === 'upload')
    const first = w.hours.indexOf(Math.ceil(server.clock.now() / HOUR) * HOUR + HOUR)
    expect(model.rain.slice(first, first + 3)).toEqual([2.25, null, 4])
    expect(model.temperature.slice(first, first + 3)).toEqual([24, 25.5, 26])
    const audit = await call(listAudit, { query: { page_size: '5' } } as never)
    expect(JSON.stringify(audit.body)).toContain('dai-kttv')
  })

  test.each([
    [
      'a word',
      [
        ['t', 'basin'],
        ['1', '2.5'],
      ],
      'weather_no_time',
    ],
    [
      'a column of nowhere',
      [
        ['t', 'ABC'],
        ['L1', '2.5'],
        ['L2', '1.5'],
      ],
      'weather_column',
    ],
    [
      'a place twice',
      [
        ['t', 'basin', 'BASIN'],
        ['L1', '1.5', '2'],
        ['L2', '1.5', '3'],
      ],
      'weather_column_twice',
    ],
    [
      'a cell that is no number',
      [
        ['t', 'basin'],
        ['L1', '2.5'],
        ['L2', 'nhiều'],
      ],
      'weather_row_number',
    ],
    [
      'negative rain',
      [
        ['t', 'basin'],
        ['L1', '2.5'],
        ['L2', '-1'],
      ],
      'weather_row_outside',
    ],
    [
      'uneven times',
      [
        ['t', 'basin'],
        ['L1', '2.5'],
        ['L2', '1.5'],
        ['L4', '1.5'],
      ],
      'weather_order',
    ],
    [
      'times that go back',
      [
        ['t', 'basin'],
        ['L2', '2.5'],
        ['L1', '1.5'],
      ],
      'weather_step',
    ],
    [
      'no values',
      [
        ['t', 'basin'],
        ['L1', ''],
        ['L2', ''],
      ],
      'weather_nothing',
    ],
  ])('%s: refused with its row and column, and nothing is stored', async (_, cells, code) => {
    const issues = await stored()
    const text = rows(
      ...(cells as string[][]).map((r) => r.map((c) => c.replace(/^L(\d)$/, (_m, h) => local(Number(h))))),
    )
    const a = await upload(text)
    expect([a.status >= 400, a.body.code]).toEqual([true, code])
    if (code === 'weather_row_number') expect(a.body.message).toContain('Row 3, column basin')
    expect(await stored()).toBe(issues)
  })

  test('a workbook is read as well, its dates as local times', async () => {
    const wall = (h: number) => new Date(`${local(h).replace(' ', 'T')}:00Z`)
    const book = await writeXlsx({
      sheets: [
        {
          name: 'Dự báo',
          rows: [
            ['Thời gian', station.code, `${station.code} nhiệt độ`],
            [wall(1), 1.5, 24],
            [wall(2), null, 25],
            [wall(3), 4.25, 26],
          ],
        },
      ],
    })
    const a = await upload(Buffer.from(book), { name: 'du-bao.xlsx', model: 'so-tinh' })
    expect(a.status, JSON.stringify(a.body)).toBe(200)
    const [model] = (await shown()).models.filter((m) => m.model === 'so-tinh')
    const w = await shown()
    const first = w.hours.indexOf(Math.ceil(server.clock.now() / HOUR) * HOUR + HOUR)
    expect(model.temperature.slice(first, first + 3)).toEqual([24, 25, 26])
    const [issue] = await issuesAt(server.app.services, HYDRO, {
      knownAt: server.clock.now(),
      model: 'so-tinh',
    })
    expect([...issue.columns[0].values]).toEqual([1.5, NaN, 4.25])
  })

  test('a picture is no table', async () => {
    expect((await upload(Buffer.from([0xff, 0xd8, 0, 1, 2]))).body.code).toBe('not_a_table')
  })
})
