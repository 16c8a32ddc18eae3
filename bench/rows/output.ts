import { gunzipSync } from 'node:zlib'
import {
  computedEvery,
  computedSeries,
  NET_ENERGY,
  PLANT_ENERGY,
  unitEnergyCode,
} from '#core/calculation/index.ts'
import type { Series } from '#core/series/index.ts'
import { DAY, MINUTE, toLocalDate } from '#core/time/index.ts'
import type { DescriptionSeed } from '#contract/description.ts'
import { fullPath } from '#contract/endpoint.ts'
import { COMPARISONS, getOutput } from '#contract/statistics.ts'
import { demoDescription } from '#plant/index.ts'
import { Connection, request } from '../http.ts'
import { openPlace } from '../fixture.ts'
import { line, type Row } from '../row.ts'
import { startProduct } from '../server.ts'
import { settled } from '../settled.ts'
import { median, ms, percentile, time } from '../stats.ts'

const ROUNDS = 20
const YEARS = 3
const ZONE = 'Asia/Ho_Chi_Minh'
const STEP = 30 * MINUTE

/** The demo's plant with a tariff of three classes. */
function sold(): DescriptionSeed {
  const prices = Object.entries({ peak: 2800, normal: 1400, off: 850 }).map(([code, price]) => ({
    class: code,
    price,
  }))
  const body = {
    name: 'Bench',
    kind: 'table' as const,
    calendar: 'EVN-2014',
    currency: 'VND' as const,
    prices,
  }
  return { ...demoDescription(), tariffs: [{ id: 'sold', body }] }
}

function filled(from: number, to: number, every: number, value: (i: number) => number): Series {
  const n = Math.floor((to - from) / every)
  const s = { t: new Float64Array(n), v: new Float64Array(n), q: new Uint8Array(n) }
  for (let i = 0; i < n; i++) {
    s.t[i] = from + (i + 1) * every
    s.v[i] = value(i)
  }
  return s
}

export const outputRow: Row = {
  name: 'output',
  title: 'output and revenue of a year by day',
  async run(bench) {
    const database = await bench.database()
    const seed = sold()
    const place = await openPlace(database, seed)
    try {
      const to = Math.floor(Date.now() / DAY) * DAY - 2 * DAY - 7 * 60 * MINUTE
      const [from, first] = [to - 365 * DAY, to - YEARS * 366 * DAY]
      bench.report(`writing ${YEARS} years of energy, and a year of power`)
      const description = await place.plants.describe(place.hydro)
      await place.readings.registry.declareComputed(
        place.hydro,
        computedSeries(description).map((c) => ({
          ...c,
          step_s: c.kind === 'step' ? null : computedEvery(description, c.code, to, to) / 1000,
        })),
      )
      const runs = (i: number) => i % 48 >= 12 && i % 48 < 44
      const energy = (share: number) =>
        filled(first, to, STEP, (i) => (runs(i) ? share * (6000 + (i % 97)) : 0))
      const units = seed.units!
      await place.history.writeDays(
        place.hydro,
        new Map([
          [PLANT_ENERGY, energy(1)],
          [NET_ENERGY, energy(1)],
          ...units.map((u) => [unitEnergyCode(u.id)!, energy(1 / units.length)] as const),
        ]),
        { source: 'computed' },
      )
      await place.history.writeDays(
        place.hydro,
        new Map(
          units.map((u) => [
            u.body.powerSeries,
            filled(from, to, 5 * MINUTE, (i) => (runs(Math.floor(i / 6)) ? 12 + (i % 7) / 10 : 0)),
          ]),
        ),
        { source: 'import' },
      )
      // What would be computed of it is written already.
      await place.services.db.query("DELETE FROM dirty_span WHERE hydro_code = $1 AND kind = 'calc'", [
        place.hydro,
      ])
      const product = await startProduct({ DATABASE_URL: place.url, DEMO: '0', EDITION: 'LITE' })
      try {
        await settled(bench, place, 600_000)
        const token = await product.signIn()
        const connection = await Connection.open(product.url)
        const call = (compare: string) => {
          const query = new URLSearchParams({
            group: 'day',
            from: toLocalDate(from, ZONE),
            to: toLocalDate(to - 1, ZONE),
            compare,
          })
          const headers = { authorization: `Bearer ${token}`, hydro: place.hydro, 'accept-encoding': 'gzip' }
          return connection.send(request('GET', `${fullPath(getOutput)}?${query}`, headers, ''))
        }
        const taken = new Map<string, number[]>(COMPARISONS.map((c) => [c, []]))
        for (let round = -2; round < ROUNDS; round++) {
          bench.report(`round ${round + 1} of ${ROUNDS}`)
          for (const [compare, list] of taken) {
            const took = await time(async () => {
              const answer = await call(compare)
              if (answer.status !== 200) throw new Error(answer.body.toString().slice(0, 300))
              if (round < 0) checkRows(gunzipSync(answer.body).toString(), compare)
            })
            if (round >= 0) list.push(took)
          }
        }
        connection.close()
        const of = (compare: string) => taken.get(compare)!
        const both = (list: number[]) => `${ms(median(list))} median, ${ms(percentile(list, 0.95))} p95`
        return {
          lines: [
            line('output and revenue of a year by day, class and unit, against the plan', {
              measured: both(of('plan')),
              aim: '<= 300 ms p95',
              met: percentile(of('plan'), 0.95) <= 300,
              limit:
                'a year of half-hours is priced, and a year of power at five minutes is read for hours and starts.',
            }),
            line('  against the year before', { measured: both(of('last_year')), aim: '', met: null }),
            line(`  against the mean of ${YEARS - 1} years before`, {
              measured: both(of('mean')),
              aim: '',
              met: null,
            }),
          ],
          notes: [
            `output: GET ${fullPath(getOutput)} on one connection until the last byte, ${ROUNDS} times each; ${units.length} units, a tariff of three classes, ${YEARS} years of half-hours and a year of power at five minutes.`,
          ],
        }
      } finally {
        await product.stop()
      }
    } finally {
      await place.close()
      await database.drop()
    }
  },
}

function checkRows(text: string, compare: string): void {
  const { data } = JSON.parse(text) as {
    data: { rows: { used: { vnd: number | null }; hours: number | null }[] }
  }
  const known = data.rows.filter((r) => r.used.vnd !== null && r.hours !== null).length
  if (known < 360) throw new Error(`${compare}: ${data.rows.length} rows, ${known} with revenue and hours`)
}
