import { NET_ENERGY } from '#core/calculation/index.ts'
import { READY_CALENDARS } from '#core/price/index.ts'
import { DAY, HOUR, MINUTE, startOf, toLocal } from '#core/time/index.ts'
import { fullPath } from '#contract/endpoint.ts'
import { tariffRevenue } from '#contract/revenue.ts'
import { demoDescription } from '#plant/index.ts'
import { openPlace, type Place } from '../fixture.ts'
import { Connection, dataOf, request } from '../http.ts'
import { line, type Row } from '../row.ts'
import { startProduct } from '../server.ts'
import { settled } from '../settled.ts'
import { ms, percentile, time } from '../stats.ts'
import { chance } from '../water.ts'

const STEP = 30 * MINUTE
const DAYS = 366
const ROUNDS = 20
const UNITS = 3
const AIM_YEAR = 300
const AIM_MONTH = 200

export const revenueRow: Row = {
  name: 'revenue',
  title: `revenue of a year of ${UNITS} units by day and class, and of a month after an edit`,
  async run(bench) {
    const seed = demoDescription()
    const database = await bench.database()
    const units = Array.from({ length: UNITS }, (_, i) => ({ ...seed.units[0], id: `u${i + 1}` }))
    const prices = READY_CALENDARS['EVN-2014'].classes.map((c, i) => ({
      class: c.code,
      price: 700.25 + 611 * i,
    }))
    const place = await openPlace(database, {
      ...seed,
      units,
      tariffs: [
        { id: 't', body: { name: 'T', kind: 'table', calendar: 'EVN-2014', currency: 'VND', prices } },
      ],
    })
    try {
      const zone = seed.plant.zone
      const now = Date.now()
      const to = startOf('day', now, zone) - 3 * DAY
      const from = to - DAYS * DAY
      bench.report('a year of energy')
      const codes = [NET_ENERGY, ...units.map((u) => `energy.${u.id}`)]
      await place.readings.registry.declareComputed(
        place.hydro,
        codes.map((code) => ({ code, name: code, unit: 'kWh', kind: 'total', step_s: STEP / 1000 })),
      )
      const product = await startProduct({ DATABASE_URL: place.url, DEMO: '0' })
      try {
        await settled(bench, place)
        // The calculation has found that there is no power, and leaves what is written now as it is.
        await place.history.writeDays(place.hydro, energyOf(codes, from, to), { source: 'computed' })
        const connection = await Connection.open(product.url)
        try {
          const headers = {
            authorization: `Bearer ${await product.signIn()}`,
            hydro: place.hydro,
            'content-type': 'application/json',
          }
          const local = (t: number) => toLocal(t, zone).slice(0, 16)
          const ask = async (unit: string | null, a: number, b: number, group: 'day' | 'month') => {
            const body = JSON.stringify({ unit, from: local(a), to: local(b), group })
            const answer = await connection.send(request('POST', fullPath(tariffRevenue), headers, body))
            return dataOf<{ rows: unknown[]; total: { vnd: number; missing: number } }>(answer)
          }
          const year: number[] = []
          bench.report('a year of each unit by day and class')
          for (let round = -3; round < ROUNDS; round++) {
            const took = await time(async () => {
              for (const { id } of units) {
                const { rows, total } = await ask(id, to - 365 * DAY, to, 'day')
                if (rows.length !== 365 || total.missing > 0) throw new Error(`${rows.length} days`)
              }
            })
            if (round >= 0) year.push(took)
          }
          bench.report('a month after an edit')
          const begin = startOf('month', to - 40 * DAY, zone)
          const month: number[] = []
          let before = 0
          for (let round = -3; round < ROUNDS; round++) {
            await write(place, begin + 10 * DAY + 10 * HOUR, 5000 + round)
            const took = await time(async () => {
              const { total } = await ask(null, begin, begin + 20 * DAY, 'month')
              if (total.vnd === before) throw new Error('the edit is not in the revenue')
              before = total.vnd
            })
            if (round >= 0) month.push(took)
          }
          const [y, m] = [percentile(year, 0.95), percentile(month, 0.95)]
          return {
            lines: [
              line(`revenue of a year of ${UNITS} units by day and class, HTTP`, {
                measured: `${ms(percentile(year, 0.5))} median, ${ms(y)} p95`,
                aim: `<= ${AIM_YEAR} ms p95`,
                met: y <= AIM_YEAR,
                limit: 'sums of exact decimals: half of the time is their conversion from floating point.',
              }),
              line('revenue of a month after an edit, HTTP', {
                measured: `${ms(percentile(month, 0.5))} median, ${ms(m)} p95`,
                aim: `<= ${AIM_MONTH} ms p95`,
                met: m <= AIM_MONTH,
              }),
            ],
            notes: [
              `revenue: POST ${fullPath(tariffRevenue)}, one call a unit on one connection until the last byte, ${ROUNDS} times; 17,520 half-hours a unit. Nothing is stored: a month is priced anew after each change of a step of its energy.`,
            ],
          }
        } finally {
          connection.close()
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

/** Steps of energy with as many digits as computed ones have. */
function energyOf(codes: readonly string[], from: number, to: number) {
  const n = (to - from) / STEP
  return new Map(
    codes.map((code, k) => {
      const next = chance(k)
      const t = Float64Array.from({ length: n }, (_, i) => from + (i + 1) * STEP)
      return [code, { t, v: t.map(() => next() * 9000), q: new Uint8Array(n) }]
    }),
  )
}

/** Writes another value of a step, as the calculation does after an edit. */
async function write(place: Place, t: number, kwh: number): Promise<void> {
  await place.history.write(
    { hydroCode: place.hydro, series: [NET_ENERGY], t: [t], v: [kwh], q: [0] },
    { source: 'computed' },
  )
}
