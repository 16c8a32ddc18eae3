import { fullPath } from '#contract/endpoint.ts'
import { postReadings } from '#contract/readings.ts'
import { DAY } from '#core/time/index.ts'
import { numbers, reals } from '#server/lib/arrays.ts'
import { dataOf, drive, openMany, request, type Answer } from '../http.ts'
import { openPlace, type Place } from '../fixture.ts'
import { line, type Row } from '../row.ts'
import { startProduct } from '../server.ts'
import { alternate, median, medianRatio, perSecond, whole } from '../stats.ts'
import { chance, STEP } from '../water.ts'

const SERIES = Array.from({ length: 200 }, (_, i) => `gauge.${String(i).padStart(3, '0')}`)
const INSTANTS = 5
const READINGS = SERIES.length * INSTANTS
/** Calls of one round, and callers. */
const CALLS = 80
const CALLERS = 4
const ROUNDS = 6

interface Call {
  series: string[]
  t: number[]
  v: number[]
}

/** The backlog of a plant's loggers after a while offline: 200 series, five instants a call, oldest first. */
function* calls(): Generator<Call> {
  const next = chance(7)
  for (let t = Math.ceil((Date.now() - 33 * DAY) / STEP) * STEP; ; t += INSTANTS * STEP) {
    const call: Call = { series: [], t: [], v: [] }
    for (let i = 0; i < INSTANTS; i++)
      for (const series of SERIES) {
        call.series.push(series)
        call.t.push(t + i * STEP)
        call.v.push(Math.round((100 + 20 * next()) * 1000) / 1000)
      }
    yield call
  }
}

function json({ series, t, v }: Call): string {
  return JSON.stringify({ readings: series.map((s, i) => ({ series: s, t: t[i], v: v[i] })) })
}

function csv({ series, t, v }: Call): string {
  return `series,t,v,q\n${series.map((s, i) => `${s},${t[i]},${v[i]},0\n`).join('')}`
}

const UPSERT = `INSERT INTO floor_reading AS r (hydro_code, series, t, v, q)
  SELECT $1, s, t, v, q FROM unnest($2::text[], $3::int8[], $4::float8[], $5::int2[]) u(s, t, v, q)
  ON CONFLICT (hydro_code, series, t) DO UPDATE SET v = excluded.v, q = excluded.q`

async function upsert(place: Place, list: readonly Call[]): Promise<number> {
  const client = await place.services.db.pool.connect()
  const q = numbers(new Uint8Array(READINGS))
  try {
    const started = performance.now()
    for (const { series, t, v } of list)
      await client.query(UPSERT, [place.hydro, series, numbers(t), reals(v), q])
    return perSecond(list.length * READINGS, performance.now() - started)
  } finally {
    client.release()
  }
}

export const ingest: Row = {
  name: 'ingest',
  title: `durable ingest, ${READINGS}-reading calls`,
  async run(bench) {
    const database = await bench.database()
    const place = await openPlace(database)
    try {
      await place.declare(SERIES)
      await place.services.db.query('CREATE TABLE floor_reading (LIKE reading INCLUDING ALL)')
      const product = await startProduct({ DATABASE_URL: place.url, DEMO: '0' })
      const connections = await openMany(product.url, CALLERS)
      try {
        const token = await place.token()
        const source = calls()
        const take = () => Array.from({ length: CALLS }, () => source.next().value as Call)
        const send = (type: string, text: (call: Call) => string) => async () => {
          const headers = { authorization: `Bearer ${token}`, 'content-type': type }
          const requests = take().map((c) => request('POST', fullPath(postReadings), headers, text(c)))
          return perSecond(CALLS * READINGS, await drive(connections, requests, all))
        }
        const floor = () => upsert(place, take())
        bench.report('once each, to warm up')
        await alternate(1, { floor, json: send('application/json', json), csv: send('text/csv', csv) })
        bench.report(`${ROUNDS} rounds of ${CALLS} calls each`)
        const rates = await alternate(ROUNDS, {
          floor,
          json: send('application/json', json),
          csv: send('text/csv', csv),
        })
        await check(place)
        const ratio = medianRatio(rates.json, rates.floor)
        const beside = `unnest upsert ${whole(median(rates.floor))}/s`
        const rate = { json: median(rates.json), csv: median(rates.csv) }
        return {
          lines: [
            line('durable ingest, 1,000-reading calls, JSON', {
              measured: `${whole(rate.json)} readings/s`,
              floor: beside,
              ratio,
              aim: '>= 0.35',
              met: ratio >= 0.35,
            }),
            line('', {
              measured: `${whole(rate.json)} readings/s`,
              aim: '>= 40,000 readings/s',
              met: rate.json >= 40_000,
              limit: 'as for CSV.',
            }),
            line('durable ingest, 1,000-reading calls, CSV', {
              measured: `${whole(rate.csv)} readings/s`,
              floor: beside,
              ratio: medianRatio(rates.csv, rates.floor),
              aim: '>= 80,000 readings/s',
              met: rate.csv >= 80_000,
              limit:
                'the database, not the parser: JSON and CSV come to the same rate. One transaction runs at a time (what came later is stored later), so one backend does all upserts, with marks and last values about 1.6 times the plain one, and it waits for the rows of marks that hour bins are being made of.',
            }),
          ],
          notes: [
            `ingest: ${CALLERS} callers on connections that are kept, ${SERIES.length} series x ${INSTANTS} instants a call, all of them late ` +
              '(data of the last month), so each commit keeps their arrival too, while marks, last values and hour bins keep up; ' +
              'the floor is one connection with one upsert a commit, nothing else.',
          ],
        }
      } finally {
        for (const c of connections) c.close()
        await product.stop()
      }
    } finally {
      await place.close()
      await database.drop()
    }
  },
}

function all(answer: Answer): void {
  const { accepted } = dataOf<{ accepted: number }>(answer)
  if (accepted !== READINGS) throw new Error(`${accepted} of ${READINGS} readings were accepted`)
}

/** Checks that every acknowledged reading is stored. */
async function check(place: Place): Promise<void> {
  const [{ n }] = await place.services.db.query<{ n: number }>(
    "SELECT count(*) AS n FROM reading WHERE series LIKE 'gauge.%'",
  )
  const sent = 2 * (ROUNDS + 1) * CALLS * READINGS
  if (n !== sent) throw new Error(`${n} readings are stored, ${sent} were accepted`)
}
