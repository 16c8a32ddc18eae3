/**
 * Fills and empties a disk under ingest: below the reserve readings are refused while all else works, and with no
 * byte left nothing acknowledged is lost. Uses a file system of its own, so it needs permission to mount one.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../process.ts'
import { readBack } from './read-back.ts'
import { Ledger, noFindings, type Findings } from './ledger.ts'
import { seeded } from './random.ts'
import { Writer, type Door } from './writer.ts'

export interface DiskRound {
  /** Space left when the disk was filled, MB. */
  left: number
  /** Answers while it was full: ingest, signing in, reading, /readyz. */
  ingest: number
  signIn: number
  read: number
  disk: boolean | null
  /** From space being available until readings are accepted, ms. */
  back: number
}

export interface DiskReport {
  rounds: DiskRound[]
  acknowledged: number
  compared: number
  findings: Findings
  problems: string[]
}

const MB = 1024 * 1024
const SIZE = 900
const RESERVE = 150
const WRITERS = 4
const PATIENCE = 120_000
const PASSWORD = 'Forebay2026'

/** left: MB to leave in each round; below the reserve pages still work, with none the database may stop. */
export async function fillDisk(left: readonly number[], log: (line: string) => void): Promise<DiskReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forebay-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}m,mode=700`, 'tmpfs', dataDir], {
      stdio: 'pipe',
    })
  } catch (error) {
    rmSync(dataDir, { recursive: true })
    throw new Error(`a file system of its own is needed: run it as root (${(error as Error).message.trim()})`)
  }
  const env = {
    INGEST_TOKEN: 'disk',
    ADMIN_PASSWORD: PASSWORD,
    DISK_RESERVE: String(RESERVE),
    LOG_LEVEL: 'fatal',
  }
  const report: DiskReport = {
    rounds: [],
    acknowledged: 0,
    compared: 0,
    findings: noFindings(),
    problems: [],
  }
  let server = await startServer({ dataDir, env: { ...env, DEMO: '1', PLANT_HISTORY_DAYS: '0' } })
  const filler = join(dataDir, 'filler')
  try {
    await server.stop()
    server = await startServer({ dataDir, env: { ...env, DEMO: '0' }, port: server.port })
    const door: Door = { url: server.url, token: 'disk' }
    const ledger = new Ledger()
    const start = Math.floor(Date.now() / 1000) * 1000 - 8 * 3_600_000
    let answers = 0
    const writers: Writer[] = []
    for (let i = 0; i < WRITERS; i++) {
      const series = `disk.${i + 1}`
      await ingest(door, `series/${series}`, { name: series, unit: 'm', kind: 'instant' }, 'PUT')
      writers.push(
        new Writer({ door, series, ledger, random: seeded(i + 1), start, onAnswer: () => answers++ }),
      )
    }
    const until = async (what: string, holds: () => Promise<boolean> | boolean) => {
      const end = performance.now() + PATIENCE
      while (!(await holds())) {
        if (performance.now() > end) throw new Error(`not within ${PATIENCE / 1000} s: ${what}`)
        await new Promise((later) => setTimeout(later, 100))
      }
    }
    for (const megabytes of left) {
      for (const writer of writers) writer.go()
      const had = answers
      await until('readings are taken', () => answers > had + 20)
      const free = await fill(filler, dataDir, megabytes)
      await until('readings are refused', async () => (await send(door)) !== 200)
      const round: DiskRound = {
        left: Math.round(free / MB),
        ingest: await send(door),
        signIn: await status(`${door.url}/api/renew/auth/login`, { username: 'admin', password: PASSWORD }),
        read: await status(
          `${door.url}/api/ingest/v1/readings?series=disk.1&from=${start}&to=${start + 60_000}`,
        ),
        disk: await fetch(`${door.url}/readyz`)
          .then(async (a) => ((await a.json()) as { disk: boolean }).disk)
          .catch(() => null),
        back: 0,
      }
      rmSync(filler)
      const begun = performance.now()
      await until('readings are taken again', async () => (await send(door)) === 200)
      round.back = Math.round(performance.now() - begun)
      await Promise.all(writers.map((w) => w.halt()))
      report.rounds.push(round)
      if (
        megabytes > 0 &&
        (round.ingest !== 507 || round.signIn !== 200 || round.read !== 200 || round.disk !== false)
      )
        report.problems.push(`with ${round.left} MB left: ${JSON.stringify(round)}`)
      log(JSON.stringify(round))
    }
    for (const series of ledger.names) {
      const [from, to] = ledger.span(series)
      report.compared += ledger.check(series, await readBack(door, series, from, to), report.findings)
    }
    report.acknowledged = ledger.acknowledgedReadings
    report.problems.push(...writers.flatMap((w) => w.wrong), ...Object.values(report.findings).flat())
  } finally {
    rmSync(filler, { force: true })
    await server.stop()
    execFileSync('umount', [dataDir])
    rmSync(dataDir, { recursive: true, force: true })
  }
  return report
}

/** Fills the file system except for so many MB; returns what is left. */
async function fill(file: string, folder: string, left: number): Promise<number> {
  const out = await open(file, 'w')
  const block = Buffer.alloc(MB)
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize <= left * MB) return bavail * bsize
      await out.write(block)
    }
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error
    return 0
  } finally {
    await out.close()
  }
}

/** Sends a reading of its own; returns the status, 0 without an answer. */
const send = (door: Door) =>
  ingest(door, 'readings', { readings: [{ series: 'disk.1', t: Date.now() - 9 * 3_600_000, v: 1 }] })

const ingest = (door: Door, path: string, body: unknown, method = 'POST') =>
  status(`${door.url}/api/ingest/v1/${path}`, body, method, door.token)

async function status(url: string, body?: unknown, method = 'POST', token = 'disk'): Promise<number> {
  try {
    const answer = await fetch(url, {
      method: body ? method : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : undefined,
    })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return 0
  }
}
