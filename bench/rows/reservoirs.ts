import { readFileSync } from 'node:fs'
import { getGeneralLast, getHydros, getIndicators, getOptions, getOutlets } from '#contract/dashboard.ts'
import type { DescriptionSeed } from '#contract/description.ts'
import { fullPath } from '#contract/endpoint.ts'
import { getOverview } from '#contract/overview.ts'
import { postReadings } from '#contract/readings.ts'
import { HOUR } from '#core/time/index.ts'
import { turns } from '#server/lib/turns.ts'
import { openPlace, type Place } from '../fixture.ts'
import { Connection, dataOf, request } from '../http.ts'
import { line, type Bench, type Line, type Row } from '../row.ts'
import { startProduct, type Running } from '../server.ts'
import { settled } from '../settled.ts'
import { median, ms } from '../stats.ts'
import { openStream } from '../stream.ts'

const SIZES = [1, 100, 1000]
/** Number of readings and dashboards for each median. */
const SAMPLES = 20
/** Hours of readings in each reservoir. */
const PAST = 6
/** Idle time during which statements are counted, ms. */
const REST = 30_000
/** Time after the last dirty span until its background work, such as hour bins, is done, ms. */
const CALM = 10_000
/** How long the first computation of all that a size adds may take, ms. */
const longest = (size: number) => 120_000 + size * 600
const TOKEN = 'the-token-of-the-bench-for-all-reservoirs'
const FIRST = [getOptions, getGeneralLast, getIndicators, getOutlets]

/** A copy of the plant described in docs/. */
const example = JSON.parse(
  readFileSync(new URL('../../docs/example-plant.json', import.meta.url), 'utf8'),
) as DescriptionSeed
const codeOf = (i: number) => (i === 0 ? example.hydroCode : `${example.hydroCode}${i}`)
const LEVEL = 'level.reservoir.1'

interface Measured {
  size: number
  start: number
  calculated: number
  event: number
  dashboard: number
  list: number
  /** The first overview after the start, ms, and the median of later ones. */
  overview: { first: number; again: number }
  statements: number
  cpu: number
  resident: number
  database: number
  round: Round
}

/** What one call of readings to a reservoir and all that follows from it costs, a reservoir. */
interface Round {
  transactions: number
  /** Seconds of processor time of the Node process, and of the backends of the database. */
  node: number
  backends: number
  /** Readings and computed values that are rows, and bytes of a row with its key. */
  rows: number
  rowBytes: number
}

export const reservoirs: Row = {
  name: 'reservoirs',
  title: `${SIZES.join(', ')} reservoirs in one database`,
  async run(bench) {
    const database = await bench.database()
    const place = await openPlace(database, example)
    try {
      const all: Measured[] = []
      let made = 1
      // The first start after a change compiles the program, and the first calls warm it up.
      await addReservoirs(bench, place, 0, 1)
      await measure(bench, place, 1, 0)
      for (const size of SIZES) {
        await addReservoirs(bench, place, made, size)
        made = size
        all.push(await measure(bench, place, size))
      }
      return { lines: linesOf(all), notes }
    } finally {
      await place.close()
      await database.drop()
    }
  },
}

/** A level that was not sent to any reservoir before, m. */
let level = 401
const nextLevel = () => Math.round((level += 0.01) * 100) / 100

/** The hour up to which everything has been computed. */
const lastHour = () => Math.floor(Date.now() / HOUR) * HOUR

async function addReservoirs(bench: Bench, place: Place, from: number, to: number): Promise<void> {
  bench.report(`adding reservoirs up to ${to}`)
  const turn = turns(6)
  const actor = { actor: 'bench', address: null }
  const end = lastHour()
  const t = Array.from({ length: PAST }, (_, i) => end - (PAST - 1 - i) * HOUR)
  await Promise.all(
    Array.from({ length: to - from }, (_, i) =>
      turn(async () => {
        const hydroCode = codeOf(from + i)
        if (from + i > 0) {
          await place.plants.create({ ...actor, hydro: hydroCode }, { ...example, hydroCode })
          for (const series of example.series)
            await place.readings.registry.put(hydroCode, series, { ...actor })
        }
        const codes = example.series.flatMap(({ code }) => t.map(() => code))
        await place.history.write(
          {
            hydroCode,
            series: codes,
            t: [...t, ...t],
            v: codes.map((code, k) => (code === LEVEL ? 400 + (k % PAST) / 100 : 30)),
            q: codes.map(() => 0),
          },
          { source: 'ingest' },
        )
      }),
    ),
  )
}

/** rest: ms over which statements are counted. */
async function measure(bench: Bench, place: Place, size: number, rest = REST): Promise<Measured> {
  const started = performance.now()
  const product = await startProduct({
    DATABASE_URL: place.url,
    DEMO: '0',
    EDITION: 'SERVER',
    INGEST_TOKEN: TOKEN,
  })
  const start = performance.now() - started
  try {
    await settled(bench, place, longest(size))
    // Vacuums count as transactions of the database, but the program does not send them.
    await place.services.db.query('VACUUM ANALYZE')
    await pause(CALM)
    bench.report(`${size}: nothing comes for ${rest / 1000} s`)
    const before = { at: performance.now(), cpu: cpuOf(product), n: await transactions(place) }
    await pause(rest)
    const seconds = (performance.now() - before.at) / 1000
    const statements = ((await transactions(place)) - before.n - 1) / seconds
    const cpu = (cpuOf(product) - before.cpu) / seconds
    bench.report(`${size}: ${SAMPLES} readings and dashboards`)
    const token = await product.signIn()
    const overview = await overviews(product, token, size)
    const samples: { calculated: number; event: number; dashboard: number; list: number }[] = []
    // Spread over all of them: most have not been opened yet.
    for (let k = 0; k < SAMPLES; k++)
      samples.push(await sample(product, token, codeOf(Math.floor((k * size) / SAMPLES))))
    const [{ bytes }] = await place.services.db.query<{ bytes: number }>(
      'SELECT pg_database_size(current_database()) AS bytes',
    )
    bench.report(`${size}: one call to each reservoir`)
    const spent = await oneCallEach(bench, place, product, size)
    return {
      size,
      start,
      calculated: median(samples.map((x) => x.calculated)),
      event: median(samples.map((x) => x.event)),
      dashboard: median(samples.map((x) => x.dashboard)),
      list: median(samples.map((x) => x.list)),
      overview,
      statements,
      cpu,
      resident: await resident(product),
      database: bytes,
      round: spent,
    }
  } finally {
    await product.stop()
  }
}

/** The first answers of a dashboard, then a level sent to it until its event and its result arrive. */
async function sample(product: Running, token: string, hydro: string) {
  const connection = await Connection.open(product.url)
  const [onReading, onResult] = [
    await openStream(product.url, token, hydro),
    await openStream(product.url, token, hydro),
  ]
  try {
    const as = { authorization: `Bearer ${token}`, hydro }
    const opened = performance.now()
    for (const endpoint of FIRST) dataOf(await connection.send(request('GET', fullPath(endpoint), as)))
    const dashboard = performance.now() - opened
    dataOf(await connection.send(request('GET', fullPath(getHydros), as)))
    const list = performance.now() - opened - dashboard
    const t = lastHour()
    const body = JSON.stringify({ readings: [{ series: LEVEL, t, v: nextLevel() }] })
    const headers = { authorization: `Bearer ${TOKEN}`, hydro, 'content-type': 'application/json' }
    const call = request('POST', fullPath(postReadings), headers, body)
    const sent = performance.now()
    const seen = onReading.until(`["${LEVEL}",${t},`)
    const computed = onResult.until(`["general.lake_level",${t},`)
    const { accepted } = dataOf<{ accepted: number }>(await connection.send(call))
    if (accepted !== 1) throw new Error('the reading was not accepted')
    return { dashboard, list, event: (await seen) - sent, calculated: (await computed) - sent }
  } finally {
    onReading.close()
    onResult.close()
    connection.close()
  }
}

/** Sends each reservoir its readings of the last hour with other values, and counts until nothing is left to compute. */
async function oneCallEach(bench: Bench, place: Place, product: Running, size: number): Promise<Round> {
  const before = { n: await transactions(place), node: cpuOf(product), backends: await backendTimes(place) }
  const t = lastHour()
  const turn = turns(4)
  await Promise.all(
    Array.from({ length: size }, (_, i) =>
      turn(async () => {
        const readings = example.series.map(({ code }) => ({
          series: code,
          t,
          v: code === LEVEL ? nextLevel() : 30 + level / 1000,
        }))
        const connection = await Connection.open(product.url)
        const headers = {
          authorization: `Bearer ${TOKEN}`,
          hydro: codeOf(i),
          'content-type': 'application/json',
        }
        const body = JSON.stringify({ readings })
        const answer = await connection.send(request('POST', fullPath(postReadings), headers, body))
        connection.close()
        if (dataOf<{ accepted: number }>(answer).accepted !== readings.length)
          throw new Error('readings were not accepted')
      }),
    ),
  )
  await settled(bench, place, longest(size))
  await pause(CALM)
  const backends = await backendTimes(place)
  const [{ rows, bytes }] = await place.services.db.query<{ rows: number; bytes: number }>(
    "SELECT count(*) AS rows, pg_total_relation_size('reading') AS bytes FROM reading",
  )
  return {
    transactions: ((await transactions(place)) - before.n) / size,
    node: (cpuOf(product) - before.node) / size,
    backends:
      [...backends].reduce((sum, [pid, time]) => sum + time - (before.backends.get(pid) ?? 0), 0) / size,
    rows: rows / size,
    rowBytes: bytes / rows,
  }
}

/** Seconds of processor time of each process of the database. */
async function backendTimes(place: Place): Promise<Map<number, number>> {
  const all = await place.services.db.query<{ pid: number }>('SELECT pid FROM pg_stat_activity')
  return new Map(all.map(({ pid }) => [pid, timeOf(pid)]))
}

/** The overview of all of them, asked when nothing of it was read before, and again. */
async function overviews(product: Running, token: string, size: number): Promise<Measured['overview']> {
  const connection = await Connection.open(product.url)
  const call = request('GET', fullPath(getOverview), { authorization: `Bearer ${token}`, hydro: codeOf(0) })
  const took: number[] = []
  let rows = 0
  try {
    for (let k = 0; k <= 5; k++) {
      const begun = performance.now()
      rows = dataOf<{ rows: unknown[] }>(await connection.send(call)).rows.length
      took.push(performance.now() - begun)
    }
  } finally {
    connection.close()
  }
  if (rows !== size) throw new Error(`the overview has ${rows} of ${size} reservoirs`)
  return { first: took[0], again: median(took.slice(1)) }
}

/** Transactions of the database so far; a statement outside of one counts as one. */
async function transactions(place: Place): Promise<number> {
  const [{ n }] = await place.services.db.query<{ n: number }>(
    'SELECT xact_commit + xact_rollback AS n FROM pg_stat_database WHERE datname = current_database()',
  )
  return n
}

const cpuOf = ({ server }: Running) => timeOf(server.child.pid!)

/** Seconds of processor time of a process so far; NaN where the kernel does not report it. */
function timeOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return NaN
  }
}

async function resident({ url }: Running): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^forebay_resident_bytes (\d+)/m.exec(text)![1])
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

function linesOf(all: readonly Measured[]): Line[] {
  const one = all[0]
  const MB = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`
  const at = (m: Measured) => `${m.size.toLocaleString('en-US')} reservoir${m.size === 1 ? '' : 's'}`
  const latency = (what: string, of: (m: Measured) => number) =>
    all.map((m) =>
      line(`${what}, ${at(m)}`, {
        measured: `${ms(of(m))} median`,
        floor: m === one ? '' : `with one ${ms(of(one))}`,
        ratio: m === one ? undefined : of(m) / of(one),
        aim: m === one ? '' : '<= 1.20',
        met: m === one ? null : of(m) / of(one) <= 1.2,
      }),
    )
  const last = all.at(-1)!
  return [
    ...latency('reading sent -> calculated', (m) => m.calculated),
    ...latency('reading sent -> event of the feed', (m) => m.event),
    ...latency('first answers of a dashboard', (m) => m.dashboard),
    ...all.map((m) =>
      line(`  the list of all reservoirs, ${at(m)}`, {
        measured: `${ms(m.list)} median`,
        aim: '',
        met: null,
      }),
    ),
    ...all.map((m) =>
      line(`the overview, ${at(m)}`, {
        measured: `${ms(m.overview.first)} first, ${ms(m.overview.again)} again`,
        aim: '<= 1 s first',
        met: m.overview.first <= 1000,
      }),
    ),
    ...all.map((m) =>
      line(`while nothing comes, ${at(m)}`, {
        measured: `${m.statements.toFixed(1)} statements/s, ${(m.cpu * 100).toFixed(1)} % of a core`,
        aim: m === last ? '<= 20 statements/s' : '',
        met: m === last ? m.statements <= 20 : null,
      }),
    ),
    ...all.map((m) =>
      line(`memory of the Node process, ${at(m)}`, {
        measured: `${MB(m.resident)}, database ${MB(m.database)}`,
        aim: m === last ? '<= 700 MB' : '',
        met: m === last ? m.resident <= 700 * 2 ** 20 : null,
      }),
    ),
    ...all.map((m) =>
      line(
        `one call of ${example.series.length} readings and its results, a reservoir of ${m.size.toLocaleString('en-US')}`,
        {
          measured: `${m.round.transactions.toFixed(1)} transactions, ${(m.round.node * 1000).toFixed(1)} ms Node, ${(m.round.backends * 1000).toFixed(1)} ms database`,
          aim: '',
          met: null,
        },
      ),
    ),
    ...all.map((m) =>
      line(`  what a reservoir keeps as rows, ${at(m)}`, {
        measured: `${Math.round(m.round.rows)} rows of ${Math.round(m.round.rowBytes)} bytes`,
        aim: '',
        met: null,
      }),
    ),
    ...all.map((m) =>
      line(`start until ready, ${at(m)}`, {
        measured: ms(m.start),
        floor: m === one ? '' : `with one ${ms(one.start)}`,
        ratio: m === one ? undefined : m.start / one.start,
        aim: m === last ? '<= 2.00' : '',
        met: m === last ? m.start / one.start <= 2 : null,
      }),
    ),
  ]
}

const notes = [
  `reservoirs: docs/example-plant.json and copies of it, ${PAST} hours of readings each, in one database of one run; the program is started anew for each size and counted when what it had to compute is done. ${SAMPLES} reservoirs spread over all of them: four calls of a dashboard one after the other, then a level of the last hour, from its sending until the event of the reading and until that of the lake level computed from it. Changes are gathered for 150 ms before they are computed, and for 100 ms before they are an event.`,
  `reservoirs, nothing comes: transactions that PostgreSQL counts over ${REST / 1000} s (pg_stat_database), not over a full hour; at each full hour every reservoir is computed once.`,
  'reservoirs, one call: every reservoir is sent its readings of the last hour with other values in a call of its own, four at a time, until no dirty span is left and 10 s have passed; processor time of the Node process and of all processes of PostgreSQL, divided by the reservoirs. The bench itself asks ten times a second whether anything is left: with one reservoir most of its transactions are those.',
]
