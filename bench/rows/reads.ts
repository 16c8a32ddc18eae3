import { gunzipSync } from 'node:zlib'
import { fullPath } from '#contract/endpoint.ts'
import { getHistory } from '#contract/readings.ts'
import { DAY, MINUTE, utcDay } from '#core/time/index.ts'
import { ARCHIVE_SERIES, type Archive } from '../archive.ts'
import { Connection, request, type Answer } from '../http.ts'
import { line, type Line, type Row } from '../row.ts'
import { startProduct } from '../server.ts'
import { median, ms, percentile, time } from '../stats.ts'
import { chance } from '../water.ts'
import { settled } from '../settled.ts'

const PX = 1500
const ROUNDS = 60
const YEAR = 365 * DAY

export const reads: Row = {
  name: 'reads',
  title: 'one year and ten years of 4 series over HTTP',
  async run(bench) {
    const archive = await bench.archive()
    const product = await startProduct({ DATABASE_URL: archive.place.url, DEMO: '0' })
    try {
      await settled(bench, archive.place)
      const token = await product.signIn()
      const connection = await Connection.open(product.url)
      try {
        bench.report('reading one year')
        const year = await measure(archive, connection, token, YEAR)
        bench.report('reading ten years')
        const decade = await measure(archive, connection, token, archive.to - archive.from - 30 * DAY)
        return { lines: [...yearLines(year), ...decadeLines(decade)], notes: notes(year, decade) }
      } finally {
        connection.close()
      }
    } finally {
      await product.stop()
    }
  },
}

interface Measured {
  http: number[]
  sql: number[]
  wireBytes: number
  plainBytes: number
  points: number
}

/** Alternates the call and the SQL of the packed rows behind it. Every span has another start. */
async function measure(
  archive: Archive,
  connection: Connection,
  token: string,
  span: number,
): Promise<Measured> {
  const { place } = archive
  const next = chance(span)
  const out: Measured = { http: [], sql: [], wireBytes: 0, plainBytes: 0, points: 0 }
  for (let round = -3; round < ROUNDS; round++) {
    const from = archive.from + Math.floor((next() * (archive.to - archive.from - span)) / MINUTE) * MINUTE
    const to = from + span
    const call = request(
      'POST',
      fullPath(getHistory),
      {
        authorization: `Bearer ${token}`,
        hydro: place.hydro,
        'content-type': 'application/json',
        'accept-encoding': 'gzip, deflate, br',
      },
      JSON.stringify({ series: ARCHIVE_SERIES, from, to, px: PX }),
    )
    let answer: Answer | null = null
    const http = await time(async () => {
      answer = await connection.send(call)
    })
    const sql = await time(() => rawDays(archive, from, to))
    if (round < 0) continue
    out.http.push(http)
    out.sql.push(sql)
    const seen = measureAnswer(answer!)
    out.wireBytes = Math.max(out.wireBytes, seen.wire)
    out.plainBytes = Math.max(out.plainBytes, seen.plain)
    out.points = Math.max(out.points, seen.points)
  }
  return out
}

function rawDays({ place }: Archive, from: number, to: number) {
  return place.services.db.query(
    `SELECT series, day, bytes FROM reading_day
      WHERE hydro_code = $1 AND series = ANY($2) AND day BETWEEN $3 AND $4`,
    [place.hydro, ARCHIVE_SERIES, utcDay(from), utcDay(to)],
  )
}

function measureAnswer(answer: Answer): { wire: number; plain: number; points: number } {
  if (answer.status !== 200)
    throw new Error(`answer ${answer.status}: ${answer.body.toString().slice(0, 300)}`)
  const plain = /content-encoding: gzip/i.test(answer.headers) ? gunzipSync(answer.body) : answer.body
  const { data } = JSON.parse(plain.toString()) as { data: { series: Record<string, { t: number[] }> } }
  const lengths = ARCHIVE_SERIES.map((code) => data.series[code].t.length)
  if (lengths.some((n) => n < PX)) throw new Error(`a series came back with too little: ${lengths.join()}`)
  return { wire: answer.body.length, plain: plain.length, points: Math.max(...lengths) }
}

const kB = (bytes: number) => `${Math.round(bytes / 1000)} kB`

function yearLines({ http, sql, wireBytes }: Measured): Line[] {
  const ratio = median(http) / median(sql)
  const p95 = percentile(http, 0.95)
  return [
    line('one year at 5 min, 4 series, 1,500 px, HTTP', {
      measured: `${ms(median(http))} median`,
      floor: `packed rows by SQL ${ms(median(sql))}`,
      ratio,
      aim: '<= 3.00',
      met: ratio <= 3,
      limit:
        'packed days are a quarter of what they were when the aim was set, so the floor is a few ms. The call makes four queries, and writing 37,000 numbers as text (3 ms) and gzip (2 ms) weigh as much as the bins themselves.',
    }),
    line('', {
      measured: `${ms(p95)} p95`,
      aim: '<= 60 ms p95',
      met: p95 <= 60,
      limit: 'writing the text and gzip, both on a machine that does the load as well.',
    }),
    line('', { measured: `${kB(wireBytes)} on the wire`, aim: '<= 150 kB', met: wireBytes <= 150_000 }),
  ]
}

function decadeLines({ http, sql }: Measured): Line[] {
  const p95 = percentile(http, 0.95)
  return [
    line('ten years, same (hour bins)', {
      measured: `${ms(p95)} p95`,
      floor: `packed rows by SQL ${ms(median(sql))}`,
      ratio: median(http) / median(sql),
      aim: '<= 150 ms p95',
      met: p95 <= 150,
      limit:
        'two points an hour of ten years are 175,000 a series: fetching them takes a third, unpacking a third, thinning a sixth. Extremes by the day would be 24 times fewer.',
    }),
  ]
}

const notes = (year: Measured, decade: Measured) => [
  `reads: ${ROUNDS} calls of POST ${fullPath(getHistory)}, each with another begin, on one connection until the last byte; ` +
    'after each the floor fetches the packed days of the same span through pg.',
  `reads: at most ${year.points} points a series, ${kB(year.plainBytes)} before gzip in a year, ` +
    `${decade.points} points, ${kB(decade.plainBytes)} before and ${kB(decade.wireBytes)} after gzip in ten.`,
]
