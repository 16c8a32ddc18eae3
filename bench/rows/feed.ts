import { fullPath } from '#contract/endpoint.ts'
import { postReadings } from '#contract/readings.ts'
import { Connection, dataOf, request } from '../http.ts'
import { openPlace } from '../fixture.ts'
import { line, type Row } from '../row.ts'
import { startProduct } from '../server.ts'
import { openStream, type Stream } from '../stream.ts'
import { median, ms, percentile } from '../stats.ts'

const STREAMS = 200
const READINGS = 40
/** Interval between readings, which come one by one, as from a plant, ms. */
const PACE = 220
const SERIES = 'probe'

export const feed: Row = {
  name: 'feed',
  title: `reading accepted -> change event on ${STREAMS} open streams`,
  async run(bench) {
    const database = await bench.database()
    const place = await openPlace(database)
    try {
      await place.declare([SERIES])
      const product = await startProduct({ DATABASE_URL: place.url, DEMO: '0' })
      const streams: Stream[] = []
      const connection = await Connection.open(product.url)
      try {
        const token = await product.signIn()
        const headers = {
          authorization: `Bearer ${await place.token()}`,
          'content-type': 'application/json',
        }
        bench.report(`opening ${STREAMS} streams`)
        for (let i = 0; i < STREAMS; i++) streams.push(await openStream(product.url, token))
        bench.report(`${READINGS} readings`)
        const toEvent: number[] = []
        const toAnswer: number[] = []
        for (let i = 0; i < READINGS; i++) {
          const t = Date.now()
          const body = JSON.stringify({ readings: [{ series: SERIES, t, v: i }] })
          const call = request('POST', fullPath(postReadings), headers, body)
          const started = performance.now()
          const seen = streams.map((s) => s.until(`["${SERIES}",${t},`))
          const { accepted } = dataOf<{ accepted: number }>(await connection.send(call))
          if (accepted !== 1) throw new Error('the reading was not accepted')
          toAnswer.push(performance.now() - started)
          for (const at of await Promise.all(seen)) toEvent.push(at - started)
          await new Promise((done) => setTimeout(done, PACE))
        }
        const p95 = percentile(toEvent, 0.95)
        return {
          lines: [
            line(`reading sent -> change event on ${STREAMS} open streams`, {
              measured: `${ms(p95)} p95, ${ms(median(toEvent))} median`,
              floor: `its answer (durable) ${ms(median(toAnswer))}`,
              aim: '<= 500 ms p95',
              met: p95 <= 500,
            }),
          ],
          notes: [
            `feed: ${READINGS} readings, one every ${PACE} ms; from the sending of the call until the event is read, over all streams. ` +
              'Changes are gathered for 100 ms on purpose, so that a burst is one event. Calculating and drawing come on top: see the row below.',
          ],
        }
      } finally {
        for (const s of streams) s.close()
        connection.close()
        await product.stop()
      }
    } finally {
      await place.close()
      await database.drop()
    }
  },
}
