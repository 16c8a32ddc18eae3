import { gunzipSync } from 'node:zlib'
import { fullPath } from '#contract/endpoint.ts'
import { getStationDataByType } from '#contract/observe.ts'
import { isEndStamped } from '#core/series/index.ts'
import { DAY, HOUR, toLocal } from '#core/time/index.ts'
import { demoDescription } from '#plant/index.ts'
import { Connection, request, type Answer } from '../http.ts'
import { openPlace } from '../fixture.ts'
import { line, type Row } from '../row.ts'
import { startProduct } from '../server.ts'
import { settled } from '../settled.ts'
import { median, ms, percentile, time } from '../stats.ts'
import { level } from '../water.ts'

const ROUNDS = 60
const ZONE = 'Asia/Ho_Chi_Minh'

export const map: Row = {
  name: 'map',
  title: 'a day of all stations, to be replayed on the map',
  async run(bench) {
    const seed = demoDescription()
    const stations = (seed.stations ?? []).map((s) => s.body)
    const series = stations.map((s) => s.series)
    // As on the page: one call for each type of station.
    const types = [...new Set(stations.map((s) => s.type))].sort()
    const database = await bench.database()
    const place = await openPlace(database, seed)
    try {
      const end = Math.floor(Date.now() / DAY) * DAY - 7 * HOUR
      const from = end - DAY
      // Rain is stamped at the end of its interval: a day of it is (from, end], of the others [from, end).
      const ends = new Set(seed.series.filter((one) => isEndStamped(one.kind)).map((one) => one.code))
      const spanOf = (codes: readonly string[]) =>
        codes.some((code) => ends.has(code)) ? [from + 1, end + 1] : [from, end]
      bench.report(`writing a day of ${series.length} stations`)
      for (const [i, code] of series.entries()) {
        const data = level(i, from, end)
        const all = { hydroCode: place.hydro, series: Array.from(data.t, () => code), ...data }
        await place.history.write(all, { source: 'ingest' })
      }
      const product = await startProduct({ DATABASE_URL: place.url, DEMO: '0' })
      try {
        await settled(bench, place)
        const token = await product.signIn()
        const connection = await Connection.open(product.url)
        const calls = types.map((type) =>
          request(
            'POST',
            fullPath(getStationDataByType),
            {
              authorization: `Bearer ${token}`,
              hydro: place.hydro,
              'content-type': 'application/json',
              'accept-encoding': 'gzip',
            },
            JSON.stringify({
              type,
              start_time: toLocal(from, ZONE),
              end_time: toLocal(end, ZONE),
              layout: 'columns',
            }),
          ),
        )
        const [http, sql]: [number[], number[]] = [[], []]
        let [points, bytes] = [0, 0]
        for (let round = -5; round < ROUNDS; round++) {
          const answers: Answer[] = []
          const took = await time(async () => {
            for (const call of calls) answers.push(await connection.send(call))
          })
          let rows = 0
          const floor = await time(async () => {
            for (const type of types) {
              const codes = stations.filter((one) => one.type === type).map((one) => one.series)
              const found = await place.services.db.query(
                'SELECT series, t, v, q FROM reading WHERE hydro_code = $1 AND series = ANY ($2) AND t >= $3 AND t < $4',
                [place.hydro, codes, ...spanOf(codes)],
              )
              rows += found.length
            }
          })
          if (round < 0) continue
          http.push(took)
          sql.push(floor)
          points = answers.reduce((sum, a) => sum + pointsOf(a), 0)
          bytes = answers.reduce((sum, a) => sum + a.body.length, 0)
          if (points !== rows) throw new Error(`the calls returned ${points} readings, the rows are ${rows}`)
        }
        connection.close()
        const ratio = median(http) / median(sql)
        return {
          lines: [
            line('a day of all stations for the map, HTTP', {
              measured: `${ms(median(http))} median, ${ms(percentile(http, 0.95))} p95`,
              floor: `the same rows by SQL ${ms(median(sql))}`,
              ratio,
              aim: '<= 3.00',
              met: ratio <= 3,
              limit:
                'one call for each type, one after the other: each asks for the session, the description and its own rows, and writes them as text.',
            }),
          ],
          notes: [
            `map: ${types.length} calls of POST ${fullPath(getStationDataByType)} (${series.length} stations, ${points} readings, ${Math.round(bytes / 1000)} kB after gzip) on one connection until the last byte, ${ROUNDS} times; after each the floor fetches the same rows through pg, a query for each type too.`,
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

function pointsOf(answer: Answer): number {
  if (answer.status !== 200)
    throw new Error(`answer ${answer.status}: ${answer.body.toString().slice(0, 300)}`)
  const plain = /content-encoding: gzip/i.test(answer.headers) ? gunzipSync(answer.body) : answer.body
  const { data } = JSON.parse(plain.toString()) as {
    data: { stations: { columns: { value: { t: number[] } } }[] }
  }
  return data.stations.reduce((sum, s) => sum + s.columns.value.t.length, 0)
}
