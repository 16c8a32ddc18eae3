import { readFileSync } from 'node:fs'
import { line, type Row } from '../row.ts'
import { startProduct, type Running } from '../server.ts'
import { percentile } from '../stats.ts'

const DAYS = 30
const LONGEST = 240_000
/** How long memory is watched after the past is stored, ms. */
const REST = 10_000

export const memory: Row = {
  name: 'memory',
  title: 'memory of the Node process in the demo',
  async run(bench) {
    const product = await startProduct({
      DEMO: '1',
      PLANT_HISTORY_DAYS: String(DAYS),
      // As npm start sets them (bin/handOver.js).
      NODE_OPTIONS: '--max-semi-space-size=8',
      MALLOC_ARENA_MAX: '2',
    })
    try {
      const seen: number[] = []
      const end = performance.now() + LONGEST
      bench.report(`waiting for ${DAYS} days of the demo's past`)
      while (!product.server.output().includes('history of the demo plant is complete')) {
        if (performance.now() > end)
          throw new Error(`the demo's past was not complete in time:\n${product.server.output()}`)
        seen.push(await resident(product))
        await pause(500)
      }
      const rest: number[] = []
      while (rest.length < REST / 500) {
        rest.push(await resident(product))
        await pause(500)
      }
      const most = peak(product.server.child.pid!) ?? Math.max(...seen, ...rest)
      const MB = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`
      return {
        lines: [
          line('memory in the demo: Node process', {
            measured: `${MB(most)} at its peak`,
            aim: '<= 350 MB',
            met: most <= 350 * 2 ** 20,
            limit:
              'the heap in use is 50 to 100 MB; the rest is room that V8 keeps for young objects and that malloc does not give back; npm start keeps both small.',
          }),
          line('  afterwards', { measured: `${MB(percentile(rest, 0.5))} median`, aim: '', met: null }),
        ],
        notes: [
          `memory: resident size while the demo takes in ${DAYS} days and for ${REST / 1000} s after; the peak is the kernel's (VmHWM) where it tells it; PostgreSQL and the simulated plant are processes of their own.`,
        ],
      }
    } finally {
      await product.stop()
    }
  },
}

async function resident({ url }: Running): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const found = /^forebay_resident_bytes (\d+)/m.exec(text)
  if (!found) throw new Error('/metrics does not tell the resident size')
  return Number(found[1])
}

/** Largest resident size so far, bytes; null where the kernel does not report it. */
function peak(pid: number): number | null {
  try {
    const found = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return found ? Number(found[1]) * 1024 : null
  } catch {
    return null
  }
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
