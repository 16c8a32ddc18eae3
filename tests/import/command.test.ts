import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report } from '#server/history-import/index.ts'
import { freshDatabase, type FreshDatabase } from '../database.ts'
import { folder } from './files.ts'
import { dakDrinh } from './real.ts'

const MAIN = join(import.meta.dirname, '../../server/commands/import/main.ts')

let database: FreshDatabase
const files = folder()

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(async () => {
  files.remove()
  await database.drop()
})

/** The command as a person runs it. */
async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: files.dir,
    env: { PATH: process.env.PATH, DATABASE_URL: database.url, DATA_DIR: files.dir, LANG: 'en_US.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const code = new Promise<number>((done) => child.once('close', done))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, out, err }
}

test('from nothing to a computed inflow, and back', async () => {
  const plant = files.write('plant.json', JSON.stringify(dakDrinh))
  expect(await run('--new-plant', plant)).toMatchObject({
    code: 0,
    out: 'Reservoir DAKDRINH set up with 2 series\n',
  })
  // The series to be computed are known at once, for choices made before the first computation.
  const computed = await database.db.query<{ code: string }>(
    "SELECT code FROM series WHERE hydro_code = 'DAKDRINH' AND source = 'computed' AND retired_at IS NULL",
  )
  expect(computed.map((r) => r.code)).toEqual(
    expect.arrayContaining(['general.total_discharge_lake', 'general.lake_level', 'basin.rain']),
  )

  const zv = files.write('zv.csv', 'level;storage\n320,5;0\n400;166820000\n415;296950000\n')
  const table = ['--plant', 'DAKDRINH', '--table', 'zv', '--file', zv]
  expect(await run(...table, '--columns', 'level,storage', '--unit', 'm3')).toMatchObject({ code: 0 })

  const record = files.write(
    'record.csv',
    't,WL,Qout\n24/10/2025 00:00,400.25,74.5\n24/10/2025 01:00,-990,74.5\n24/10/2025 02:00,400.24,bad\n24/10/2025 03:00,400.26,74.5\n',
  )
  const guess = await run('--plant', 'DAKDRINH', '--suggest', '--file', record)
  expect(JSON.parse(guess.out)).toMatchObject({
    time: 't',
    noData: [-990],
    columns: [
      { column: 'WL', series: 'level.reservoir.1', unit: 'm' },
      { column: 'Qout', series: 'release.total', unit: 'm3/s' },
    ],
  })

  const args = ['--plant', 'DAKDRINH', '--file', record, '--time', 't', '--no-data', '-990,-9999']
  args.push('--map', 'WL=level.reservoir.1:m', '--map', 'Qout=release.total:m3/s')
  const dry = await run(...args, '--dry-run', '--lang', 'vi')
  expect(dry.code).toBe(0)
  expect(dry.out).toContain('CHẠY THỬ, không ghi gì')
  expect(dry.out).toContain('Qout: 1 không phải số, ví dụ "bad" (dòng 4)')
  expect(dry.out).toContain('Thời điểm trong tệp: "24/10/2025 00:00" .. "24/10/2025 03:00"')
  const json = await run(...args, '--dry-run', '--json')
  expect(
    (JSON.parse(json.out) as Report).columns.map((c) => [c.readings, c.noData, c.rejected, c.fresh]),
  ).toEqual([
    [4, 1, 0, 4],
    [3, 0, 1, 3],
  ])

  const done = await run(...args, '--calculate')
  expect(done.code).toBe(0)
  expect(done.out).toContain('Qout: 1 not a number, such as "bad" (row 4)')
  expect(done.out).toMatch(/\d+ time steps? computed/)
  expect(done.err).toContain('100 % · 4 rows')
  const id = /Import: (im_\w+)/.exec(done.out)![1]
  expect((await run('--plant', 'DAKDRINH', '--runs')).out).toMatch(new RegExp(`^${id}.*record.csv.*done`))
  const [{ n }] = await database.db.query<{ n: number }>(
    "SELECT count(*) AS n FROM reading_day WHERE series = 'level.reservoir.1' AND n > 0",
  )
  expect(n).toBe(1)

  expect(await run('--plant', 'DAKDRINH', '--undo', id)).toMatchObject({
    code: 0,
    out: `${id} undone: 7 readings restored\n`,
  })
})

test('wrong arguments are reported, with the exit code for scripts', async () => {
  const nothing = await run()
  expect(nothing).toMatchObject({ code: 2, out: '' })
  expect(nothing.err).toContain('npm run import')
  expect(await run('--plant', 'X', '--file', 'x.csv')).toMatchObject({ code: 2 })
  const record = files.write('x.csv', 't,z\n1,2\n')
  const map = ['--file', record, '--time', 't', '--map', 'z=z:m']
  expect(await run('--plant', 'NOWHERE', ...map)).toMatchObject({
    code: 1,
    err: 'There is no reservoir NOWHERE; there are: DAKDRINH\n',
  })
  expect(await run('--plant', 'DAKDRINH', ...map, '--map', 'y=y:parsec', '--zone', 'Hanoi')).toMatchObject({
    code: 1,
    err: 'The mapping is wrong at zone: Unknown time zone\nThe mapping is wrong at columns.1.unit: There is no unit parsec\n',
  })
  const seed = files.write('bad.json', JSON.stringify({ ...dakDrinh, hydroCode: 'N', gates: [{ id: 'g' }] }))
  expect(await run('--new-plant', seed)).toMatchObject({
    code: 1,
    err: expect.stringContaining('The description of the plant is wrong at gates.0.body'),
  })
})
