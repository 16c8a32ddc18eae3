import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeXlsx } from 'hucre'
import {
  checkImport,
  discardImport,
  getImport,
  layImport,
  listImports,
  runImport,
  undoImport,
} from '#contract/imports.ts'
import { listAudit } from '#contract/audit.ts'
import { text } from '#contract/messages.ts'
import { importHistory, importPlant, mappingSchema } from '#server/history-import/index.ts'
import { HOUR, fromLocal, toLocal } from '#core/time/index.ts'
import { folder } from '../import/files.ts'
import { contextOf, dakDrinh } from '../import/real.ts'
import { testServer, type TestServer } from '../server.ts'
import { checked, guessed, ran, send, settled, uploaded } from './upload.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
const START = fromLocal('2026-10-01 00:00', ZONE)!

let server: TestServer
beforeAll(async () => {
  server = await testServer({ now: fromLocal('2026-10-20 12:00', ZONE)! })
  await importPlant(contextOf(server), dakDrinh)
})
afterAll(() => server.close())

/** A record as a plant sends it: hourly level and total release. */
function hours(n: number, from = START, edit: (line: string, i: number) => string = (l) => l): string {
  const lines = Array.from({ length: n }, (_, i) =>
    edit(`${toLocal(from + i * HOUR, ZONE).slice(0, 16)},${(400 + i / 100).toFixed(2)},${74 + i}`, i),
  )
  return `time_local,level_m,total_release_m3s\n${lines.join('\n')}\n`
}

const stored = async (series: string, from = START, n = 200) =>
  (await server.app.history.read('DAKDRINH', [series], from, from + n * HOUR)).get(series)!

describe('an import', () => {
  test('is suggested, tried without writing, run, listed, and undone', async () => {
    const task = await uploaded(server, 'C:\\du lieu\\thang 10.csv', hours(48))
    expect(task).toMatchObject({ file_name: 'thang 10.csv', state: 'uploaded', rows: null })
    expect(task.layout).toMatchObject({ time: [1], ambiguous: null, step: 3600, seen: 48 })
    expect(task.layout!.columns.map((c) => c.guess && [c.guess.series, c.guess.unit, c.guess.known])).toEqual(
      [null, ['level.reservoir.1', 'm', true], ['release.total', 'm3/s', true]],
    )
    const tried = await checked(server, task, guessed(task))
    expect(tried).toMatchObject({ state: 'checked', rows: null, problems: [] })
    expect(tried.report).toMatchObject({ rows: 48, from: '2026-10-01 00:00:00', to: '2026-10-02 23:00:00' })
    expect(tried.report!.columns.map((c) => [c.readings, c.fresh, c.rejected])).toEqual([
      [48, 48, 0],
      [48, 48, 0],
    ])
    expect((await stored('level.reservoir.1')).t.length).toBe(0)

    const done = await ran(server, tried)
    expect(done).toMatchObject({ state: 'done', rows: 48, readings: 96, actor_name: 'admin' })
    expect((await stored('level.reservoir.1')).t.length).toBe(48)
    // The bytes are no longer needed.
    const { db } = server.app.services
    expect(await db.query('SELECT 1 FROM file')).toEqual([])
    await server.app.calculation.settle('DAKDRINH')

    const list = (await server.call(listImports)).body.data!
    expect(list.filter((i) => i.id === task.id)).toHaveLength(1)
    expect(list).toHaveLength(1)

    const undoing = await server.call(undoImport, { params: { id: task.id } })
    expect(undoing.status).toBe(200)
    const undone = await settled(server, task.id)
    expect(undone).toMatchObject({ state: 'undone', taken_back: 96 })
    expect((await stored('level.reservoir.1')).t.length).toBe(0)
    const again = await server.call(undoImport, { params: { id: task.id } })
    expect([again.status, again.body.code]).toEqual([409, 'import_not_done'])
    const acts = (await server.call(listAudit, { query: { noun: 'history' } as never })).body.data!
    expect(JSON.stringify(acts)).toContain('undo import')
  })

  test('reports refused rows, gaps, and differences from stored readings', async () => {
    const before = await uploaded(server, 'first.csv', hours(24, START + 5 * 24 * HOUR))
    const first = await ran(server, await checked(server, before, guessed(before)))
    const worse = hours(24, START + 5 * 24 * HOUR, (line, i) =>
      i === 3
        ? line.replace(/,400\.03/, ',hỏng')
        : i === 5
          ? line.replace(/,400\.05/, ',499.5')
          : i === 7
            ? 'không rõ,400.07,81'
            : [10, 11, 12].includes(i)
              ? ''
              : line,
    )
    const task = await uploaded(server, 'second.csv', worse)
    const tried = await checked(server, task, guessed(task))
    expect(tried.report).toMatchObject({ rows: 21, bad_times: 1 })
    expect(tried.report!.rejects).toEqual([
      { row: 9, column: '#1', value: 'không rõ', code: 'bad_time', reason: 'not a time' },
    ])
    const [level] = tried.report!.columns
    expect(level).toMatchObject({ rejected: 1, unchanged: 18, differing: 1, fresh: 0 })
    expect(level.rejects[0]).toMatchObject({ row: 5, value: 'hỏng', reason: 'not a number' })
    expect(level.differences).toEqual([{ time: '2026-10-06 05:00:00', stored: 400.05, file: 499.5 }])
    expect(level.gaps).toMatchObject({ count: 3, missing: 5 })
    expect(level.gaps.longest[0]).toMatchObject({
      from: '2026-10-06 09:00:00',
      to: '2026-10-06 13:00:00',
      seconds: 4 * 3600,
    })
    const vi = await server.call(
      getImport,
      { params: { id: task.id } },
      { account: 'viewer', language: 'vi' },
    )
    expect(vi.status).toBe(403)
    // Stored readings stay, unless they are to be replaced.
    const kept = await ran(server, tried)
    expect(kept.readings).toBe(0)
    const third = await uploaded(server, 'second.csv', worse)
    const replaced = await ran(server, await checked(server, third, { ...guessed(third), replace: true }))
    expect(replaced.readings).toBe(1)
    expect((await stored('level.reservoir.1', START + 5 * 24 * HOUR)).v[5]).toBe(499.5)
    // Undoing keeps later changes.
    await server.call(undoImport, { params: { id: first.id } })
    expect(await settled(server, first.id)).toMatchObject({ state: 'undone', taken_back: 47 })
    const left = await stored('level.reservoir.1', START + 5 * 24 * HOUR)
    expect(Array.from(left.v)).toEqual([499.5])
    await server.call(undoImport, { params: { id: replaced.id } })
    await settled(server, replaced.id)
  })

  test('creates a requested series, and refuses an impossible mapping', async () => {
    const csv = `Ngày,Giờ,Mưa (mm),MN\n01/10/2026,01:00,0.5,1\n01/10/2026,02:00,1.5,2\n13/10/2026,02:00,1,3\n`
    const task = await uploaded(server, 'mưa.csv', csv)
    expect(task.layout).toMatchObject({ time: [1, 2], ambiguous: null })
    const mapping = {
      time: [1, 2],
      noData: [],
      columns: [
        { column: 3, series: 'rain.new', unit: 'mm', kind: 'total' as const, step: 3600, name: 'Mưa' },
      ],
    }
    const wrong = await server.call(checkImport, {
      params: { id: task.id },
      body: {
        version: task.version,
        mapping: { ...mapping, zone: 'Mars/Base', columns: [{ ...mapping.columns[0], unit: 'fathom' }] },
      },
    })
    expect(wrong.status).toBe(400)
    expect(wrong.body.errors!.map((e) => e.path)).toEqual(['mapping.zone', 'mapping.columns.0.unit'])
    const unfit = await checked(server, task, {
      ...mapping,
      columns: [{ column: 3, series: 'level.reservoir.1', unit: 'm3/s' }, mapping.columns[0]] as never,
    })
    expect(unfit.state).toBe('refused')
    expect(unfit.problems[0]).toContain('m3/s cannot be converted')
    const tried = await checked(server, unfit, mapping as never)
    expect(tried.report!.columns[0]).toMatchObject({ created: true, fresh: 3 })
    const done = await ran(server, tried)
    expect(done.report).toMatchObject({ from: '2026-10-01 01:00:00', to: '2026-10-13 02:00:00' })
    expect(await server.app.readings.registry.get('DAKDRINH', 'rain.new')).toMatchObject({
      name: 'Mưa',
      kind: 'total',
    })
  })

  test('asks for the format of an ambiguous time', async () => {
    const csv = `time,level_m\n01/10/2026 01:00,400\n02/10/2026 01:00,401\n`
    const task = await uploaded(server, 'two.csv', csv)
    expect(task.layout!.ambiguous).toBe('01/10/2026 01:00')
    const refused = await checked(server, task, guessed(task))
    expect(refused.state).toBe('refused')
    expect(refused.problems[0]).toContain('Choose the time format')
    const tried = await checked(server, refused, { ...guessed(task), timeFormat: 'dd/MM/yyyy HH:mm' })
    expect(tried.report).toMatchObject({ from: '2026-10-01 01:00:00', to: '2026-10-02 01:00:00' })
    expect((await server.call(discardImport, { params: { id: task.id } })).status).toBe(200)
    expect((await server.call(getImport, { params: { id: task.id } })).status).toBe(404)
  })

  test('names values far outside the usual range and asks before it stores them', async () => {
    const from = START + 11 * 24 * HOUR
    const csv = hours(48, from, (line, i) => (i === 30 ? line.replace(/,104$/, ',10400') : line))
    const task = await uploaded(server, 'typed.csv', csv)
    const tried = await checked(server, task, guessed(task))
    const [level, release] = tried.report!.columns
    expect(level.extremes).toBeNull()
    expect(release.extremes).toMatchObject({
      count: 1,
      largest: [{ row: 32, value: 10_400, time: '2026-10-13 06:00:00' }],
    })
    const unasked = await server.call(
      runImport,
      { params: { id: task.id }, body: { version: tried.version } },
      { account: 'admin', language: 'vi' },
    )
    expect(unasked.status).toBe(400)
    expect(unasked.body.errors).toMatchObject([{ path: 'extremes', code: 'import_extremes' }])
    const a = await server.call(runImport, {
      params: { id: task.id },
      body: { version: tried.version, extremes: 'reject' },
    })
    expect(a.status).toBe(200)
    expect(await settled(server, task.id)).toMatchObject({ state: 'done', readings: 96 })
    const { t, q } = (
      await server.app.history.read('DAKDRINH', ['release.total'], from, from + 48 * HOUR, { raw: true })
    ).get('release.total')!
    expect(Array.from(q).flatMap((grade, i) => (grade === 0 ? [] : [t[i]]))).toEqual([from + 30 * HOUR])
    await server.call(undoImport, { params: { id: task.id } })
    await settled(server, task.id)
    // Stored as is where the user says so.
    const again = await uploaded(server, 'typed.csv', csv)
    const sure = await checked(server, again, guessed(again))
    await server.call(runImport, {
      params: { id: again.id },
      body: { version: sure.version, extremes: 'keep' },
    })
    await settled(server, again.id)
    expect((await stored('release.total', from + 30 * HOUR, 0)).v[0]).toBe(10_400)
    await server.call(undoImport, { params: { id: again.id } })
    await settled(server, again.id)
  })

  test('shows the record before anything is written: its stamps, its preview, its gaps, its warnings', async () => {
    const from = START + 13 * 24 * HOUR
    const csv = hours(100, from, (line, i) =>
      i >= 40 && i < 60 ? '' : i % 10 === 3 ? line.replace(/,4\d\d\.\d\d/, ',lỗi') : line,
    )
    const task = await uploaded(server, 'picture.csv', csv)
    const { report } = await checked(server, task, guessed(task))
    expect(report).toMatchObject({
      from: '2026-10-14 00:00:00',
      to: '2026-10-18 03:00:00',
      stamps: { first: '2026-10-14 00:00', last: '2026-10-18 03:00' },
    })
    const [level, release] = report!.columns
    expect(level.complaints).toEqual([
      {
        code: 'not_a_number',
        reason: 'not a number',
        count: 8,
        rows: [5, 15, 25, 35, 65].map((row) => ({ row })),
        values: ['lỗi'],
      },
    ])
    expect(release.gaps).toMatchObject({ count: 1, missing: 20 })
    const picture = release.picture!
    expect(picture.low.length).toBe(picture.high.length)
    expect(picture.low.length).toBeLessThanOrEqual(400)
    expect(Math.min(...picture.low.filter((v) => v !== null))).toBe(74)
    expect(Math.max(...picture.high.filter((v) => v !== null))).toBe(173)
    expect((await stored('release.total', from, 100)).t.length).toBe(0)
    await server.call(discardImport, { params: { id: task.id } })
  })

  test('asks for the period of the target of a slower file', async () => {
    const from = START - 90 * 24 * HOUR
    const daily = Array.from({ length: 20 }, (_, i) => `${toLocal(from + i * 24 * HOUR, ZONE)},400,70`).join(
      '\n',
    )
    const task = await uploaded(server, 'daily.csv', `time,level_m,total_release_m3s\n${daily}\n`)
    const { report } = await checked(server, task, guessed(task))
    expect(report!.columns.map((c) => [c.step, c.gaps.count, c.period])).toEqual([
      [86_400, 0, { described: 3600, items: [{ noun: 'position', id: 'lake', name: 'Hồ' }] }],
      [86_400, 0, { described: 3600, items: [{ noun: 'gate', id: 'release', name: 'Tổng xả' }] }],
    ])
    await server.call(discardImport, { params: { id: task.id } })
  })

  test('reads another sheet of a workbook', async () => {
    const sheet = (rows: (string | number | Date)[][]) => ({ rows })
    const book = Buffer.from(
      await writeXlsx({
        sheets: [
          {
            name: 'Ghi chú',
            ...sheet([
              ['a', 'b'],
              ['x', 'y'],
            ]),
          },
          {
            name: 'Số liệu',
            ...sheet([
              ['Datetime', 'WLDD'],
              ['2026-10-01 00:00', 400.5],
            ]),
          },
        ],
      }),
    )
    const task = await uploaded(server, 'hai.xlsx', book)
    // The first one with numbers, not the one before it.
    expect(task.layout!.form).toMatchObject({ sheet: 'Số liệu', sheets: ['Ghi chú', 'Số liệu'] })
    expect(task.layout!.columns[1]).toMatchObject({
      name: 'WLDD',
      guess: { series: 'level.reservoir.1', known: true },
    })
    const laid = await server.call(layImport, {
      params: { id: task.id },
      body: { version: task.version, sheet: 'Ghi chú' },
    })
    expect(laid.body.data!.layout!.columns.map((c) => c.name)).toEqual(['a', 'b'])
    const old = await server.call(layImport, { params: { id: task.id }, body: { version: task.version } })
    expect([old.status, old.body.code]).toEqual([409, 'conflict'])
    await server.call(discardImport, { params: { id: task.id } })
  })

  test('is refused to the second of two people', async () => {
    const task = await uploaded(server, 'two people.csv', hours(3, START + 9 * 24 * HOUR))
    const mapping = guessed(task)
    const both = await Promise.all(
      [1, 2].map(() =>
        server.call(checkImport, {
          params: { id: task.id },
          body: { version: task.version, mapping: mapping as never },
        }),
      ),
    )
    expect(both.map((a) => a.status).sort()).toEqual([200, 409])
    const tried = await settled(server, task.id)
    const runs = await Promise.all(
      [1, 2].map(() => server.call(runImport, { params: { id: task.id }, body: { version: tried.version } })),
    )
    expect(runs.map((a) => a.status).sort()).toEqual([200, 409])
    expect((await settled(server, task.id)).readings).toBe(6)
    expect((await server.call(discardImport, { params: { id: task.id } })).body.code).toBe('import_at_work')
  })

  test('by the command is in the list and can be undone there', async () => {
    const files = folder()
    const file = files.write('command.csv', hours(4, START + 12 * 24 * HOUR))
    const mapping = mappingSchema.parse({
      plant: 'DAKDRINH',
      time: 'time_local',
      columns: [{ column: 'level_m', series: 'level.reservoir.1', unit: 'm' }],
    })
    const report = await importHistory(contextOf(server), { file, mapping })
    files.remove()
    const [first] = (await server.call(listImports)).body.data!.filter((i) => i.id === report.run)
    expect(first).toMatchObject({ file_name: 'command.csv', state: 'done', size: null, readings: 4 })
    const undone = await server.call(undoImport, { params: { id: report.run! } })
    expect(undone.body.data).toMatchObject({ state: 'undone', taken_back: 4 })
  })
})

describe('an invalid file', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const zip = async () =>
    Buffer.from(
      await writeXlsx({
        sheets: [
          {
            name: 'A',
            rows: [
              ['t', 'z'],
              [1, 2],
            ],
          },
        ],
      }),
    )

  test.each([
    ['empty', '', 400, 'empty_upload'],
    ['blank', ' \n\n', 400, 'empty_upload'],
    ['a picture', png, 415, 'not_a_table'],
    ['a PDF', '%PDF-1.7 ...', 415, 'not_a_table'],
    ['one column', 'level\n1\n2\n', 422, 'upload_one_column'],
    ['a header alone', 'time,level\n', 422, 'upload_no_rows'],
    ['a quote that never ends', `time,level\n"2026,1\n${'x,1\n'.repeat(20)}`, 422, 'quote_open'],
  ] as const)('%s', async (_, content, status, code) => {
    const name = '../../etc/số liệu.csv'
    const a = await send(server, name, content, { language: 'vi' })
    expect([a.status, a.body.code]).toEqual([status, code])
    expect(a.body).toMatchObject({
      message: text(code, 'vi', { name: 'số liệu.csv', line: 2 }),
    })
  })

  test('a workbook with macros, a truncated one, and one that inflates to gigabytes', async () => {
    const book = await zip()
    const macros = Buffer.concat([book, Buffer.from('xl/vbaProject.bin')])
    expect((await send(server, 'm.xlsm', macros)).body.code).toBe('workbook_macros')
    expect((await send(server, 'cut.xlsx', book.subarray(0, 400))).body.code).toBe('workbook_damaged')
    const { deflateRawSync } = await import('node:zlib')
    const zeros = deflateRawSync(Buffer.alloc(250_000_000))
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(zeros.length, 20)
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(1, 10)
    end.writeUInt32LE(30 + zeros.length, 16)
    const bomb = await send(server, 'bomb.xlsx', Buffer.concat([local, zeros, entry, end]))
    expect([bomb.status, bomb.body.code]).toEqual([413, 'workbook_unfolds'])
  })

  test('more than 50 MiB', async () => {
    const a = await send(server, 'big.csv', Buffer.alloc(50 * 1024 * 1024 + 1, 'x'))
    expect([a.status, a.body.code]).toEqual([413, 'too_large'])
    expect(a.body).toMatchObject({ message: 'The request body is too large (at most 50 MiB)' })
  })

  test('leaves nothing behind', async () => {
    const { db } = server.app.services
    expect(await db.query('SELECT 1 FROM file')).toEqual([])
    expect(await db.query("SELECT 1 FROM import_task WHERE state = 'uploaded'")).toEqual([])
  })

  test('permission to view settings is not enough to upload', async () => {
    expect((await send(server, 'x.csv', hours(2), { account: 'operator' })).status).toBe(403)
  })
})

test('an import that was not run is discarded after a day', async () => {
  const task = await uploaded(server, 'left.csv', hours(2))
  await server.app.imports.prune()
  expect((await server.call(getImport, { params: { id: task.id } })).status).toBe(200)
  server.clock.advance(25 * HOUR)
  await server.app.imports.prune()
  // The caller's session has expired meanwhile.
  const { db } = server.app.services
  expect(await db.query('SELECT 1 FROM import_task WHERE task_id = $1', [task.id])).toEqual([])
  expect(await db.query('SELECT 1 FROM file')).toEqual([])
})
