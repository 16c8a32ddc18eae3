/**
 * Runs imports that do not overwrite, over instants to which eight writers send meanwhile: everything acknowledged is
 * present afterwards, and the import counts only its own readings as new.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BUSY, checkImport, getImport, runImport, uploadImport, type ImportTask } from '#contract/imports.ts'
import { fullPath, type Endpoint } from '#contract/endpoint.ts'
import { HOUR, MINUTE, fromLocal, toLocal } from '#core/time/index.ts'
import { startServer } from '../process.ts'
import { seeded, whole } from './random.ts'

export interface RaceReport {
  rounds: number
  writers: number
  acknowledged: number
  /** Readings of the files, and how many of them the imports reported as new. */
  given: number
  fresh: number
  problems: string[]
}

const WRITERS = 8
const ROWS = 50_000
/** Calls before the import begins, whose readings it knows. */
const BEFORE = 100
const PASSWORD = 'Forebay2026'
const ZONE = 'Asia/Ho_Chi_Minh'

export async function raceImports(
  rounds: number,
  seed: number,
  log: (line: string) => void,
): Promise<RaceReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forebay-race-'))
  const env = { INGEST_TOKEN: 'race', ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'error' }
  const report: RaceReport = { rounds, writers: WRITERS, acknowledged: 0, given: 0, fresh: 0, problems: [] }
  let server = await startServer({ dataDir, env: { ...env, DEMO: '1', PLANT_HISTORY_DAYS: '0' } })
  try {
    await server.stop()
    server = await startServer({ dataDir, env: { ...env, DEMO: '0' }, port: server.port })
    const login = await post(
      `${server.url}/api/renew/auth/login`,
      {},
      { username: 'admin', password: PASSWORD },
    )
    const { access } = (login.data as { token: { access: string } }).token
    const asAdmin = { authorization: `Bearer ${access}`, hydro: await reservoir(server.url, access) }
    const asLogger = { authorization: 'Bearer race' }
    for (let round = 0; round < rounds; round++) {
      const series = `race.${round + 1}`
      await call(`${server.url}/api/ingest/v1/series/${series}`, {
        method: 'PUT',
        headers: { ...asLogger, 'content-type': 'application/json' },
        body: JSON.stringify({ name: series, unit: 'm', kind: 'instant', step_s: 60 }),
      })
      // Over the open days and those before them.
      const from = Math.floor((Date.now() - 36 * 24 * HOUR) / HOUR) * HOUR
      const step = MINUTE
      const task = await upload(server.url, asAdmin, series, from, step)
      const acknowledged = new Map<number, Set<number>>()
      let running = true
      let answers = 0
      let enough = () => {}
      const begun = new Promise<void>((done) => (enough = done))
      const writing = Array.from({ length: WRITERS }, async (_, w) => {
        const random = seeded(seed + round * WRITERS + w)
        for (let n = 0; running; n++) {
          const start = whole(random, 0, ROWS - 40)
          const v = 1000 + w + n / 1024
          const readings = Array.from({ length: 40 }, (_, i) => ({ series, t: from + (start + i) * step, v }))
          const answer = await post(`${server.url}/api/ingest/v1/readings`, asLogger, { readings })
          if ((answer.data as { rejected: unknown[] }).rejected.length > 0)
            report.problems.push(`${series}: readings were rejected`)
          report.acknowledged += readings.length
          for (const { t } of readings) acknowledged.set(t, (acknowledged.get(t) ?? new Set()).add(v))
          if (++answers === BEFORE) enough()
        }
      })
      await begun
      const before = acknowledged.size
      const done = await act(server.url, asAdmin, runImport, task.id, task.version)
      running = false
      await Promise.all(writing)
      const [column] = done.report!.columns
      report.given += ROWS
      report.fresh += column.fresh
      const query = new URLSearchParams({ series, from: String(from), to: String(from + ROWS * step) })
      const read = await call(`${server.url}/api/ingest/v1/readings?${query}`, { headers: asLogger })
      const { readings } = read.data as { readings: [number, number, number][] }
      const there = new Map(readings.map(([t, v]) => [t, v]))
      let files = 0
      for (let i = 0; i < ROWS; i++) {
        const t = from + i * step
        const v = there.get(t)
        const sent = acknowledged.get(t)
        if (v === valueOf(i)) files++
        if (sent ? !sent.has(v!) : v !== valueOf(i)) report.problems.push(`${series} ${t} is ${v}`)
      }
      if (column.fresh > ROWS - before)
        report.problems.push(`${series}: ${column.fresh} reported as new, ${ROWS - before} were`)
      if (column.fresh < files)
        report.problems.push(`${series}: ${files} of the file are there, ${column.fresh} reported as new`)
      log(
        `round ${round + 1}: ${acknowledged.size} instants sent, ${column.fresh} of ${ROWS} reported as new, ${files} there`,
      )
    }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return report
}

/** As the file writes it, and as that is parsed. */
const valueOf = (i: number) => Number((400 + i / 1000).toFixed(3))

async function upload(url: string, headers: Headers, series: string, from: number, step: number) {
  const lines = Array.from(
    { length: ROWS },
    (_, i) => `${toLocal(from + i * step, ZONE)},${valueOf(i).toFixed(3)}`,
  )
  if (fromLocal(lines[0].split(',')[0], ZONE) !== from)
    throw new Error('the file does not begin where it should')
  const made = await call(`${url}${fullPath(uploadImport)}?name=race.csv`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: `time,level\n${lines.join('\n')}\n`,
  })
  const task = made.data as ImportTask
  const mapping = { time: task.layout!.time, columns: [{ column: 2, series, unit: 'm' }] }
  return act(url, headers, checkImport, task.id, task.version, { mapping })
}

type Headers = Record<string, string>

/** Makes the calls of a page about an import, and waits until it is idle. */
async function act(
  url: string,
  headers: Headers,
  e: Endpoint,
  id: string,
  version: number,
  more = {},
): Promise<ImportTask> {
  const at = (x: Endpoint) => url + fullPath(x).replace('{id}', id)
  await post(at(e), headers, { version, ...more })
  for (;;) {
    const task = (await call(at(getImport), { headers })).data as ImportTask
    if (!BUSY.includes(task.state)) {
      if (task.problems.length > 0) throw new Error(JSON.stringify(task.problems))
      return task
    }
    await new Promise((later) => setTimeout(later, 50))
  }
}

async function reservoir(url: string, access: string): Promise<string> {
  const profile = await call(`${url}/api/renew/v1/profile`, {
    headers: { authorization: `Bearer ${access}` },
  })
  return (profile.data as { hydro_code: string }).hydro_code
}

const post = (url: string, headers: Headers, body: unknown) =>
  call(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function call(url: string, init: RequestInit): Promise<{ data: unknown }> {
  const response = await fetch(url, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`)
  return JSON.parse(text)
}
