import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getImport, runImport, type ImportTask } from '#contract/imports.ts'
import { HOUR } from '#core/time/index.ts'
import { importHistory, importPlant } from '#server/history-import/index.ts'
import { checked, guessed, settled, uploaded } from '../setup/upload.ts'
import { testServer, type TestServer } from '../server.ts'
import { folder, levels } from './files.ts'
import { contextOf, dakDrinh, mapping } from './real.ts'

const NOW = Date.UTC(2025, 11, 1)
const FROM = NOW - 10 * 24 * HOUR
const PLANTS = ['TOGETHER1', 'TOGETHER2']
const files = folder()

let server: TestServer
beforeAll(async () => {
  server = await testServer({ now: NOW })
  for (const hydroCode of PLANTS) await importPlant(contextOf(server), { ...dakDrinh, hydroCode })
})
afterAll(async () => {
  files.remove()
  await server.close()
})

/** Hourly levels and releases as the plant sends them, from another level in each file. */
const record = (level: number) =>
  `time_local,level_m,total_release_m3s\n${Array.from(
    { length: 48 },
    (_, i) => `2025-11-2${1 + Math.floor(i / 24)} ${String(i % 24).padStart(2, '0')}:00,${level},7${i % 10}`,
  ).join('\n')}\n`

describe('imports from the pages', () => {
  test('of another reservoir run in parallel, and of the same one in succession', async () => {
    const [one, other] = PLANTS
    const { history } = server.app
    const { writeDays } = history
    const writing: string[] = []
    const held = Promise.withResolvers<void>()
    history.writeDays = async (...args) => {
      writing.push(args[0])
      if (args[0] === one) await held.promise
      return writeDays(...args)
    }
    try {
      const tasks: [ImportTask, string][] = []
      for (const [i, hydro] of [one, one, other].entries()) {
        const task = await uploaded(server, `file ${i}.csv`, record(400 + i), hydro)
        tasks.push([await checked(server, task, guessed(task), hydro), hydro])
      }
      for (const [task, hydro] of tasks) {
        const input = { params: { id: task.id }, body: { version: task.version } }
        expect((await server.call(runImport, input, { account: 'admin', hydro })).status).toBe(200)
      }
      const [[first], [second], [third]] = tasks
      expect(await settled(server, third.id, other)).toMatchObject({ state: 'done', rows: 48 })
      await expect.poll(() => writing, { interval: 5 }).toContain(one)
      const stateOf = async (task: ImportTask) =>
        (await server.call(getImport, { params: { id: task.id } }, { account: 'admin', hydro: one })).body
          .data!
      // The first has begun; the second has not, though there was room when the third had ended.
      expect([(await stateOf(first)).state, (await stateOf(second)).state]).toEqual(['running', 'running'])
      const runs = await server.app.services.db.query<{ file_name: string }>(
        'SELECT file_name FROM import_job WHERE hydro_code = $1',
        [one],
      )
      expect(runs.map((r) => r.file_name)).toEqual([first.file_name])
      held.resolve()
      for (const task of [first, second]) expect((await settled(server, task.id, one)).state).toBe('done')
    } finally {
      held.resolve()
      history.writeDays = writeDays
    }
  })
})

test('ten imports at once leave connections for everything else, and all end', async () => {
  const { db } = server.app.services
  const go = Promise.withResolvers<void>()
  let begun = 0
  const running = Array.from({ length: 10 }, (_, i) =>
    importHistory(contextOf(server), {
      file: files.write(
        `ten${i}.csv`,
        levels({ from: FROM + i * 20 * HOUR, step: HOUR, rows: 5, columns: 1 }),
      ),
      mapping: mapping({
        plant: PLANTS[i % 2],
        time: 'time',
        columns: [{ column: 'z0', series: 'level.reservoir.1', unit: 'm', kind: 'instant', step: 3600 }],
      }),
      begun: async () => {
        begun++
        await go.promise
      },
    }),
  )
  const ended = Promise.all(running)
  await expect.poll(() => begun, { interval: 5 }).toBeGreaterThan(0)
  const beside = await Promise.all(Array.from({ length: 10 }, () => db.tx((c) => c.query('SELECT 1'))))
  expect(beside).toHaveLength(10)
  go.resolve()
  for (const { columns } of await ended) expect(columns[0]).toMatchObject({ rejected: 0, readings: 5 })
})
