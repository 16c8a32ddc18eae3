/**
 * Three replicas on one database, one of them behind a transaction pooler: kill -9 of a random one, again and again,
 * while readings, imports and recalculations go on. Whatever was acknowledged is there once, each import and each run
 * comes to its end once, and the streams of the living go on.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { recalculate } from '#contract/calculation.ts'
import type { DescriptionSeed } from '#contract/description.ts'
import { BUSY, checkImport, getImport, runImport, uploadImport, type ImportTask } from '#contract/imports.ts'
import { createReservoir } from '#contract/setup.ts'
import { DAY, HOUR, MINUTE, toLocal } from '#core/time/index.ts'
import { silentLog } from '#server/lib/log.ts'
import { freePort, startPostgres } from '#server/lib/postgres/index.ts'
import { levelOf, levels } from '../import/files.ts'
import { startPooler } from '../pooler.ts'
import { startServer, type ServerProcess } from '../process.ts'
import {
  INGEST,
  Refused,
  callReplica,
  sendReadings,
  settingsOf,
  signInAt,
  watch,
  type Stream,
} from '../replicas.ts'
import { describe } from './kill.ts'
import { Ledger, noFindings, type Findings } from './ledger.ts'
import { seeded, whole } from './random.ts'
import { readBack } from './read-back.ts'
import { Writer, type Door } from './writer.ts'

export interface ReplicasReport {
  kills: {
    victim: string
    /** Calls acknowledged since the last kill, and jobs that the killed one held. */
    after: number
    held: string[]
    /** Until the living had been heard on all their streams again, ms. */
    streams: number
  }[]
  /** Jobs of killed replicas: how long until another had them, ms. */
  takeovers: number[]
  acknowledgedCalls: number
  acknowledgedReadings: number
  unanswered: number
  compared: number
  imports: number
  imported: number
  runs: number
  /** Instants that the runs computed. */
  instants: number
  findings: Findings
  problems: string[]
}

const LEASE_SECONDS = 5
/** Longest time in which a job of a killed replica is to be somebody else's, ms. */
const TAKEN_OVER = MINUTE
/** Longest silence of the streams of the living after a kill, ms. */
const SILENT_FOR = 30_000
const WRITERS = 6
const CALLS = [20, 80] as const
const ROWS = 40_000
const COLUMNS = 4
/** Hours that each recalculation computes. */
const SPAN = 2500
const STEP = 10 * MINUTE
const ZONE = 'Asia/Ho_Chi_Minh'
const seed = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'example-plant.json'), 'utf8'),
) as DescriptionSeed

interface Replica {
  name: string
  server: ServerProcess
  start(): Promise<ServerProcess>
  stream: Stream
  writers: Writer[]
  alive: boolean
}

const pause = (ms: number) => new Promise<void>((later) => setTimeout(later, ms))

export async function killReplicas(
  kills: number,
  seedOfChance: number,
  log: (line: string) => void,
): Promise<ReplicasReport> {
  const random = seeded(seedOfChance)
  const dir = mkdtempSync(join(tmpdir(), 'forebay-replicas-'))
  const undo: (() => Promise<unknown>)[] = []
  const report: ReplicasReport = {
    kills: [],
    takeovers: [],
    acknowledgedCalls: 0,
    acknowledgedReadings: 0,
    unanswered: 0,
    compared: 0,
    imports: 0,
    imported: 0,
    runs: 0,
    instants: 0,
    findings: noFindings(),
    problems: [],
  }
  try {
    const postgres = await startPostgres({
      dataDir: join(dir, 'database'),
      log: silentLog,
      settings: { max_connections: '100' },
    })
    undo.push(() => postgres.stop())
    const pooler = await startPooler(postgres.url)
    undo.push(() => pooler.close())
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    undo.push(() => client.end())

    const replicas: Replica[] = []
    undo.push(() => Promise.all(replicas.map((r) => r.server.stop())))
    for (const [name, url] of [
      ['first', postgres.url],
      ['second', postgres.url],
      ['behind the pooler', pooler.url],
    ]) {
      const port = await freePort()
      const env = settingsOf(url, { LEASE_SECONDS: String(LEASE_SECONDS), LOG_LEVEL: 'error' })
      const start = () => startServer({ dataDir: join(dir, name.replaceAll(' ', '-')), env, port })
      replicas.push({ name, server: await start(), start, stream: null!, writers: [], alive: true })
    }
    let token = await signInAt(replicas[0].server.url)
    await callReplica(replicas[0].server.url, createReservoir, { token, body: { version: null, seed } })
    for (const r of replicas) r.stream = await watch(r.server.url, token)
    // What the runs compute.
    const now = Math.floor(Date.now() / HOUR) * HOUR
    const level = Array.from({ length: SPAN + 48 }, (_, i) => {
      return { series: 'level.reservoir.1', t: now - i * HOUR, v: 400 + (i % 50) / 10 }
    })
    await sendReadings(replicas[0].server.url, level)

    /** Asks a living replica, and another one where it is killed meanwhile. */
    async function anywhere<T>(ask: (url: string) => Promise<T>): Promise<T> {
      for (const end = performance.now() + 2 * MINUTE; ;) {
        const living = replicas.filter((r) => r.alive)
        const { server } = living[whole(random, 0, living.length - 1)]
        try {
          return await ask(server.url)
        } catch (error) {
          if (error instanceof Refused && error.status === 401) token = await signInAt(server.url)
          else if (error instanceof Refused && error.status < 500 && error.status !== 429) throw error
          if (performance.now() > end) throw error
          await pause(100)
        }
      }
    }

    const ledger = new Ledger()
    let answers = 0
    for (let i = 0; i < WRITERS; i++) {
      const { server, writers } = replicas[i % replicas.length]
      const door: Door = { url: server.url, token: INGEST }
      const series = `proof.${i + 1}`
      // Behind the pooler a new reservoir is known some seconds later.
      for (let tries = 1; ; tries++)
        try {
          await describe(door, series)
          break
        } catch (error) {
          if (tries > 100) throw error
          await pause(100)
        }
      // Two of days long closed, which are packed meanwhile.
      const start = i < 2 ? Date.UTC(2021, 4, 1 + i, 20) : Math.floor((Date.now() - DAY / 3) / 1000) * 1000
      const random = seeded(seedOfChance * 100 + i)
      writers.push(new Writer({ door, series, ledger, random, start, onAnswer: () => answers++ }))
    }
    const writersOf = () => replicas.flatMap((r) => r.writers)

    let ending = false
    const importing = (async () => {
      while (!ending) await importOnce(anywhere, () => token, report)
    })()
    const computing = (async () => {
      const to = Math.floor(Date.now() / HOUR) * HOUR - 2 * DAY
      const local = (t: number) => toLocal(t, ZONE)
      const body = { from: local(to - SPAN * HOUR), to: local(to) }
      while (!ending) {
        const { run_id: id } = await anywhere((url) =>
          callReplica<{ run_id: string }>(url, recalculate, { token, body }),
        )
        for (;;) {
          const { rows } = await client.query<{ state: string }>(
            'SELECT state FROM run WHERE hydro_code = $1 AND run_id = $2',
            [seed.hydroCode, id],
          )
          if (rows[0].state !== 'queued' && rows[0].state !== 'running') break
          await pause(50)
        }
      }
    })()
    for (const work of [importing, computing])
      work.catch((error: Error) => report.problems.push(`work ended: ${error.message}`))

    const takeovers: Promise<void>[] = []
    for (const writer of writersOf()) writer.go()
    for (let k = 0; k < kills; k++) {
      const enough = whole(random, ...CALLS)
      const before = answers
      while (answers - before < enough) await pause(5)
      await pause(random() * 40)
      const victim = replicas[whole(random, 0, replicas.length - 1)]
      const after = answers - before
      victim.alive = false
      const dead = victim.server.child.pid!
      await victim.server.kill('SIGKILL')
      const killed = performance.now()
      const held = await heldBy(client, dead)
      for (const job of held) takeovers.push(takenOver(client, job, killed, report))
      victim.stream.close()
      const living = replicas.filter((r) => r.alive)
      while (living.some((r) => r.stream.heardAt() < killed) && performance.now() - killed < SILENT_FOR)
        await pause(10)
      const streams = Math.round(performance.now() - killed)
      for (const { name, stream } of living)
        if (stream.ended() || stream.heardAt() < killed)
          report.problems.push(
            `kill ${k + 1}: the stream of ${name} ${stream.ended() ? 'ended' : 'was silent'}`,
          )
      for (const writer of victim.writers) await writer.halt()
      victim.server = await victim.start()
      victim.alive = true
      victim.stream = await anywhere(() => watch(victim.server.url, token))
      report.kills.push({ victim: victim.name, after, held: held.map((j) => j.table), streams })
      if (k % 5 === 4) {
        await Promise.all(writersOf().map((w) => w.halt()))
        await compare(replicas[0].server.url)
        for (const writer of writersOf()) writer.go()
      } else for (const writer of victim.writers) writer.go()
      log(`${k + 1}/${kills}: ${victim.name} killed after ${after} calls, it held ${held.length} jobs`)
    }
    ending = true
    await Promise.all(writersOf().map((w) => w.halt()))
    await Promise.allSettled([importing, computing, ...takeovers])
    for (const { server } of replicas) await compare(server.url)
    async function compare(url: string) {
      for (const series of ledger.names) {
        const [from, to] = ledger.span(series)
        const rows = await readBack({ url, token: INGEST }, series, from - DAY, to + DAY)
        report.compared += ledger.check(series, rows, report.findings)
      }
    }
    await checkRuns(client, report)
    report.acknowledgedCalls = ledger.acknowledgedCalls
    report.acknowledgedReadings = ledger.acknowledgedReadings
    report.unanswered = writersOf().reduce((sum, w) => sum + w.unanswered, 0)
    report.problems.push(
      ...writersOf().flatMap((w) => w.wrong),
      ...pooler.leaks.map((sql) => `session: ${sql}`),
    )
    for (const took of report.takeovers)
      if (took > TAKEN_OVER) report.problems.push(`a job was taken over after ${Math.round(took)} ms`)
    for (const r of replicas) r.stream.close()
    return report
  } finally {
    for (const step of undo.reverse()) await step().catch((error: Error) => log(error.message))
    rmSync(dir, { recursive: true, force: true })
  }
}

interface Held {
  table: 'run' | 'import_task'
  id: string
  worker: string
}

/** The jobs that a process holds. */
async function heldBy(client: pg.Client, pid: number): Promise<Held[]> {
  const { rows } = await client.query<Held>(
    `SELECT 'run' AS table, run_id AS id, worker FROM run WHERE worker LIKE $1
     UNION ALL SELECT 'import_task', task_id, worker FROM import_task WHERE worker LIKE $1`,
    [`%:${pid}:%`],
  )
  return rows
}

/** Waits until another replica has a job, or it is ended. */
async function takenOver(
  client: pg.Client,
  { table, id, worker }: Held,
  killed: number,
  report: ReplicasReport,
): Promise<void> {
  const key = table === 'run' ? 'run_id' : 'task_id'
  for (;;) {
    const { rows } = await client.query<{ worker: string | null }>(
      `SELECT worker FROM ${table} WHERE ${key} = $1`,
      [id],
    )
    const took = performance.now() - killed
    if (rows[0]?.worker !== worker || took > 2 * TAKEN_OVER) return void report.takeovers.push(took)
    await pause(50)
  }
}

type Anywhere = <T>(ask: (url: string) => Promise<T>) => Promise<T>

/** Brings a file with series of its own, whoever is killed, and reads it back. */
async function importOnce(anywhere: Anywhere, token: () => string, report: ReplicasReport): Promise<void> {
  const n = ++report.imports
  const from = Date.UTC(2022, 0, 1)
  const csv = Buffer.from(levels({ from, step: STEP, rows: ROWS, columns: COLUMNS }))
  const columns = Array.from({ length: COLUMNS }, (_, k) => {
    const series = `brought.${n}.${k}`
    return { column: k + 2, series, unit: 'm', kind: 'instant', step: STEP / 1000, name: series }
  })
  const query = { name: `${n}.csv` }
  const { id } = await anywhere((url) =>
    callReplica<ImportTask>(url, uploadImport, { token: token(), query, body: csv }),
  )
  const read = () => anywhere((url) => callReplica<ImportTask>(url, getImport, { token: token(), id }))
  const bodyOf = (task: ImportTask) =>
    task.state === 'uploaded'
      ? { version: task.version, mapping: { time: [1], columns } }
      : { version: task.version }
  for (;;) {
    const task = await read()
    if (task.state === 'uploaded' || task.state === 'checked') {
      const act = task.state === 'uploaded' ? checkImport : runImport
      // Where the answer is lost, it may have begun all the same: the next look says so.
      await anywhere((url) => callReplica(url, act, { token: token(), id, body: bodyOf(task) })).catch(
        (error: unknown) => {
          if (!(error instanceof Refused) || error.status !== 409) throw error
        },
      )
    } else if (!BUSY.includes(task.state)) {
      const fresh = task.report?.columns.map((c) => c.fresh) ?? []
      if (task.state !== 'done' || fresh.some((count) => count !== ROWS))
        report.problems.push(
          `import ${n}: ${task.state}, new ${fresh.join()} ${JSON.stringify(task.problems)}`,
        )
      break
    }
    await pause(50)
  }
  for (const { series, column } of columns) {
    const first = from - 7 * HOUR
    const rows = await anywhere((url) =>
      readBack({ url, token: INGEST }, series, first - DAY, first + ROWS * STEP + DAY),
    )
    report.imported += rows.length
    const right = rows.every(([t, v], i) => t === first + i * STEP && v === Number(levelOf(i, column - 2)))
    if (rows.length !== ROWS || !right)
      report.problems.push(`${series}: ${rows.length} readings, ${right ? 'right' : 'not those of the file'}`)
  }
}

/** Each run has come to its end once: with all its instants, and one record. */
async function checkRuns(client: pg.Client, report: ReplicasReport): Promise<void> {
  const { rows } = await client.query<{ run_id: string; state: string; steps: number; total: number }>(
    "SELECT run_id, state, steps, total FROM run WHERE kind = 'recalculate'",
  )
  report.runs = rows.length
  for (const { run_id: id, state, steps, total } of rows) {
    report.instants += steps
    if (state !== 'done' || steps !== total)
      report.problems.push(`run ${id}: ${state}, ${steps} of ${total} instants`)
  }
  const twice = await client.query<{ act: string; item: string; n: number }>(
    `SELECT act, item, count(*)::int AS n FROM audit
      WHERE act IN ('import', 'recalculate done') GROUP BY act, item HAVING count(*) > 1`,
  )
  for (const { act, item, n } of twice.rows) report.problems.push(`${act} ${item}: recorded ${n} times`)
}
