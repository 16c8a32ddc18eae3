/** Measures the disk space of a demo from its first start on, while its history is sent, packed and computed. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { runningUrl } from '#server/lib/postgres/index.ts'
import { startServer } from '../process.ts'

export const MOST_DISK = 1e9
const BETWEEN = 2000

/** Sizes on disk, bytes. */
interface Taken {
  /** Since the start, s. */
  at: number
  all: number
  wal: number
  /** Largest relations with their indexes. */
  largest: Record<string, number>
}

export interface FirstHour {
  most: Taken
  end: Taken
  /** When the history was complete, s; null: not within the time. */
  complete: number | null
}

export async function firstHour(minutes: number, log: (line: string) => void): Promise<FirstHour> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forebay-demo-'))
  const server = await startServer({ dataDir, env: { DEMO: '1', ADMIN_PASSWORD: 'Forebay2026' } })
  const client = new pg.Client({ connectionString: runningUrl(dataDir)! })
  try {
    await client.connect()
    const begun = performance.now()
    let most: Taken | null = null
    let complete: number | null = null
    for (let reported = -Infinity; ;) {
      const at = Math.round((performance.now() - begun) / 1000)
      const now = { at, ...sizeOf(dataDir), largest: await largest(client) }
      if (most === null || now.all > most.all) most = now
      if (complete === null && server.output().includes('history of the demo plant is complete'))
        complete = at
      if (at - reported >= 20) {
        reported = at
        log(`${at} s: ${line(now)}`)
      }
      if (at > minutes * 60) return { most, end: now, complete }
      await new Promise((later) => setTimeout(later, BETWEEN))
    }
  } finally {
    await client.end()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`

export const line = ({ all, wal, largest }: Taken) =>
  `${mb(all)}, of it WAL ${mb(wal)}, ${Object.entries(largest)
    .map(([name, bytes]) => `${name} ${mb(bytes)}`)
    .join(', ')}`

/** As du counts, in blocks. Files come and go meanwhile. */
function sizeOf(folder: string): { all: number; wal: number } {
  let [all, wal] = [0, 0]
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const stat = statSync(join(folder, path), { throwIfNoEntry: false })
    if (!stat?.isFile()) continue
    all += stat.blocks * 512
    if (path.includes('pg_wal')) wal += stat.blocks * 512
  }
  return { all, wal }
}

async function largest(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
      WHERE relkind = 'r' ORDER BY 2 DESC LIMIT 6`,
  )
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}
