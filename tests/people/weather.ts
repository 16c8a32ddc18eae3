import { getWeatherSource } from '#contract/weather.ts'
import type { TestServer } from '../server.ts'

/** Bodies with which the calls of the weather succeed; the provider is this machine, which is not allowed. */
export function weatherSamples(server: TestServer) {
  const source = {
    enabled: false,
    address: 'http://127.0.0.1:1',
    ensemble_address: '',
    previous_address: '',
    models: ['ecmwf_ifs025'],
    ensemble_models: [],
    every_hours: 3,
  }
  const t = [1, 2, 3].map((h) => new Date(server.clock.now() + h * 3_600_000).toISOString())
  const csv = `time,basin\n${t.map((x) => `${x},1.5`).join('\n')}\n`
  return {
    'POST /api/renew/v1/weather/source': async () => {
      const { version } = (await server.call(getWeatherSource)).body.data!
      return { body: { ...source, version } }
    },
    'POST /api/renew/v1/weather/source/test': { body: source },
    'POST /api/renew/v1/weather/upload': { query: { name: 'a.csv', model: 'walk' }, file: Buffer.from(csv) },
    'POST /api/ingest/v1/forecasts': {
      body: { model: 'walk', t, places: [{ station: 'basin', precipitation: [1, 2, 3] }] },
    },
  }
}
