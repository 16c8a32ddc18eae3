import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fullPath, type Endpoint } from '#contract/endpoint.ts'
import { listAudit } from '#contract/audit.ts'
import { addAct } from '#contract/edits.ts'
import { savePlan } from '#contract/output-plan.ts'
import { changeOperator } from '#contract/shift-log.ts'
import {
  listFigures,
  listSheets,
  makeSheet,
  readSheet,
  removeSheet,
  restoreSheet,
  saveSheet,
  type ComposedBody,
  type MadeSheetAnswer,
} from '#contract/sheets.ts'
import { readXlsx, type ReadSheet } from '../xlsx.ts'
import { DAY, HOUR, HYDRO, MINUTE, RAIN, at, fixture, type Fixture } from './plant.ts'

let f: Fixture
beforeAll(async () => {
  f = await fixture({ EDITION: 'LITE' })
  const { db } = f.server.app.services
  await db.query(
    `UPDATE description SET body = body || '{"phone": "0255 123 456", "meanAnnualFlow": 31.4, "company": "Công ty Sông Ấn",
       "floods": [{"frequency": 0.2, "flow": 4120}, {"frequency": 1, "flow": 2950}]}'
      WHERE hydro_code = $1 AND noun = 'plant'`,
    [HYDRO],
  )
  f.server.app.plants.changed(HYDRO, at('2025-10-01 00:00'), null)
}, 240_000)
afterAll(() => f.server.close())

const DAY_OF = '2025-10-15'
const made = (sheet_id: string, date: string, more = {}): Promise<MadeSheetAnswer> =>
  f.ask(makeSheet, { body: { sheet_id, date, ...more } })

async function workbook(sheet_id: string, date: string, language: 'vi' | 'en' = 'vi', more: object = {}) {
  const token = await f.server.signIn('admin')
  const response = await f.server.app.web.inject({
    method: 'POST',
    url: fullPath(makeSheet),
    headers: {
      authorization: `Bearer ${token}`,
      'accept-language': language,
      'content-type': 'application/json',
    },
    payload: JSON.stringify({ sheet_id, date, format: 'xlsx', ...more }),
  })
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
  return { book: readXlsx(response.rawPayload), name: String(response.headers['content-disposition']) }
}

async function refused<E extends Endpoint>(endpoint: E, input: unknown, language: 'vi' | 'en' = 'en') {
  const answer = await f.server.call(endpoint, input as never, { account: 'admin', language })
  return {
    status: answer.status,
    code: answer.body.code,
    fields: (answer.body.errors ?? []).map((e) => [e.path, e.code]),
  }
}

/** The values of a column over the hours of a day, by what the test knows. */
const hours = (day: string) => Array.from({ length: 24 }, (_, h) => at(`${day} 00:00`) + (h + 1) * HOUR)
const mean = (list: number[]) => list.reduce((a, b) => a + b, 0) / list.length
const inHour = (series: string, end: number) =>
  [...f.known.get(series)!].filter(([t]) => t >= end - HOUR && t < end).map(([, v]) => v)

describe('the daily observation sheet', () => {
  test('has the national heading, the characteristics of the plant and each hour as the readings say', async () => {
    const sheet = await made('daily-observation', DAY_OF, { language: 'vi' })
    expect(sheet.right).toEqual(['CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM', 'Độc lập - Tự do - Hạnh phúc'])
    expect(sheet.left).toEqual(['Công ty Sông Ấn', 'Thủy điện Sông An Vân', 'Điện thoại: 0255 123 456'])
    expect(sheet.subtitle).toBe('Ngày 15/10/2025')
    expect(sheet.facts).toHaveLength(10)
    expect(sheet.facts.slice(0, 9).map((one) => one.value.v)).toEqual([
      72,
      412,
      385,
      417.5,
      expect.closeTo(203.94, 2),
      413.6,
      31.4,
      4120,
      2950,
    ])
    expect(sheet.rows).toHaveLength(24)
    const ends = hours(DAY_OF)
    sheet.rows.forEach((row, k) => {
      expect(row[0].v).toBe(`${String(k + 1).padStart(2, '0')}:00`)
      expect(row[1].v).toBeCloseTo(f.known.get('general.lake_level')!.get(ends[k])!, 9)
      expect(row[3].v).toBeCloseTo(mean(inHour('general.total_discharge_lake', ends[k])), 9)
      expect(row[7].v).toBeCloseTo(mean(inHour('general.total_discharge_out', ends[k])), 9)
    })
    const highest = sheet.foot.find((one) => one.kind === 'max')!.cells[1]!
    expect(highest.v).toBeCloseTo(Math.max(...ends.map((t) => f.known.get('general.lake_level')!.get(t)!)), 9)
  })

  test('names who recorded and who led the shift at each hour', async () => {
    const { app } = f.server
    const { rows } = await app.services.db.pool.query(
      "SELECT account_id FROM account WHERE username = 'operator'",
    )
    await f.ask(changeOperator, {
      body: {
        operator_id: rows[0].account_id,
        at: '2025-10-15 06:00',
        shift: 'Ca 1',
        crew: 'Lê Văn Ghi, Trần Thị B',
        seen: null,
      },
    })
    const { rows: shown } = await made('daily-observation', DAY_OF)
    expect(shown[5].slice(-2).map((cell) => cell.v)).toEqual([null, null])
    expect(shown[6].at(-2)!.v).toBe('Lê Văn Ghi')
    expect(shown[6].at(-1)!.v).toBeTruthy()
    expect(shown[23].at(-1)!.v).toBe(shown[6].at(-1)!.v)
  })

  test('hours that are not over are empty, and what is missing is hatched in the workbook, never 0', async () => {
    const today = await made('daily-observation', '2025-10-16')
    expect(today.rows[12][1].v).not.toBeNull()
    expect(today.rows[13].slice(1).every((cell) => cell.v === null && cell.q === null)).toBe(true)
    const { body } = await f.ask(readSheet, { params: { id: 'daily-observation' } })
    const copy = await f.ask(saveSheet, {
      body: {
        body: {
          ...body!,
          name: { vi: 'Mưa', en: 'Rain' },
          columns: [
            body!.columns[0],
            { over: none, head: { vi: 'Mưa', en: 'Rain' }, figure: 'hour.station.mua_daumoi' },
          ],
        },
      },
    })
    const rain = await made(copy.sheet_id, '2025-09-03')
    expect(rain.rows.slice(0, 14).map((row) => [row[1].v, row[1].q])).toEqual(
      Array.from({ length: 14 }, () => [null, 7]),
    )
    const of = (end: number) =>
      [...f.known.get(RAIN)!].filter(([t]) => t > end - HOUR && t <= end).reduce((s, [, v]) => s + v, 0)
    hours('2025-09-03').forEach((end, k) => {
      if (k >= 14) expect(rain.rows[k][1].v).toBeCloseTo(of(end), 9)
    })
    const { book } = await workbook(copy.sheet_id, '2025-09-03')
    const [page] = book.sheets
    const first = rowOf(page, '01:00')
    for (let k = 0; k < 14; k++) {
      const cell = page.cells.get(`B${first + k}`)!
      expect([cell.value ?? null, cell.hatched], `hour ${k}`).toEqual([null, true])
    }
    expect(page.cells.get(`B${first + 20}`)!.hatched).toBe(false)
    await f.ask(removeSheet, { body: { sheet_id: copy.sheet_id, version: 1 } })
  })

  test('the workbook has what the screen has, on one page of A4, in both languages', async () => {
    for (const language of ['vi', 'en'] as const) {
      const screen = await made('daily-observation', DAY_OF, { language })
      const { book, name } = await workbook('daily-observation', DAY_OF, language)
      expect(name).toContain(`SONGANVAN-${language === 'vi' ? 'Bieu_quan_trac' : 'Daily_observation'}`)
      const [page] = book.sheets
      const first = rowOf(page, '01:00')
      screen.rows.forEach((row, k) =>
        row.forEach((cell, c) => {
          const found = page.cells.get(`${'ABCDEFGHIJK'[c]}${first + k}`)?.value ?? null
          if (typeof cell.v === 'number') expect(found).toBeCloseTo(cell.v, 5)
          else expect(found || null).toBe(cell.v)
        }),
      )
      const xml = book.parts.get(page.path)!.toString('utf8')
      expect(xml).toContain('paperSize="9" orientation="portrait" fitToWidth="1" fitToHeight="1"')
      for (const words of [screen.title, ...screen.right]) expect(xml).toContain(words)
    }
  })
})

const none = { vi: '', en: '' }

/** The row of a sheet whose first cell has this text. */
function rowOf(page: ReadSheet, words: string): number {
  for (const [place, cell] of page.cells)
    if (place.startsWith('A') && cell.value === words) return Number(place.slice(1))
  throw new Error(`no row ${words}`)
}

test('the monthly report begins and ends with the levels of its ends, and its volumes close', async () => {
  const sheet = await made('monthly-operation', '2025-09', { language: 'en' })
  const of = (label: string) => sheet.summary.find((one) => one.label === label)!.value.v
  const level = f.known.get('general.lake_level')!
  const [start, end] = [at('2025-09-01 00:00'), at('2025-10-01 00:00')]
  expect(of('Lake level at the start')).toBeCloseTo(level.get(start)!, 9)
  expect(of('Lake level at the end')).toBeCloseTo(level.get(end)!, 9)
  const inside = [...level].filter(([t]) => t >= start && t < end)
  const highest = inside.reduce((a, b) => (b[1] > a[1] ? b : a))
  expect(of('Highest lake level')).toBeCloseTo(highest[1], 9)
  expect(of('Time of the highest level')).toBe(highest[0])
  expect(sheet.rows).toHaveLength(30)
  expect(sheet.rows.map((row) => row[0].v)).toEqual(Array.from({ length: 30 }, (_, i) => start + i * DAY))
  const energy = [...f.known.get('energy.plant')!].filter(([t]) => t > start && t <= end)
  expect(of('Energy generated')).toBeCloseTo(
    energy.reduce((sum, [, v]) => sum + v, 0),
    3,
  )
  expect(sheet.events!.length).toBeGreaterThan(0)
  expect(sheet.events!.every(({ t }) => t >= start && t < end)).toBe(true)
})

test('energy of a month is beside its plan; where nothing is planned there is none', async () => {
  const planned = async (date: string) => {
    const sheet = await made('monthly-operation', date, { language: 'en' })
    return sheet.summary.find((one) => one.label === 'Energy by the plan')!.value.v
  }
  expect(await planned('2025-09')).toBeNull()
  const token = await f.server.signIn('admin')
  const saved = await f.server.raw({
    method: 'POST',
    url: `${fullPath(savePlan)}?name=plan.csv&base=0`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from('Month,Energy (MWh)\n2025-09,1234.5\n2025-10,1300\n'),
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(201)
  expect(await planned('2025-09')).toBe(1_234_500)
  expect(await planned('2025-08')).toBeNull()
})

test('the yearly report has a row for each month; those that have not begun are empty', async () => {
  const sheet = await made('yearly-operation', '2025', { language: 'vi' })
  expect(sheet.rows.map((row) => row[0].v)).toEqual(Array.from({ length: 12 }, (_, i) => `Tháng ${i + 1}`))
  expect(sheet.rows[8][1].v).toBeCloseTo(f.known.get('general.lake_level')!.get(at('2025-10-01 00:00'))!, 9)
  expect(sheet.rows[11].slice(1).every((cell) => cell.v === null && cell.q === null)).toBe(true)
})

describe('a ready sheet', () => {
  test('is changed, audited, restored; two who save at once: the second is told', async () => {
    const id = 'daily-operation'
    const { body, version } = await f.ask(readSheet, { params: { id } })
    expect(version).toBe(0)
    const next: ComposedBody = { ...body!, title: { vi: 'VẬN HÀNH', en: 'RUNNING' } }
    const saved = await f.ask(saveSheet, {
      body: { sheet_id: id, version: 0, body: next, reason: 'shorter' },
    })
    expect(saved).toMatchObject({ version: 1, ready: true })
    expect((await made(id, DAY_OF, { language: 'vi' })).title).toBe('VẬN HÀNH')
    expect(await refused(saveSheet, { body: { sheet_id: id, version: 0, body: next } })).toMatchObject({
      status: 409,
      code: 'conflict',
    })
    const audit = await f.ask(listAudit, { query: {} })
    expect(audit.records[0]).toMatchObject({
      act: 'update',
      noun: 'report sheet',
      item: id,
      reason: 'shorter',
    })
    await f.ask(restoreSheet, { body: { sheet_id: id, version: 1, of: 0 } })
    expect((await made(id, DAY_OF, { language: 'vi' })).title).toBe('BÁO CÁO VẬN HÀNH HỒ CHỨA TRONG NGÀY')
    const { versions } = await f.ask(readSheet, { params: { id } })
    expect(versions.map((v) => [v.version, v.reason])).toEqual([
      [2, null],
      [1, 'shorter'],
    ])
    expect(await refused(removeSheet, { body: { sheet_id: id, version: 2 } })).toMatchObject({
      status: 422,
      code: 'sheet_ready_stays',
    })
  })

  test('names each figure that is not there or in the wrong place, at its field', async () => {
    const { body } = await f.ask(readSheet, { params: { id: 'daily-operation' } })
    const wrong = {
      ...body!,
      title: { vi: 'Hồ {plant.nam}', en: 'x' },
      facts: [{ label: none, figure: 'hour.lake_level' }],
      columns: [
        { over: none, head: none, figure: 'plant.name' },
        { over: none, head: none, figure: 'hour.nothing' },
      ],
    }
    expect(await refused(saveSheet, { body: { body: wrong } })).toEqual({
      status: 400,
      code: 'invalid_body',
      fields: [
        ['body.facts.0.figure', 'sheet_figure_many'],
        ['body.columns.0.figure', 'sheet_figure_one'],
        ['body.columns.1.figure', 'sheet_no_figure'],
        ['body.title', 'sheet_no_figure'],
      ],
    })
  })

  test('of another length, of the future, of nobody', async () => {
    const make = (body: object) => refused(makeSheet, { body })
    expect(await make({ sheet_id: 'daily-observation', date: '2025-10' })).toMatchObject({
      status: 400,
      fields: [['date', 'sheet_period']],
    })
    expect(await make({ sheet_id: 'daily-observation', date: '2025-02-31' })).toMatchObject({
      status: 400,
      fields: [['date', 'sheet_period']],
    })
    expect(await make({ sheet_id: 'daily-observation', date: '2025-10-17' })).toMatchObject({
      fields: [['date', 'sheet_not_begun']],
    })
    expect(await make({ sheet_id: 'nothing', date: DAY_OF })).toMatchObject({ status: 404 })
  })
})

test('the list of figures says what each means, with an example', async () => {
  for (const period of ['day', 'month', 'year'] as const) {
    const figures = await f.ask(listFigures, { query: { period } })
    expect(new Set(figures.map((one) => one.name)).size).toBe(figures.length)
    // Each has words of its own, rather than its name.
    expect(figures.filter((one) => one.meaning === one.name || one.meaning === '')).toEqual([])
    expect(figures.every((one) => /^[a-z][a-z0-9._]*$/.test(one.name))).toBe(true)
  }
  const day = await f.ask(listFigures, { query: { period: 'day' } })
  expect(day.find((one) => one.name === 'hour.lake_level')).toMatchObject({ unit: 'm', cells: 24 })
  expect((await f.ask(listSheets)).map((one) => one.sheet_id)).toEqual([
    'daily-observation',
    'daily-operation',
    'monthly-operation',
    'yearly-operation',
  ])
})

test('the server makes the same file for a schedule', async () => {
  const { app } = f.server
  const file = await app.makeSheet(
    { hydro: HYDRO, language: 'vi', permissions: ['report'], by: 'test' },
    { sheet: 'daily-observation', date: DAY_OF },
  )
  const chunks: Buffer[] = []
  for await (const chunk of file.content) chunks.push(chunk as Buffer)
  const [page] = readXlsx(Buffer.concat(chunks)).sheets
  expect(page.cells.get(`B${rowOf(page, '24:00')}`)!.value).toBeCloseTo(
    f.known.get('general.lake_level')!.get(at('2025-10-16 00:00'))!,
    5,
  )
  expect(file.name).toBe('SONGANVAN-Bieu_quan_trac_ngay-2025-10-15.xlsx')
})

test('as it was known: an edit made since is not in it', async () => {
  const { app, clock } = f.server
  const before = clock.now()
  const sheet = await made('daily-observation', DAY_OF)
  clock.set(before + 5 * MINUTE)
  const edit = { from: at('2025-10-15 11:30'), to: at('2025-10-15 12:30') }
  await f.ask(addAct, {
    body: { act: { kind: 'offset', series: 'level.reservoir.1', ...edit, b: 0.5 }, reason: 'levelled' },
  })
  await app.calculation.settle(HYDRO)
  await app.history.settleBins()
  const now = await made('daily-observation', DAY_OF)
  expect(now.rows[11][1].v).not.toBe(sheet.rows[11][1].v)
  const then = await made('daily-observation', DAY_OF, { known_at: before })
  expect(then.rows.map((row) => row.map((cell) => cell.v))).toEqual(
    sheet.rows.map((row) => row.map((cell) => cell.v)),
  )
  expect(then.known_at).toBe(before)
  const file = (known: object) => workbook('daily-observation', DAY_OF, 'vi', known)
  const words = async (known: object) => {
    const [page] = (await file(known)).book.sheets
    return [...page.cells.values()].map((cell) => String(cell.value)).join('|')
  }
  expect(await words({ known_at: before })).toContain('Số liệu như đã biết lúc 13:00 16/10/2025')
  expect(await words({})).not.toContain('như đã biết')
})
