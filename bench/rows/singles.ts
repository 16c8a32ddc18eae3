import { MINUTE } from '#core/time/units.ts'
import { fullPath } from '#contract/endpoint.ts'
import { postReadings } from '#contract/readings.ts'
import { startFloor } from '../floor.ts'
import { dataOf, drive, openMany, request, type Answer } from '../http.ts'
import { openPlace } from '../fixture.ts'
import { line, type Row } from '../row.ts'
import { startProduct } from '../server.ts'
import { alternate, median, medianRatio, perSecond, whole } from '../stats.ts'

const CLIENTS = 64
/** Requests of each client in one round. */
const CALLS = 120
const ROUNDS = 6

export const singles: Row = {
  name: 'singles',
  title: `durable ingest, single readings, ${CLIENTS} clients`,
  async run(bench) {
    const database = await bench.database()
    const place = await openPlace(database)
    try {
      const codes = Array.from({ length: CLIENTS }, (_, i) => `logger.${String(i).padStart(2, '0')}`)
      await place.declare(codes)
      const product = await startProduct({ DATABASE_URL: place.url, DEMO: '0' })
      const floor = await startFloor()
      const [real, bare] = await Promise.all([product.url, floor.url].map((url) => openMany(url, CLIENTS)))
      try {
        const headers = {
          authorization: `Bearer ${await place.token()}`,
          'content-type': 'application/json',
        }
        // Live data: every instant of the last minutes once.
        let t = Date.now() - 10 * MINUTE
        const round = () => {
          const requests: Buffer[] = []
          for (let i = 0; i < CALLS; i++, t += 100)
            for (const series of codes) {
              const body = JSON.stringify({ readings: [{ series, t, v: 100 + (t % 1000) / 1000 }] })
              requests.push(request('POST', fullPath(postReadings), headers, body))
            }
          return requests
        }
        const run = (connections: typeof real) => async () =>
          perSecond(CALLS * CLIENTS, await drive(connections, round(), one))
        bench.report('once each, to warm up')
        await alternate(1, { product: run(real), floor: run(bare) })
        bench.report(`${ROUNDS} rounds of ${CALLS * CLIENTS} requests each`)
        const rates = await alternate(ROUNDS, { product: run(real), floor: run(bare) })
        const [{ n }] = await place.services.db.query<{ n: number }>(
          "SELECT count(*) AS n FROM reading WHERE series LIKE 'logger.%'",
        )
        if (n !== (ROUNDS + 1) * CALLS * CLIENTS) throw new Error(`${n} readings are stored: not all`)
        const ratio = medianRatio(rates.product, rates.floor)
        return {
          lines: [
            line(`durable ingest, single readings, ${CLIENTS} clients`, {
              measured: `${whole(median(rates.product))} requests/s`,
              floor: `without a database ${whole(median(rates.floor))}/s`,
              ratio,
              aim: '>= 0.50',
              met: ratio >= 0.5,
              limit:
                'every request looks its token up in the database, and while a group commits all clients wait for it, so that parsing and committing take turns: with the same time for both the ratio is 0.5 at best.',
            }),
          ],
          notes: [
            'singles: one reading a request and one request at a time on each connection; the floor is the same web server in a process ' +
              'of its own with the same parser, which answers at once and knows no token.',
          ],
        }
      } finally {
        for (const c of [...real, ...bare]) c.close()
        await floor.stop()
        await product.stop()
      }
    } finally {
      await place.close()
      await database.drop()
    }
  },
}

function one(answer: Answer): void {
  const { accepted } = dataOf<{ accepted: number }>(answer)
  if (accepted !== 1) throw new Error('a reading was not accepted')
}
