import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gunzipSync } from 'node:zlib'
import { writeXlsxStream } from 'hucre'
import type { DescriptionSeed } from '#contract/description.ts'
import { fullPath } from '#contract/endpoint.ts'
import { getReport, type ReportBody } from '#contract/report.ts'
import { DAY, HOUR, toLocal } from '#core/time/index.ts'
import { demoDescription } from '#plant/index.ts'
import { Connection, request } from '../http.ts'
import { openPlace } from '../fixture.ts'
import { line, type Row } from '../row.ts'
import { startProduct } from '../server.ts'
import { settled } from '../settled.ts'
import { median, ms, percentile, time } from '../stats.ts'
import { level } from '../water.ts'

const STATIONS = 50
const ROUNDS = 20
const YEAR = 365 * DAY
const ZONE = 'Asia/Ho_Chi_Minh'
/** As the page asks for them: the first rows, with the foot of the whole report. */
const FIRST = { limit: 2000 } as const

const codeOf = (i: number) => `bench.level.${i}`
const idOf = (i: number) => `BENCH_${i}`

/** The demo's plant without its stations, with 50 gauges of levels that report by the hour. */
function fifty(): DescriptionSeed {
  const seed = demoDescription()
  const gauge = seed.stations!.find((one) => one.body.type === 2)!
  const all = Array.from({ length: STATIONS }, (_, i) => i)
  return {
    ...seed,
    stations: all.map((i) => ({
      ...gauge,
      id: idOf(i),
      body: { ...gauge.body, name: `Gauge ${i}`, code: idOf(i), series: codeOf(i), every: HOUR / 1000 },
    })),
    series: [
      ...seed.series,
      ...all.map((i) => ({
        code: codeOf(i),
        name: codeOf(i),
        unit: 'm',
        kind: 'instant' as const,
        step_s: 3600,
      })),
    ],
  }
}

export const reportRow: Row = {
  name: 'report',
  title: 'reports of 50 stations',
  async run(bench) {
    const database = await bench.database()
    const place = await openPlace(database, fifty())
    try {
      const to = Math.floor(Date.now() / DAY) * DAY - 2 * DAY - 7 * HOUR
      const from = to - YEAR
      bench.report(`writing a year of ${STATIONS} stations`)
      await place.history.writeDays(
        place.hydro,
        new Map(Array.from({ length: STATIONS }, (_, i) => [codeOf(i), level(i, from, to, HOUR)])),
        { source: 'import' },
      )
      const product = await startProduct({ DATABASE_URL: place.url, DEMO: '0' })
      try {
        await settled(bench, place, 600_000)
        const token = await product.signIn()
        const connection = await Connection.open(product.url)
        const headers = () => ({
          authorization: `Bearer ${token}`,
          hydro: place.hydro,
          'content-type': 'application/json',
          'accept-encoding': 'gzip',
        })
        const bodyOf = (start: number, more: Partial<ReportBody>) =>
          JSON.stringify({
            kind: 'hourly',
            from: toLocal(start, ZONE),
            to: toLocal(to, ZONE),
            stations: Array.from({ length: STATIONS }, (_, i) => idOf(i)),
            ...more,
          })
        const call = (start: number, more: Partial<ReportBody>) =>
          connection.send(request('POST', fullPath(getReport), headers(), bodyOf(start, more)))
        const [screen, rows, xlsx, plain]: number[][] = [[], [], [], []]
        for (let round = -2; round < ROUNDS; round++) {
          bench.report(`round ${round + 1} of ${ROUNDS}`)
          const took = await time(async () => {
            const answer = await call(from, FIRST)
            if (answer.status !== 200) throw new Error(answer.body.toString().slice(0, 300))
            if (round < 0) checkRows(gunzipSync(answer.body).toString())
          })
          const bare = await time(async () => void (await call(from, { ...FIRST, foot: false })))
          const book = await time(async () => {
            // A file has no length before it is made.
            const answer = await fetch(product.url + fullPath(getReport), {
              method: 'POST',
              headers: headers(),
              body: bodyOf(to - 31 * DAY, { format: 'xlsx' }),
            })
            const { byteLength } = await answer.arrayBuffer()
            if (!answer.ok || byteLength < 10_000) throw new Error(`answer ${answer.status}`)
          })
          const floor = await time(() => plainBook(31 * 24, STATIONS))
          if (round < 0) continue
          screen.push(took)
          rows.push(bare)
          xlsx.push(book)
          plain.push(floor)
        }
        connection.close()
        const ratio = median(xlsx) / median(plain)
        return {
          lines: [
            line(`a year of hourly data of ${STATIONS} stations, the first rows and the foot on screen`, {
              measured: `${ms(median(screen))} median, ${ms(percentile(screen, 0.95))} p95`,
              aim: '<= 2000 ms p95',
              met: percentile(screen, 0.95) <= 2000,
              limit: 'hour bins are read for the whole span of a page, and each cell is judged.',
            }),
            line('  without the foot, for which the whole report is read', {
              measured: `${ms(median(rows))} median, ${ms(percentile(rows, 0.95))} p95`,
              aim: '',
              met: null,
            }),
            line(`a month of hourly data of ${STATIONS} stations to xlsx`, {
              measured: ms(median(xlsx)),
              floor: `the library's plain stream of the same cells ${ms(median(plain))}`,
              ratio,
              aim: '<= 1.00',
              met: ratio <= 1,
              limit: 'the bins are read and judged, a cover and a foot are written besides.',
            }),
          ],
          notes: [
            `report: POST ${fullPath(getReport)} on one connection until the last byte, ${ROUNDS} times; ${FIRST.limit} rows of ${STATIONS} columns first, as the page asks for them. The workbook is that of 31 days by the hour; the floor writes as many numbers by the library's stream in this process.`,
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

function checkRows(text: string): void {
  const { data } = JSON.parse(text) as { data: { t: number[]; v: unknown[][] } }
  const known = data.v.flat().filter((v) => v !== null).length
  if (data.t.length !== FIRST.limit || known < 0.99 * FIRST.limit * STATIONS)
    throw new Error(`${data.t.length} rows with ${known} values`)
}

/** The same number of cells by the library's own stream, to nowhere. */
async function plainBook(rows: number, columns: number): Promise<void> {
  function* cells() {
    for (let i = 0; i < rows; i++)
      yield [
        new Date(i * HOUR),
        ...Array.from({ length: columns }, (_, c) => Math.round((180 + Math.sin(i + c)) * 100) / 100),
      ]
  }
  const stream = writeXlsxStream(cells(), {
    name: 'Data',
    columns: Array.from({ length: columns + 1 }, (_, c) => ({ header: `Column ${c}` })),
  })
  await pipeline(Readable.fromWeb(stream as never), new Writable({ write: (_c, _e, done) => done() }))
}
