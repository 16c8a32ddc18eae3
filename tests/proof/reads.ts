/** One token that reads everything it can, many times at once: whether the server still answers others. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { startServer } from '../process.ts'
import { readBack } from './read-back.ts'

/** How long /healthz may take meanwhile, ms. */
export const SLOWEST_HEALTH = 1000
const READERS = 20
const READINGS = 700_000
const PART = 50_000
const STEP = 1000
/** Pause between two calls of /healthz, ms. */
const BETWEEN = 100

export interface Reads {
  readers: number
  readings: number
  /** Readings received, over all readers. */
  read: number
  /** Calls that were asked to come back later. */
  refused: number
  /** Answers of /healthz meanwhile, ms: how many, the median and the slowest. */
  looks: number
  median: number
  slowest: number
  seconds: number
}

export async function readAtOnce(log: (line: string) => void): Promise<Reads> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forebay-reads-'))
  const token = randomBytes(12).toString('hex')
  const env = { DEMO: '0', INGEST_TOKEN: token, ADMIN_PASSWORD: 'Forebay2026', LOG_LEVEL: 'error' }
  // A reservoir is set up like the demo's; then the plant stops.
  let server = await startServer({ dataDir, env: { ...env, DEMO: '1', PLANT_HISTORY_DAYS: '0' } })
  try {
    await server.stop()
    server = await startServer({ dataDir, env, port: server.port })
    const door = { url: server.url, token }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const send = async (path: string, method: string, body: object) => {
      const answer = await fetch(`${server.url}/api/ingest/v1/${path}`, {
        method,
        headers,
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    }
    await send('series/reads.1', 'PUT', { name: 'reads.1', unit: 'm', kind: 'instant' })
    const from = Math.floor(Date.now() / STEP) * STEP - READINGS * STEP
    for (let at = 0; at < READINGS; at += PART)
      await send('readings', 'POST', {
        readings: Array.from({ length: PART }, (_, i) => ({
          series: 'reads.1',
          t: from + (at + i) * STEP,
          v: 400 + ((at + i) % 977) / 1000,
        })),
      })
    log(`${READINGS} readings are stored`)
    const begun = performance.now()
    const watch = new Worker(new URL('./watch.ts', import.meta.url), {
      workerData: { url: `${server.url}/healthz`, between: BETWEEN },
    })
    let refused = 0
    const counts = await Promise.all(
      Array.from({ length: READERS }, async () => {
        const all = await readBack(door, 'reads.1', from, from + READINGS * STEP, () => refused++)
        return all.length
      }),
    )
    watch.postMessage('end')
    const [looks] = (await once(watch, 'message')) as [number[]]
    looks.sort((a, b) => a - b)
    return {
      readers: READERS,
      readings: READINGS,
      read: counts.reduce((sum, n) => sum + n, 0),
      refused,
      looks: looks.length,
      median: Math.round(looks[looks.length >> 1]),
      slowest: Math.round(looks.at(-1)!),
      seconds: Math.round((performance.now() - begun) / 1000),
    }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
