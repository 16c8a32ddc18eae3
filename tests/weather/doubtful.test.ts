import { DAY, HOUR, MINUTE } from '#core/time/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { login } from '#contract/auth.ts'
import { fullPath, type Endpoint, type Input } from '#contract/endpoint.ts'
import * as contract from '#contract/weather.ts'
import type { Weather } from '#contract/weather.ts'
import { demoDescription } from '#plant/describe.ts'
import { geographyAt, withoutMoved } from '#server/features/weather/places.ts'
import { openMeteo } from '#server/features/weather/open-meteo.ts'
import { addReservoir, PASSWORD, testServer, type Answer, type TestServer } from '../server.ts'
import { startProvider, type FakeProvider, type Fault } from './provider.ts'

/** What a provider or a sender says that must not be believed, and what is then shown. */

const seed = demoDescription()
const HYDRO = seed.hydroCode
const TODAY = Date.UTC(2026, 9, 20)
const NOW = TODAY + 5 * HOUR + 10 * MINUTE
const KEY = 'khoa+bi/mat 123456'

let provider: FakeProvider
let server: TestServer
let token: string

beforeAll(async () => {
  provider = await startProvider(TODAY)
  server = await testServer({ now: NOW, env: { ALLOW_PRIVATE_TARGETS: '1' } })
  await addReservoir(server.app, seed)
})
afterAll(async () => {
  await server.close()
  await provider.close()
})
/** Each test has an archive of its own. */
beforeEach(async () => {
  server.clock.set(NOW)
  provider.today = TODAY
  provider.run = TODAY - 6 * HOUR
  provider.faults.clear()
  provider.requests.length = 0
  provider.silentRuns = false
  provider.onRun = () => undefined
  await server.app.services.db.query('DELETE FROM weather_issue')
  await server.app.services.db.query('DELETE FROM weather_source')
  token = await server.ingestToken(HYDRO)
})

/** The data of an answer, which must be one. */
const dataOf = <T>(a: Answer<T>): T => {
  expect(a.status, JSON.stringify(a.body)).toBe(200)
  return a.body.data!
}
/** Sessions end while the clock goes on: one for each instant. */
const sessions = new Map<number, Promise<string>>()
let address = 0
function session(): Promise<string> {
  const now = server.clock.now()
  const made =
    sessions.get(now) ??
    server
      .raw({
        method: 'POST',
        url: fullPath(login),
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ username: 'admin', password: PASSWORD }),
        remoteAddress: `10.2.${address >> 8}.${address++ & 255}`,
      })
      .then((a) => (a.body.data as { token: { access: string } }).token.access)
  sessions.set(now, made)
  return made
}
const call = async <E extends Endpoint>(endpoint: E, input?: Input<E>) =>
  server.call(endpoint, input, { token: await session() })
const source = (more: object = {}) => ({
  enabled: true,
  address: provider.url,
  ensemble_address: '',
  previous_address: '',
  models: ['ecmwf_ifs025'],
  ensemble_models: ['ecmwf_ifs025'],
  every_hours: 3,
  ...more,
})
const set = async (more: object = {}) => {
  const { version } = dataOf(await call(contract.getWeatherSource))
  dataOf(await call(contract.setWeatherSource, { body: { ...source(more), version } } as never))
  await server.app.weather.turn()
}
const shown = async (): Promise<Weather> => dataOf(await call(contract.getWeather))
const post = (body: object) => server.call(contract.postForecasts, { body } as never, { token })
const hoursFrom = (begin: number, n: number, step = HOUR) =>
  Array.from({ length: n }, (_, i) => begin + (i + 1) * step)
const FROM = TODAY + 5 * HOUR
const send = (o: {
  model?: string
  run_at?: number
  rain?: number
  t?: number[]
  more?: object
}): ReturnType<typeof post> => {
  const t = o.t ?? hoursFrom(FROM, 96)
  const { model = 'wrf', run_at, rain = 1, more } = o
  const precipitation = t.map(() => rain)
  return post({
    model,
    t,
    places: [{ station: 'basin', precipitation, ...more }],
    ...(run_at !== undefined && { run_at }),
  })
}
const basinSums = (w: Weather) => w.places[0].by.map((b) => b.sums)

describe('what the provider no longer gives', () => {
  const ensembles = {
    get ensemble_address() {
      return provider.url
    },
    ensemble_models: ['icon_seamless'],
  }
  beforeEach(() => void provider.models.add('icon_seamless'))

  test('an ensemble that it has no values of any more gets old though its forecasts are renewed', async () => {
    await set({ ...ensembles })
    expect((await shown()).ensembles.map((e) => [e.run_at, e.state])).toEqual([[null, 'fresh']])
    provider.models.delete('icon_seamless')
    const states: string[] = []
    for (let i = 0; i < 4; i++) {
      server.clock.advance(3 * HOUR)
      provider.run += 3 * HOUR
      await server.app.weather.turn()
      states.push((await shown()).ensembles[0].state)
    }
    // Twice the time between fetches and an hour more.
    expect(states).toEqual(['fresh', 'fresh', 'old', 'old'])
    const w = await shown()
    expect(w.models.map((m) => m.state)).toEqual(['fresh'])
    expect(w.provider.also).toMatchObject({ code: 'weather_no_model' })
    expect(w.provider.also!.message).toContain('icon_seamless')
    // Given again with the same values, it is fresh again.
    provider.models.add('icon_seamless')
    server.clock.advance(3 * HOUR)
    await server.app.weather.turn()
    expect((await shown()).ensembles[0]).toMatchObject({ received_at: NOW, state: 'fresh' })
  })

  test('ensembles without an address are not shown', async () => {
    await set({ ...ensembles })
    expect((await shown()).ensembles.length).toBe(1)
    await set({ ensemble_models: ensembles.ensemble_models })
    expect((await shown()).ensembles).toEqual([])
  })
})

test.each<[Fault, string]>([
  ['key-in-words', 'weather_refused'],
  ['key-in-units', 'weather_units'],
  ['key-in-redirect', 'weather_redirect'],
])('%s: the words of the provider do not show the key', async (fault, code) => {
  provider.faults.set('v1/forecast', fault)
  await set({ key: fault === 'key-in-redirect' ? 'khoabimat123456' : KEY })
  const { problem } = (await shown()).provider
  expect(problem!.code).toBe(code)
  expect(problem!.message).toContain('***')
  const stored = await server.app.services.db.query('SELECT problem FROM weather_source')
  for (const words of [problem, stored].map((x) => JSON.stringify(x).toLowerCase()))
    for (const part of ['khoa', '123456']) expect(words).not.toContain(part)
})

describe('runs', () => {
  test('an older run that comes late, or is sent again, does not replace a newer one', async () => {
    const runs = [TODAY, TODAY - 12 * HOUR]
    expect((await send({ run_at: runs[0], rain: 2 })).status).toBe(200)
    server.clock.advance(MINUTE)
    expect((await send({ run_at: runs[1], rain: 0.5 })).status).toBe(200)
    let w = await shown()
    expect(w.models.map((m) => m.run_at)).toEqual([runs[0]])
    expect(basinSums(w)).toEqual([[48, 144]])
    // The same packets again add nothing.
    expect((await send({ run_at: runs[0], rain: 2 })).body.data).toMatchObject({ unchanged: true })
    expect((await send({ run_at: runs[1], rain: 0.5 })).body.data).toMatchObject({ unchanged: true })
    // Of one run, what came last corrects what came before.
    server.clock.advance(MINUTE)
    expect((await send({ run_at: runs[0], rain: 3 })).body.data).toMatchObject({ unchanged: false })
    expect(basinSums(await shown())).toEqual([[72, 216]])
    // Without a stated run it is the time of receipt that tells.
    server.clock.advance(MINUTE)
    await send({ rain: 1 })
    w = await shown()
    expect(basinSums(w)).toEqual([[24, 72]])
    expect(w.models[0].run_at).toBeNull()
    server.clock.advance(MINUTE)
    await send({ run_at: runs[0], rain: 4 })
    expect(basinSums(await shown())).toEqual([[96, 288]])
  })

  test('a run in the future is refused, by its field', async () => {
    const a = await send({ run_at: NOW + 300 * DAY })
    expect([a.status, a.body.errors?.map((e) => [e.path, e.code])]).toEqual([
      400,
      [['run_at', 'weather_run_future']],
    ])
    // The clock of the sender may be ahead by some minutes.
    expect((await send({ run_at: NOW + 10 * MINUTE })).status).toBe(200)
    const local = (at: number) => new Date(at + 7 * HOUR).toISOString().slice(0, 16).replace('T', ' ')
    const text = ['Thời gian;basin', ...hoursFrom(FROM, 3).map((t) => `${local(t)};1`)].join('\n')
    const search = new URLSearchParams({ name: 'a.csv', model: 'kttv', run_at: local(NOW + DAY) })
    const upload = await server.raw({
      method: 'POST',
      url: `${fullPath(contract.uploadForecast)}?${search}`,
      headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${await session()}` },
      payload: Buffer.from(text),
    })
    expect([upload.status, upload.body.errors?.map((e) => [e.path, e.code])]).toEqual([
      400,
      [['run_at', 'weather_run_future']],
    ])
  })

  test('a run of the provider in the future is not told', async () => {
    provider.run = NOW + 2 * DAY
    await set()
    expect((await shown()).models.map((m) => m.run_at)).toEqual([null])
  })
})

describe('parts of days and of hours', () => {
  test('a day of which only the afternoon is covered has no least and greatest value', async () => {
    // Tomorrow begins at 17 h UTC; the forecast at 15 h local of it.
    const t = hoursFrom(TODAY + DAY + 7 * HOUR, 72)
    const at = (i: number) => 30 + (i % 3)
    await post({
      model: 'wrf',
      t,
      places: [{ station: 'dam', temperature: t.map((_, i) => at(i)), wind_speed: t.map(() => 5) }],
    })
    const [model] = (await shown()).models
    expect(model.days[1]).toMatchObject({ temperature_min: null, temperature_max: null, wind_max: null })
    expect(model.days[2]).toMatchObject({ temperature_min: 30, temperature_max: 32, wind_max: 5 })
  })

  test('hours stamped at half past are shared out, as their sums are', async () => {
    await send({ t: hoursFrom(FROM - 30 * MINUTE, 97), rain: 1 })
    const [model] = (await shown()).models
    expect(basinSums(await shown())).toEqual([[24, 72]])
    expect(model.rain.slice(0, 72)).toEqual(Array.from({ length: 72 }, () => 1))
  })
})

describe('a hostile or slow provider', () => {
  test('an answer larger than what was requested could be is not read', async () => {
    provider.faults.set('v1/forecast', 'large')
    await set()
    expect((await shown()).provider.problem).toMatchObject({ code: 'weather_large' })
  })

  test('a large answer is read in a thread of its own: others are served meanwhile', async () => {
    const ask = {
      address: provider.url,
      key: null,
      places: Array.from({ length: 30 }, (_, i) => ({
        id: `cell:${i}`,
        longitude: 108 + i / 50,
        latitude: 15,
      })),
      now: NOW,
      allowed: true,
      timeout: MINUTE,
      signal: new AbortController().signal,
    }
    const read = vi.spyOn(JSON, 'parse')
    try {
      // Of the worker's, nothing is seen here: neither of an answer that is nothing but lists, nor of a proper one.
      provider.faults.set('v1/forecast', 'brackets')
      const refused = openMeteo.forecast(ask, ['ecmwf_ifs025', 'gfs_global', 'icon_global'], 11)
      await expect(refused).rejects.toMatchObject({ code: 'weather_shape' })
      provider.faults.clear()
      const models = ['ecmwf_ifs025', 'gfs_global', 'icon_global']
      const found = await openMeteo.forecast(ask, models, 11)
      expect(found.map((f) => [f.model, f.n, f.columns.length, f.columns[0].values[5]])).toEqual(
        models.map((m) => [m, 264, 120, provider.rain(m, 0, 5)]),
      )
      expect(Math.max(...read.mock.calls.map(([text]) => text.length))).toBeLessThan(1000)
    } finally {
      read.mockRestore()
    }
  })

  test('what it says in its runs is requested at once of all models, and not waited for', async () => {
    const paths: string[] = []
    provider.onRun = (path) => void paths.push(path)
    const ask = {
      address: provider.url,
      key: null,
      places: [{ id: 'dam', longitude: 108, latitude: 15 }],
      now: NOW,
      allowed: true,
      timeout: 300,
      signal: new AbortController().signal,
    }
    const models = ['ecmwf_ifs025', 'gfs_global', 'icon_global']
    models.forEach((m) => provider.models.add(m))
    await openMeteo.forecast(ask, models, 1)
    // Before the values and after them.
    expect(paths.length).toBe(6)
    expect(new Set(paths.slice(0, 3)).size).toBe(3)
    provider.silentRuns = true
    const found = await openMeteo.forecast(ask, models, 1)
    expect(found.map((f) => f.runAt)).toEqual([null, null, null])
    expect(provider.mostRuns).toBe(3)
  })

  test('a run that is published while the values are fetched is not told', async () => {
    let n = 0
    provider.onRun = () => {
      if (n++ === 1) provider.run += 6 * HOUR
    }
    await set()
    const w = await shown()
    expect(w.models.map((m) => [m.run_at, m.state])).toEqual([[null, 'fresh']])
    server.clock.advance(3 * HOUR)
    await server.app.weather.turn()
    expect((await shown()).models.map((m) => m.run_at)).toEqual([provider.run])
  })
})

describe('bounds of what people and tokens may ask for', () => {
  test('the provider is asked by hand only ten minutes after the last try, also while it fails', async () => {
    await set()
    const { length } = provider.requests
    server.clock.advance(MINUTE)
    const refresh = async () => {
      const a = await call(contract.refreshWeather)
      await server.app.weather.turn()
      return [a.status, a.body.code, provider.requests.length - length]
    }
    expect(await refresh()).toEqual([409, 'weather_recent', 0])
    expect((await shown()).provider.refresh_at).toBe(NOW + 10 * MINUTE)
    server.clock.set(NOW + 10 * MINUTE)
    provider.faults.set('v1/forecast', 'status')
    expect((await refresh())[0]).toBe(200)
    expect(provider.requests.length - length).toBe(1)
    // Due again by itself after a minute, then after two and five; by hand not before.
    for (const [minutes, n] of [
      [1, 2],
      [2, 3],
      [5, 4],
    ] as const) {
      expect(await refresh()).toEqual([409, 'weather_recent', n - 1])
      server.clock.advance(minutes * MINUTE)
      await server.app.weather.turn()
      expect(provider.requests.length - length).toBe(n)
    }
    for (let i = 0; i < 5; i++) expect(await refresh()).toEqual([409, 'weather_recent', 4])
  })

  test('a source has at most twelve models; those that it has go on', async () => {
    const names = Array.from({ length: 14 }, (_, i) => `wrf-${i}`)
    const states = await Promise.all(names.map(async (model) => (await send({ model })).status))
    expect(states.filter((x) => x === 200).length).toBe(12)
    const w = await shown()
    expect(w.models.length).toBe(12)
    const refused = await send({ model: 'another' })
    expect([refused.status, refused.body.errors?.map((e) => [e.path, e.code])]).toEqual([
      400,
      [['model', 'weather_many_models']],
    ])
    server.clock.advance(MINUTE)
    expect((await send({ model: w.models[0].model, rain: 2 })).status).toBe(200)
    // One that has sent nothing for fifteen days makes room.
    server.clock.advance(15 * DAY)
    token = await server.ingestToken(HYDRO)
    expect((await send({ model: 'another', t: hoursFrom(FROM + 15 * DAY, 96) })).status).toBe(200)
  })
})

describe('what basin rain is of', () => {
  test('the mean over a part of the basin says so, by issue', async () => {
    const weights = (await shown()).places.filter((p) => p.kind === 'station')
    const some = [...weights].sort((a, b) => b.weight! - a.weight!).slice(0, 3)
    const share = some.reduce((sum, p) => sum + p.weight!, 0)
    expect(share).toBeGreaterThan(0.5)
    const t = hoursFrom(FROM, 96)
    const places = some.map((p) => ({ station: p.code!, precipitation: t.map(() => 3) }))
    expect((await post({ model: 'part', t, places })).status).toBe(200)
    await send({ model: 'whole' })
    expect((await shown()).models.map((m) => [m.model, m.basin_by, m.basin_share])).toEqual([
      ['part', 'stations', expect.closeTo(share, 3)],
      ['whole', 'issue', 1],
    ])
  })

  test('cells and stations that have been moved since are left out', async () => {
    const geography = geographyAt(await server.app.plants.describe(HYDRO), NOW)!
    const issue = { places: geography.places, columns: geography.places.map((_, place) => ({ place })) }
    expect(withoutMoved(issue as never, geography).columns.length).toBe(geography.places.length)
    const places = geography.places.map((p, i) => (i === 2 ? { ...p, longitude: p.longitude! + 0.05 } : p))
    const { columns } = withoutMoved(issue as never, { ...geography, places })
    expect(columns.map((c) => c.place)).toEqual(geography.places.map((_, i) => i).filter((i) => i !== 2))
  })
})
