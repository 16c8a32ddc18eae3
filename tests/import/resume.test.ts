import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { equal } from '#core/series/index.ts'
import {
  importHistory,
  importPlant,
  listJobs,
  undoImport,
  type MappingInput,
} from '#server/history-import/index.ts'
import { testServer, type TestServer } from '../server.ts'
import { folder, levels } from './files.ts'
import { contextOf, dakDrinh, mapping } from './real.ts'

const NOW = Date.UTC(2025, 11, 1)
const COLUMNS = 7
/** Parts of about nine days: the year is written in some forty of them, by three connections. */
const CELLS = 1500
/** ms that a job stays a killed process's. */
const LEASE = 1500

let server: TestServer
const files = folder()

beforeAll(async () => {
  server = await testServer({ now: NOW })
})
afterAll(async () => {
  files.remove()
  await server.close()
})

const mapped = (plant: string): MappingInput => ({
  plant,
  time: 'time',
  columns: Array.from({ length: COLUMNS }, (_, k) => ({
    column: `z${k}`,
    series: `level.${k}`,
    unit: 'm' as const,
    kind: 'instant' as const,
    step: 3600,
  })),
})

/** Runs the import in a process of its own and kills it in its `stopAt`th write. */
async function killed(file: string, plant: string, stopAt: number): Promise<void> {
  const url = server.app.services.db.pool.options.connectionString
  const argument = JSON.stringify({
    url,
    now: NOW,
    file,
    mapping: mapped(plant),
    cells: CELLS,
    stopAt,
    lease: LEASE,
  })
  const child = spawn(process.execPath, [join(import.meta.dirname, 'child.ts'), argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const [text] = await Promise.race([once(child.stdout, 'data'), ended])
  expect(String(text)).toBe('stopped\n')
  child.kill('SIGKILL')
  await ended
}

test('an import that is killed repeatedly ends as if nothing had happened', async () => {
  const ctx = contextOf(server)
  const grid = levels({ from: Date.UTC(2025, 0, 1), step: 3_600_000, rows: 8000, columns: COLUMNS })
  const content = grid.replace('2025-03-01 05:00:00,', '2025-03-01 05:00:00,x')
  const file = files.write('year.csv', content)
  for (const plant of ['WHOLE', 'BROKEN']) await importPlant(ctx, { ...dakDrinh, hydroCode: plant })
  const whole = await importHistory(ctx, { file, mapping: mapping(mapped('WHOLE')), cells: CELLS })

  await killed(file, 'BROKEN', 20)
  await killed(file, 'BROKEN', 70)
  const [job] = await listJobs(ctx.db, 'BROKEN')
  expect(job.finished_at).toBeNull()
  const broken = await importHistory(ctx, { file, mapping: mapping(mapped('BROKEN')), cells: CELLS })

  expect(broken.run).toBe(job.run_id)
  expect(broken.resumedAt).toBeGreaterThan(0)
  expect(broken.resumedAt).toBeLessThan(8000)
  expect({ ...broken, run: null, resumedAt: null }).toEqual({ ...whole, run: null, resumedAt: null })
  expect(broken.columns[0]).toMatchObject({ rejected: 1, fresh: 7999, differing: 0, unchanged: 0 })
  const codes = mapped('').columns.map((c) => c.series)
  const [a, b] = await Promise.all(['WHOLE', 'BROKEN'].map((plant) => ctx.history.read(plant, codes, 0, NOW)))
  for (const code of codes) {
    expect(a.get(code)!.t.length).toBeGreaterThanOrEqual(7999)
    expect(equal(a.get(code)!, b.get(code)!), code).toBe(true)
  }
  // Still one run: undone as a whole.
  const { readings } = await undoImport(ctx, 'BROKEN', broken.run!)
  expect(readings).toBe(8000 * COLUMNS - 1)
})
