import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the service does wrong. */
export type Fault =
  | 'status'
  | 'limit'
  | 'limit-date'
  | 'key'
  | 'reason'
  | 'key-in-words'
  | 'key-in-units'
  | 'key-in-redirect'
  | 'brackets'
  | 'large'
  | 'blank'
  | 'no-places'
  | 'no-hours'
  | 'nothing'
  | 'html'
  | 'form'
  | 'fewer-places'
  | 'uneven'
  | 'short'
  | 'nan'
  | 'text-nan'
  | 'zone'
  | 'iso'
  | 'units'
  | 'impossible'
  | 'elsewhere'
  | 'huge'
  | 'slow'
  | 'stalled'
  | 'broken-off'
  | 'redirect'

/** A service that answers as Open-Meteo does, in the shapes that its documentation shows. */
export interface FakeProvider {
  url: string
  /** Beginning of its forecasts, epoch ms, and the run that it tells of. */
  today: number
  run: number
  /** Whether it answers nothing of its runs; and is called as each of them is requested. */
  silentRuns: boolean
  onRun: (path: string) => void
  /** Most requests of runs that waited at once. */
  mostRuns: number
  /** Models that have values. */
  models: Set<string>
  /** What is wrong with the answers below a path: v1/forecast, v1/ensemble, previous. */
  faults: Map<string, Fault>
  /** Addresses that were requested, without those of runs. */
  requests: URL[]
  /** Bytes written of the largest answer. */
  written: number
  /** mm of an hour by a model and at a place; what it says changes with it. */
  rain(model: string, place: number, hour: number): number
  close(): Promise<void>
}

const MEMBERS = 10
const HOUR = 3600

export async function startProvider(today: number): Promise<FakeProvider> {
  let waiting = 0
  const server = createServer((request, response) => {
    const url = new URL(request.url!, provider.url)
    if (url.pathname.startsWith('/data/')) {
      if (provider.silentRuns) {
        provider.mostRuns = Math.max(provider.mostRuns, ++waiting)
        return void response.once('close', () => waiting--)
      }
      provider.onRun(url.pathname)
      return meta(response)
    }
    provider.requests.push(url)
    const part = url.pathname.startsWith('/previous/') ? 'previous' : url.pathname.slice(1)
    void answer(url, part, response).catch(() => response.destroy())
  })
  const provider: FakeProvider = {
    url: '',
    today,
    run: today - 6 * 3_600_000,
    silentRuns: false,
    onRun: () => undefined,
    mostRuns: 0,
    models: new Set(['ecmwf_ifs025', 'gfs_global', 'icon_global']),
    faults: new Map(),
    requests: [],
    written: 0,
    rain: (model, place, hour) => Math.round(10 * (model.length % 3) + (place % 5) + (hour % 24)) / 10,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

  const meta = (response: ServerResponse) =>
    json(response, 200, {
      chunk_time_length: 104,
      data_end_time: (provider.today + 10 * 86_400_000) / 1000,
      last_run_availability_time: (provider.run + 4 * 3_600_000) / 1000,
      last_run_initialisation_time: provider.run / 1000,
      last_run_modification_time: (provider.run + 4 * 3_600_000) / 1000,
      temporal_resolution_seconds: 3600,
      update_interval_seconds: 21_600,
    })

  async function answer(url: URL, part: string, response: ServerResponse): Promise<unknown> {
    const fault = provider.faults.get(part)
    switch (fault) {
      case 'status':
        return json(response, 502, '<html>Bad gateway</html>')
      case 'limit':
        return json(
          response,
          429,
          { reason: 'Hourly API request limit exceeded. Please try again in the next hour.', error: true },
          { 'retry-after': '1800' },
        )
      case 'limit-date':
        return json(
          response,
          429,
          { error: true },
          {
            date: 'Tue, 20 Oct 2026 05:00:00 GMT',
            'retry-after': 'Tue, 20 Oct 2026 05:20:00 GMT',
          },
        )
      case 'key':
        return json(response, 401, { error: true, reason: 'The supplied API key is invalid.' })
      case 'reason':
        return json(response, 400, {
          error: true,
          reason: `Data corrupted at path ''. apikey=${url.searchParams.get('apikey')} Invalid String value xyz.`,
        })
      case 'key-in-words': {
        const key = url.searchParams.get('apikey')!
        const reason = `The API key ${key} (${encodeURIComponent(key).toLowerCase()}) has no plan`
        return json(response, 400, { error: true, reason })
      }
      case 'key-in-redirect': {
        const location = `https://${encodeURIComponent(url.searchParams.get('apikey')!)}.example/`
        return response.writeHead(302, { location }).end()
      }
      case 'blank':
        return json(response, 200, '')
      case 'no-places':
        return json(response, 200, [])
      case 'html':
        return json(response, 200, '<!doctype html><title>Sign in to the hotel</title>')
      case 'form':
        return json(response, 200, { forecast: { days: [1, 2, 3] } })
      case 'redirect':
        return response.writeHead(302, { location: 'https://elsewhere.example/v1/forecast' }).end()
      case 'slow':
        return undefined
      case 'stalled':
        response.writeHead(200, { 'content-type': 'application/json' })
        return response.write('[')
      case 'brackets':
      case 'large': {
        // As long as may be, and nothing but lists; or beyond what could have been requested.
        const size = fault === 'large' ? 6 * 1024 * 1024 : 1024 * 1024
        response.writeHead(200, { 'content-type': 'application/json' })
        return response.end(`[${'[],'.repeat(size / 3)}[]]`)
      }
      case 'huge': {
        response.writeHead(200, { 'content-type': 'application/json' })
        const mb = Buffer.alloc(1024 * 1024, '1,')
        response.write('[')
        for (let n = 0; n < 50 && !response.destroyed; n++) {
          provider.written += mb.length
          if (!response.write(mb)) await once(response, 'drain')
        }
        return response.end(']')
      }
    }
    const whole = JSON.stringify(body(url, part, fault))
    if (fault === 'broken-off') {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write(whole.slice(0, whole.length / 2))
      return setImmediate(() => response.destroy())
    }
    return json(
      response,
      200,
      fault === 'nan' ? whole.replace(/(?<=precipitation\w*":\[)[^,]*/, 'NaN') : whole,
    )
  }

  function body(url: URL, part: string, fault: Fault | undefined): unknown {
    const q = (name: string) => url.searchParams.get(name) ?? ''
    const list = (name: string) => q(name).split(',')
    if (q('timeformat') !== 'unixtime' || q('timezone') !== 'GMT') return { error: true, reason: 'times' }
    const begin = provider.today / 1000 - Number(q('past_days') || 0) * 24 * HOUR
    const n = 24 * (Number(q('forecast_days') || 7) + Number(q('past_days') || 0))
    let time: (number | string)[] = Array.from({ length: n }, (_, i) => begin + i * HOUR)
    if (fault === 'uneven') time[5] = (time[5] as number) + 600
    if (fault === 'no-hours') time = []
    if (fault === 'iso') time = time.map((t) => new Date((t as number) * 1000).toISOString().slice(0, 16))
    const models = list('models')
    const unit = (name: string) =>
      name.startsWith('precipitation')
        ? fault === 'units'
          ? 'inch'
          : fault === 'key-in-units'
            ? `mm ${q('apikey')}`
            : 'mm'
        : name.startsWith('temperature')
          ? '°C'
          : name.startsWith('wind_speed')
            ? q('wind_speed_unit') === 'ms'
              ? 'm/s'
              : 'km/h'
            : '°'
    const latitudes = list('latitude').map(Number)
    const longitudes = list('longitude').map(Number)
    let places = latitudes.map((latitude, place) => {
      const hourly: Record<string, unknown> = { time }
      const units: Record<string, string> = { time: fault === 'iso' ? 'iso8601' : 'unixtime' }
      for (const variable of list('hourly'))
        for (const model of models) {
          const names =
            part === 'v1/ensemble'
              ? [
                  '',
                  ...Array.from(
                    { length: MEMBERS - 1 },
                    (_, m) => `_member${String(m + 1).padStart(2, '0')}`,
                  ),
                ]
              : ['']
          names.forEach((member, m) => {
            const name = `${variable}${member}${models.length > 1 ? `_${model}` : ''}`
            units[name] = unit(variable)
            const values = time.map((_t, i) => {
              if (!provider.models.has(model) || fault === 'nothing') return null
              // By the instant, so that a shifted span says the same of each hour.
              const hour = Math.round(((begin + i * HOUR) * 1000 - provider.today) / 3_600_000)
              if (variable.startsWith('temperature')) return 20 + (((hour % 24) + 24) % 24) / 4
              if (variable.startsWith('wind_speed')) return 3.5
              if (variable.startsWith('wind_direction')) return 270
              const lead = Number(/day(\d)/.exec(variable)?.[1] ?? 0)
              return Number((provider.rain(model, place, Math.abs(hour)) + m + lead).toFixed(2))
            }) as unknown[]
            if (fault === 'short') values.pop()
            if (fault === 'text-nan') values[3] = 'NaN'
            if (fault === 'impossible') values[3] = -999
            hourly[name] = values
          })
        }
      return {
        latitude: latitude + (fault === 'elsewhere' ? 12 : 0.03),
        longitude: longitudes[place] - 0.02,
        generationtime_ms: 0.2,
        utc_offset_seconds: fault === 'zone' ? 25_200 : 0,
        timezone: fault === 'zone' ? 'Asia/Bangkok' : 'GMT',
        timezone_abbreviation: 'GMT',
        elevation: 300,
        ...(place > 0 ? { location_id: place } : {}),
        hourly_units: units,
        hourly,
      }
    })
    if (fault === 'fewer-places') places = places.slice(1)
    return places.length === 1 ? places[0] : places
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return provider
}
