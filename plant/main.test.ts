import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPeer, type Peer } from './logger/peer.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

let peer: Peer
beforeEach(async () => {
  peer = await openPeer()
})
afterEach(() => peer.close())

const start = (env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [MAIN], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })

/** Runs until the past is sent, then stops it. */
async function life(
  more: Record<string, string> = {},
): Promise<{ events: Record<string, any>[]; code: number | null }> {
  const child = start({ FOREBAY_URL: peer.url, INGEST_TOKEN: 'secret', PLANT_HISTORY_DAYS: '2', ...more })
  const ended = once(child, 'exit')
  const events: Record<string, any>[] = []
  for await (const line of createInterface({ input: child.stdout! })) {
    const event = JSON.parse(line)
    events.push(event)
    if (event.event === 'history' && event.done === event.of) break
  }
  child.kill('SIGTERM')
  const [code] = await ended
  return { events, code }
}

it('reports what it does, and sends its past once', async () => {
  const first = await life()
  expect(first.code).toBe(0)
  expect(first.events[0].event).toBe('simulated')
  // One of each service, of the last run.
  expect(new Set(peer.forecasts.map((f) => f.model)).size).toBe(2)
  expect(peer.forecasts[0].run_at % (6 * 3_600_000)).toBe(0)
  const levels = peer.kept.get('level.reservoir.1')!
  expect(levels.size).toBeGreaterThan(2 * 1440)
  const sent = peer.calls.flat().length
  // The last quarter of an hour is lost: else nothing is missing in a minute in which one ends, and no past is sent.
  const markers = peer.kept.get('logger.temperature')!
  markers.delete(Math.max(...markers.keys()))
  const second = await life()
  expect(second.code).toBe(0)
  expect(peer.calls.flat().length - sent).toBeLessThan(1000)
  const instants = [...levels.keys()].toSorted((a, b) => a - b)
  instants.forEach((t, i) => i > 0 && expect(t - instants[i - 1]).toBe(60_000))
})

it('reports the faults of its settings and exits', async () => {
  const child = start({ INGEST_TOKEN: '', PLANT_SPEED: 'fast' })
  let words = ''
  child.stderr!.on('data', (chunk) => (words += chunk))
  const [code] = await once(child, 'close')
  expect(code).toBe(2)
  expect(words).toMatch(/PLANT_SPEED=fast/)
  expect(words).toMatch(/INGEST_TOKEN/)
})

it('adds a requested typhoon to the readings that it has sent, and removes it again', async () => {
  await life()
  const kept = () => new Map(peer.kept.get('level.reservoir.1')!)
  const calm = kept()
  const largestOpening = () =>
    Math.max(
      ...[...peer.kept].flatMap(([series, list]) =>
        /opening/.test(series) ? [...list.values()].map(Number) : [],
      ),
    )
  const largestCalm = largestOpening()
  const from = Math.floor(Date.now() / 60_000) * 60_000 - 7 * 3_600_000
  const iso = new Date(from).toISOString()
  await life({ PLANT_STORMS: iso, PLANT_AGAIN: iso })
  const flood = kept()
  const others = [...calm.keys()].filter((t) => flood.get(t) !== calm.get(t))
  expect(others.length).toBeGreaterThan(60)
  expect(Math.min(...others)).toBeGreaterThan(from)
  await life({ PLANT_AGAIN: iso, PLANT_STORMS_BEFORE: iso })
  const again = kept()
  expect([...calm].filter(([t, v]) => again.get(t) !== v)).toEqual([])
  // Gates moved in the flood and reported at once: nothing of that remains.
  expect(largestOpening()).toBeCloseTo(largestCalm)
})
