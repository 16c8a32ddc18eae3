import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { GOOD, MISSING, REJECTED, SUSPECT } from '#core/quality/index.ts'
import { toEntries } from '#core/series/index.ts'
import {
  ImportError,
  importHistory,
  importPlant,
  listJobs,
  undoImport,
  type HistoryRequest,
  type ImportContext,
  type MappingInput,
} from '#server/history-import/index.ts'
import { testServer, type TestServer } from '../server.ts'
import { folder, levels } from './files.ts'
import { contextOf, dakDrinh, mapping } from './real.ts'

const NOW = Date.UTC(2025, 11, 1)
const ZONE = 'Asia/Ho_Chi_Minh'
const local = (text: string) => Date.parse(`${text.replace(' ', 'T')}+07:00`)

let server: TestServer
let ctx: ImportContext
let files: ReturnType<typeof folder>
let plants = 0
let plant = ''

beforeAll(async () => {
  server = await testServer({ now: NOW })
  ctx = contextOf(server)
  files = folder()
})
afterAll(async () => {
  files.remove()
  await server.close()
})
afterEach(() => server.clock.set(NOW))

async function freshPlant(): Promise<string> {
  plant = `P${++plants}`
  await importPlant(ctx, { ...dakDrinh, hydroCode: plant })
  return plant
}

const LEVEL = { column: 'z', series: 'level.reservoir.1', unit: 'm' } as const
const RELEASE = { column: 'q', series: 'release.total', unit: 'm3/s' } as const

function request(content: string, rest: Partial<HistoryRequest> = {}, map: Partial<MappingInput> = {}) {
  const file = files.write(`f${Math.random()}.csv`, content)
  return { file, mapping: mapping({ plant, time: 't', columns: [LEVEL, RELEASE], ...map }), ...rest }
}

const stored = async (series: string, from = 0, to = NOW) =>
  toEntries((await ctx.history.read(plant, [series], from, to)).get(series)!)

const words = (error: unknown) => (error instanceof ImportError ? error.problems.map((p) => p.word) : error)

describe('results of cells', () => {
  const content = [
    't,z,q',
    '2025-10-24 00:00,400.25,74.5',
    '2025-10-24 01:00,,74.5', // nothing: no entry
    '2025-10-24 02:00,-990,NAN', // codes: explicit nulls
    '2025-10-24 03:00,abc,"1,234"', // no numbers
    '24 Oct,400,74', // no time
    '2025-10-24 05:00,0,-404', // out of bounds; a release below zero
    '2025-10-24 07:00,400.2,74.5', // 06:00 is not there
    '2031-01-01 00:00,400,74', // in the future
    '1890-01-01 00:00,400,74',
  ].join('\n')
  const map = { noData: [-990], columns: [{ ...LEVEL, min: 320 }, RELEASE] }

  test('a dry run reports them and writes nothing', async () => {
    await freshPlant()
    const report = await importHistory(ctx, request(content, { dry: true }, map))
    expect(report).toMatchObject({ dry: true, run: null, rows: 9, badTimes: 1, disorder: 1, repeats: 0 })
    expect(report.rejects).toEqual([{ row: 6, column: 't', value: '24 Oct', reason: 'bad_time' }])
    const [z, q] = report.columns
    expect(z).toMatchObject({ readings: 4, empty: 1, noData: 1, flagged: 1, rejected: 3, fresh: 4 })
    expect(z.rejects).toEqual([
      { row: 5, column: 'z', value: 'abc', reason: 'not_a_number' },
      { row: 7, column: 'z', value: '0', reason: 'out_of_bounds' },
      { row: 9, column: 'z', value: '400', reason: 'in_future' },
      { row: 10, column: 'z', value: '400', reason: 'too_old' },
    ])
    expect(q.rejects.map((r) => [r.row, r.value, r.reason])).toEqual([
      [5, '1,234', 'not_a_number'],
      [7, '-404', 'negative'],
      [9, '74', 'in_future'],
      [10, '74', 'too_old'],
    ])
    expect(z).toMatchObject({ step: 3600, from: local('2025-10-24 00:00'), to: local('2025-10-24 07:00') })
    // From midnight to five, and from five to seven: 01:00 to 04:00 and 06:00 are missing.
    expect(z.gaps).toEqual({
      count: 2,
      missing: 5,
      longest: [
        { from: local('2025-10-24 00:00'), to: local('2025-10-24 05:00') },
        { from: local('2025-10-24 05:00'), to: local('2025-10-24 07:00') },
      ],
    })
    expect(await stored('level.reservoir.1')).toEqual([])
    expect(await listJobs(ctx.db, plant)).toEqual([])
  })

  test('a row with more fields than its header is refused, and so are rows older than the records', async () => {
    await importPlant(ctx, {
      ...dakDrinh,
      hydroCode: (plant = `P${++plants}`),
      plant: { ...dakDrinh.plant, recordsFrom: '2025-10-01' },
    })
    const rows = [
      't,z,q',
      '2025-09-30 23:00,400.25,74.5',
      '2025-10-01 00:00,400.25,74.5,',
      '2025-10-01 01:00,1,400.25,74.5',
      '2025-10-01 02:00,400.5',
    ].join('\n')
    const report = await importHistory(ctx, request(rows))
    expect(report.columns.map((c) => c.rejects.map((r) => [r.row, r.value, r.reason]))).toEqual([
      [
        [2, '400.25', 'before_records'],
        [4, '1', 'too_many_fields'],
      ],
      [
        [2, '74.5', 'before_records'],
        [4, '400.25', 'too_many_fields'],
      ],
    ])
    expect((await stored('level.reservoir.1')).map(([t, v]) => [t, v])).toEqual([
      [local('2025-10-01 00:00'), 400.25],
      [local('2025-10-01 02:00'), 400.5],
    ])
  })

  test('with --strict nothing is written; without it everything valid is', async () => {
    await freshPlant()
    await expect(importHistory(ctx, request(content, { strict: true }, map)).catch(words)).resolves.toEqual([
      'strict',
    ])
    expect(await stored('level.reservoir.1')).toEqual([])
    await importHistory(ctx, request(content, {}, map))
    expect(await stored('level.reservoir.1')).toEqual([
      [local('2025-10-24 00:00'), 400.25, GOOD],
      [local('2025-10-24 02:00'), null, MISSING],
      [local('2025-10-24 05:00'), 0, REJECTED],
      [local('2025-10-24 07:00'), 400.2, GOOD],
    ])
    expect(await stored('release.total')).toEqual([
      [local('2025-10-24 00:00'), 74.5, GOOD],
      [local('2025-10-24 01:00'), 74.5, GOOD],
      [local('2025-10-24 02:00'), null, MISSING],
      [local('2025-10-24 05:00'), -404, SUSPECT],
      [local('2025-10-24 07:00'), 74.5, GOOD],
    ])
  })
})

describe('duplicates in the file', () => {
  test('equal ones are counted, different ones are refused, in any order', async () => {
    await freshPlant()
    const report = await importHistory(
      ctx,
      request(
        't,z,q\n2025-10-24 02:00,2,2\n2025-10-24 00:00,0,0\n2025-10-24 02:00,2,9\n2025-10-24 01:00,1,1\n2025-10-24 01:00,,\n',
      ),
    )
    expect(report).toMatchObject({ repeats: 2, disorder: 2 })
    const [z, q] = report.columns
    expect(z).toMatchObject({ readings: 3, repeated: 1, rejected: 0, fresh: 3 })
    expect(q).toMatchObject({ readings: 3, repeated: 0, rejected: 1 })
    expect(q.rejects).toEqual([{ row: 4, column: 'q', value: '9', reason: 'repeated' }])
    expect((await stored('release.total')).map((e) => e[1])).toEqual([0, 1, 2])
  })

  test('also when a stretch was written in between', async () => {
    await freshPlant()
    const grid = levels({ from: Date.UTC(2025, 5, 1), step: 3_600_000, rows: 200, columns: 2 })
    const again = '2025-06-01 00:00:00,1.5,400.00\n'
    const mapping = request(
      grid + again,
      { cells: 100, replace: true },
      {
        time: 'time',
        columns: [
          { ...LEVEL, column: 'z0' },
          { ...RELEASE, column: 'z1' },
        ],
      },
    )
    const report = await importHistory(ctx, mapping)
    expect(report).toMatchObject({ repeats: 1, rows: 201 })
    expect(report.columns[0]).toMatchObject({ fresh: 200, differing: 1 })
    expect((await stored('level.reservoir.1'))[0][1]).toBe(400)
  })
})

describe('readings already stored', () => {
  const content = 't,z,q\n2025-06-01 00:00,400,74\n2025-06-01 01:00,401,75\n2025-11-30 00:00,402,76\n'

  test('equal ones are unchanged; different ones stay, unless they are to be replaced', async () => {
    await freshPlant()
    const series = 'level.reservoir.1'
    const t = [local('2025-06-01 01:00'), local('2025-11-30 00:00')]
    const batch = { hydroCode: plant, series: [series, series], t, v: [399, 402], q: [GOOD, GOOD] }
    await ctx.history.write(batch, { source: 'ingest' })
    const kept = await importHistory(ctx, request(content))
    expect(kept.columns[0]).toMatchObject({ fresh: 1, unchanged: 1, differing: 1 })
    expect(kept.columns[0].differences).toEqual([{ t: t[0], stored: 399, file: 401 }])
    expect((await stored(series)).map((e) => e[1])).toEqual([400, 399, 402])
    const replaced = await importHistory(ctx, request(content, { replace: true }))
    expect(replaced.columns[0]).toMatchObject({ fresh: 0, unchanged: 2, differing: 1 })
    expect((await stored(series)).map((e) => e[1])).toEqual([400, 401, 402])
  })

  test('undone, everything is as before, except later changes', async () => {
    await freshPlant()
    const series = 'level.reservoir.1'
    const t = [local('2025-06-01 01:00'), local('2025-11-30 00:00')]
    const put = (at: number, v: number) =>
      ctx.history.write(
        { hydroCode: plant, series: [series], t: [at], v: [v], q: [GOOD] },
        { source: 'ingest' },
      )
    await put(t[0], 399)
    const { run } = await importHistory(ctx, request(content, { replace: true }))
    server.clock.advance(1000)
    await put(t[1], 500)
    server.clock.advance(1000)
    const undone = await undoImport(ctx, plant, run!)
    expect(await stored(series)).toEqual([
      [t[0], 399, GOOD],
      [t[1], 500, GOOD],
    ])
    expect(await stored('release.total')).toEqual([])
    expect(undone.readings).toBe(5)
    expect((await listJobs(ctx.db, plant)).map((j) => [j.run_id, j.undone_at])).toEqual([[run, NOW + 2000]])
    await expect(undoImport(ctx, plant, run!).catch(words)).resolves.toEqual(['undone_already'])
    await expect(undoImport(ctx, plant, 'im_x').catch(words)).resolves.toEqual(['no_run'])
  })

  test('a second import of the same file is a run of its own that changes nothing', async () => {
    await freshPlant()
    const mapping = request(content)
    const first = await importHistory(ctx, mapping)
    const second = await importHistory(ctx, mapping)
    expect(second.run).not.toBe(first.run)
    expect(second.columns.map((c) => [c.fresh, c.unchanged])).toEqual([
      [0, 3],
      [0, 3],
    ])
  })
})

describe('units, series and stamps', () => {
  test('a value is converted to the unit of its series; missing series are created', async () => {
    await freshPlant()
    const columns: MappingInput['columns'] = [
      { ...LEVEL, unit: 'cm' },
      {
        column: 'q',
        series: 'inflow.told',
        unit: 'l/s',
        as: 'm3/s',
        kind: 'mean',
        step: 3600,
        name: 'Told inflow',
      },
      { column: 3, series: 'inflow.start', unit: 'm3/s', kind: 'mean', step: 3600, stamp: 'start' },
    ]
    await importHistory(ctx, request('t,z,q\n2025-10-24 00:00,40025,-62390\n', {}, { columns }))
    const at = local('2025-10-24 00:00')
    expect(await stored('level.reservoir.1')).toEqual([[at, 400.25, GOOD]])
    expect(await stored('inflow.told')).toEqual([[at, -62.39, GOOD]])
    // A mean stamped at its start is stored at its end.
    expect(await stored('inflow.start')).toEqual([[at + 3_600_000, -62_390, GOOD]])
    expect(await ctx.registry.get(plant, 'inflow.told')).toMatchObject({
      name: 'Told inflow',
      unit: 'm3/s',
      kind: 'mean',
      step_s: 3600,
    })
  })

  test('all errors of a mapping are reported at once', async () => {
    await freshPlant()
    await server.app.calculation.settle(plant)
    const columns: MappingInput['columns'] = [
      { ...LEVEL, kind: 'step' },
      { ...RELEASE, column: 'nothing' },
      { column: 'q', series: 'unknown.one', unit: 'm' },
      { column: 'q', series: 'general.lake_level', unit: 'm' },
      { column: 'z', series: 'made.one', unit: 'm', kind: 'mean', step: null, stamp: 'start' },
    ]
    const wrong = await importHistory(ctx, request('t,z,q\n2025-10-24 00:00,1,2\n', {}, { columns })).catch(
      words,
    )
    expect(wrong).toEqual([
      'kind_differs',
      'no_column',
      'unknown_series',
      'computed_series',
      'stamp_needs_step',
    ])
    const units = [{ ...LEVEL, unit: 'm3/s' as const }]
    await expect(
      importHistory(ctx, request('t,z\n2025-10-24,1\n', {}, { columns: units })).catch(words),
    ).resolves.toEqual(['unit_differs'])
    await expect(
      importHistory(ctx, request('t,z,z\n2025-10-24,1,1\n', {}, { columns: [LEVEL] })).catch(words),
    ).resolves.toEqual(['column_twice'])
    await expect(
      importHistory(ctx, request('t,z\n1/2/2025,1\n', {}, { columns: [LEVEL] })).catch(words),
    ).resolves.toEqual(['ambiguous_time'])
    await expect(importHistory(ctx, request('t,z,q\n')).catch(words)).resolves.toEqual(['empty_file'])
    await expect(
      importHistory(ctx, request('t,z,q\n', {}, { plant: 'NOWHERE' })).catch(words),
    ).resolves.toEqual(['no_plant'])
    expect(await listJobs(ctx.db, plant)).toHaveLength(1)
  })

  test('semicolons, decimal commas, date and time of day apart, another zone', async () => {
    await freshPlant()
    const content = 'Ngày;Giờ;Mực nước\n24/10/2025;01:00;400,25\n24/10/2025;24:00;400,3\n'
    await importHistory(
      ctx,
      request(
        content,
        {},
        {
          time: ['Ngày', 'Giờ'],
          zone: 'Asia/Seoul',
          columns: [{ ...LEVEL, column: 'mực nước' }],
        },
      ),
    )
    expect(await stored('level.reservoir.1')).toEqual([
      [Date.UTC(2025, 9, 23, 16), 400.25, GOOD],
      [Date.UTC(2025, 9, 24, 15), 400.3, GOOD],
    ])
    expect(await ctx.plants.zone(plant)).toBe(ZONE)
  })
})

test('an import up to now, next to a running plant: undone, live readings since then are kept', async () => {
  await freshPlant()
  const series = 'level.reservoir.1'
  const from = NOW - 8000 * 600_000
  const grid = levels({ from: from + 7 * 3_600_000, step: 600_000, rows: 8000, columns: 1 })
  const mapping = request(grid, {}, { time: 'time', columns: [{ ...LEVEL, column: 'z0' }] })
  const report = await importHistory(ctx, mapping)
  expect(report.columns[0].fresh).toBe(8000)
  expect((await ctx.history.last(plant, [series])).get(series)?.t).toBe(NOW - 600_000)
  // Packed at once, open days too.
  expect(await ctx.db.query('SELECT 1 FROM reading WHERE hydro_code = $1', [plant])).toEqual([])
  const live = {
    hydroCode: plant,
    series: [series, series],
    t: [NOW - 300_000, NOW],
    v: [400, 401],
    q: [0, 0],
  }
  await ctx.history.write(live, { source: 'ingest' })
  server.clock.advance(1000)
  expect((await undoImport(ctx, plant, report.run!)).readings).toBe(8000)
  expect((await stored(series)).map((e) => e[1])).toEqual([400, 401])
})
