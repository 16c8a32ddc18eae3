/**
 * kill -9 in the middle of ingest, of the server or of the embedded database under it. Everything acknowledged is
 * present afterwards with its value, nothing is duplicated, and no manual step was needed.
 */
import { DAY } from '#core/time/units.ts'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { birthOf, serversIn, until } from '#server/lib/postgres/processes.ts'
import { readPidFile } from '#server/lib/postgres/orphan.ts'
import { startServer, type ServerProcess } from '../process.ts'
import { Ledger, noFindings, type Findings } from './ledger.ts'
import { readBack } from './read-back.ts'
import { oneOf, seeded, whole, type Random } from './random.ts'
import { Writer, type Door } from './writer.ts'

export type Victim = 'server' | 'database'

export interface KillOptions {
  victim: Victim
  kills: number
  seed: number
  print?: (line: string) => void
}

export interface Kill {
  /** The killed processes. */
  what: string
  /** Calls acknowledged since the last kill. */
  after: number
  /** Until the server was ready again, ms. */
  back: number
}

export interface Report {
  victim: Victim
  seed: number
  kills: Kill[]
  acknowledgedCalls: number
  acknowledgedReadings: number
  /** Aborted attempts. Of the calls that were never acknowledged: the number stored nevertheless, and not at all. */
  unanswered: number
  stored: number
  absent: number
  /** Readings compared, over all rounds. */
  compared: number
  findings: Findings
  /** Answers that were neither a receipt nor "come back later". */
  wrong: string[]
}

const WRITERS = 8
/** Approximate number of calls between two kills. */
const CALLS = [15, 120] as const
/** How long a killed database may take to restart, ms. */
const PATIENCE = 60_000
/** Days closed long ago, which are packed at every start, and the last hours. */
const STARTS = [Date.UTC(2021, 4, 1, 20), Date.UTC(2023, 9, 12, 23)]

export async function killInTheMiddle(options: KillOptions): Promise<Report> {
  const { victim, kills, seed, print = () => {} } = options
  const random = seeded(seed)
  const dataDir = mkdtempSync(join(tmpdir(), 'forebay-kill-'))
  const token = randomBytes(12).toString('hex')
  const env = { DEMO: '0', INGEST_TOKEN: token, ADMIN_PASSWORD: 'Forebay2026', LOG_LEVEL: 'error' }
  const ledger = new Ledger()
  const log: string[] = []
  const report: Report = {
    victim,
    seed,
    kills: [],
    acknowledgedCalls: 0,
    acknowledgedReadings: 0,
    unanswered: 0,
    stored: 0,
    absent: 0,
    compared: 0,
    findings: noFindings(),
    wrong: [],
  }
  // A reservoir is set up like the demo's; then the plant stops, and the tests alone use the server.
  let server = await startServer({ dataDir, env: { ...env, DEMO: '1', PLANT_HISTORY_DAYS: '0' } })
  try {
    await server.stop()
    server = await startServer({ dataDir, env, port: server.port })
    const door: Door = { url: server.url, token }
    let answers = 0
    let accepted = () => {}
    const onAnswer = () => {
      answers++
      accepted()
    }
    const writers: Writer[] = []
    for (let i = 0; i < WRITERS; i++) {
      const series = `proof.${i + 1}`
      await describe(door, series)
      const start = STARTS[i] ?? Math.floor((Date.now() - DAY / 3) / 1000) * 1000
      writers.push(new Writer({ door, series, ledger, random: seeded(seed * 100 + i), start, onAnswer }))
    }
    const answered = (n: number) =>
      new Promise<void>((enough) => {
        accepted = () => {
          if (answers >= n) enough()
        }
        accepted()
      })

    for (let k = 0; k < kills; k++) {
      answers = 0
      for (const writer of writers) writer.go()
      await answered(whole(random, ...CALLS))
      // Not always right after an answer: anywhere in the following work.
      await new Promise((later) => setTimeout(later, random() * 40))
      const after = answers
      const begun = performance.now()
      let what = 'the server'
      if (victim === 'server') {
        await server.kill('SIGKILL')
        log.push(server.output())
        await Promise.all(writers.map((w) => w.halt()))
        server = await startServer({ dataDir, env, port: server.port })
      } else {
        const { named, gone } = killDatabase(dataDir, random)
        what = named
        await gone
        // More than can have been answered before the kill: some were sent to the restarted server.
        await Promise.race([answered(answers + 2 * WRITERS), mustLive(server)])
      }
      const back = performance.now() - begun
      await Promise.all(writers.map((w) => w.halt()))
      report.kills.push({ what, after, back: Math.round(back) })
      report.compared += (await compareAll(door, ledger, report.findings)).compared
      print(
        `${victim} ${k + 1}/${kills}: ${what} killed after ${after} calls, back in ${Math.round(back)} ms`,
      )
    }

    log.push(server.output())
    // Restarts once more in order, so that nothing is only in memory.
    await server.stop()
    server = await startServer({ dataDir, env, port: server.port })
    const last = await compareAll(door, ledger, report.findings)
    report.compared += last.compared
    Object.assign(
      report,
      ledger.openCalls((series) => last.there.get(series)!),
    )
    report.acknowledgedCalls = ledger.acknowledgedCalls
    report.acknowledgedReadings = ledger.acknowledgedReadings
    report.unanswered = writers.reduce((sum, w) => sum + w.unanswered, 0)
    report.wrong = writers.flatMap((w) => w.wrong)
    const incidents = log.join('').split('\n')
    for (const id of report.wrong.flatMap((w) => /"incident":"([^"]+)"/.exec(w)?.[1] ?? []))
      report.wrong.push(...incidents.filter((line) => line.includes(id)))
    return report
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * kill -9 of the embedded database: its postmaster, one of its backends, or all of it. `gone` resolves when none of
 * its processes is left: the postmaster ends all backends when one of them dies.
 */
function killDatabase(dataDir: string, random: Random): { named: string; gone: Promise<void> } {
  const cluster = join(dataDir, 'postgres')
  const all = serversIn(cluster)
  const head = readPidFile(cluster)!.pid
  const hands = all.filter((pid) => pid !== head)
  const way = oneOf(random, ['postmaster', 'backend', 'all'] as const)
  const victims = way === 'postmaster' ? [head] : way === 'all' ? [head, ...hands] : [oneOf(random, hands)]
  const before = [...hands, ...victims].map((pid) => [pid, birthOf(pid)] as const)
  for (const pid of victims) process.kill(pid, 'SIGKILL')
  const left = () => before.some(([pid, birth]) => birth !== null && birthOf(pid) === birth)
  return {
    named: way === 'all' ? `all ${victims.length} processes` : `its ${way}`,
    gone: until(() => !left(), PATIENCE).then((done) => {
      if (!done) throw new Error('processes of the killed database do not end')
    }),
  }
}

/** Throws when the server ends: it has to outlive its database. */
async function mustLive(server: ServerProcess): Promise<never> {
  await server.ended
  throw new Error(`the server ended:\n${server.output()}`)
}

export async function describe(door: Door, series: string): Promise<void> {
  const response = await fetch(`${door.url}/api/ingest/v1/series/${series}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${door.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: series, unit: 'm', kind: 'instant' }),
  })
  if (!response.ok) throw new Error(`${series}: ${response.status} ${await response.text()}`)
}

/** Reads everything that was ever sent, and compares it. */
async function compareAll(door: Door, ledger: Ledger, findings: Findings) {
  const there = new Map<string, Map<number, number | null>>()
  let compared = 0
  for (const series of ledger.names) {
    const [from, to] = ledger.span(series)
    const readings = await readBack(door, series, from - DAY, to + DAY)
    compared += ledger.check(series, readings, findings)
    there.set(series, new Map(readings.map(([t, v]) => [t, v])))
  }
  return { compared, there }
}
