import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addAct } from '#contract/edits.ts'
import { fullPath } from '#contract/endpoint.ts'
import {
  getReport,
  MOST_PAGE_CELLS,
  MOST_REPORT_CELLS,
  reportBody,
  type ReportBody,
} from '#contract/report.ts'
import { reportRows } from '#core/report/index.ts'
import { concat } from '#core/series/index.ts'
import { DAY, HOUR } from '#core/time/units.ts'
import { demoDescription } from '#plant/index.ts'
import { openReport } from '#server/features/report/report.ts'
import { testServer, type TestServer } from '../server.ts'

/** Noon of 20 October 2025 in UTC; the plant is seven hours ahead. */
const NOW = Date.UTC(2025, 9, 20, 12)
const seed = demoDescription()
const HYDRO = seed.hydroCode
/** Registered as hourly; they send each second of a morning. */
const QUICK = ['rain.daumoi', 'level.bavan'] as const
const ALL: Omit<ReportBody, 'from' | 'to'> = {
  kind: 'raw',
  mode: 'detail',
  raw_beside: true,
  stations: seed.stations.map((s) => s.id),
  outlets: [...seed.gates, ...seed.units].map((o) => o.id),
  foot: false,
  limit: 5000,
}

let server: TestServer
/** Columns of a report of everything. */
let columns: number

const report = (body: ReportBody) => server.call(getReport, { body }, { account: 'admin', hydro: HYDRO })
const open = (body: ReportBody) => {
  const { app } = server
  const deps = { ...app.services, plants: app.plants, history: app.history, registry: app.readings.registry }
  const caller = { hydro: HYDRO, language: 'en', accountId: null, permissions: [] } as Parameters<
    typeof openReport
  >[2]
  return openReport(deps, reportBody.parse(body), caller)
}

/** Writes `n` readings, a second apart, from an instant on. */
const write = (series: readonly string[], start: number, n: number) => {
  const t = Float64Array.from({ length: n }, (_, i) => start + i * 1000)
  const one = () => ({ t, v: Float64Array.from(t, (_, i) => i % 10), q: new Uint8Array(n) })
  return server.app.history.writeDays(HYDRO, new Map(series.map((code) => [code, one()])), {
    source: 'import',
  })
}

beforeAll(async () => {
  server = await testServer({ now: NOW })
  const who = { actor: 'test', address: null, hydro: HYDRO }
  await server.app.plants.create(who, seed)
  for (const series of seed.series)
    await server.app.readings.registry.put(HYDRO, { ...series, step_s: 3600 }, who)
  columns = (await report({ ...ALL, from: '2025-06-01', to: '2025-06-03' })).body.data!.columns.length
  // One that is too much, alone; and two at the same instants, which would be if each instant were counted twice.
  await write(QUICK.slice(0, 1), Date.UTC(2025, 7, 10, 1), Math.ceil((1.1 * MOST_REPORT_CELLS) / columns))
  await write(QUICK, Date.UTC(2025, 8, 10, 1), Math.ceil((0.7 * MOST_REPORT_CELLS) / columns))
}, 240_000)
afterAll(() => server.close())

describe('a raw report is bounded by the rows that it has, not by the steps of its series', () => {
  test('too many are refused before its first byte, in each format', async () => {
    for (const format of ['json', 'csv'] as const) {
      const answer = await report({ ...ALL, from: '2025-08-09', to: '2025-08-12', format })
      expect([answer.status, answer.body.errors?.[0].code]).toEqual([422, 'report_too_large'])
      expect(answer.body.message).toMatch(/the most is 5,000,000/)
    }
  })

  test('readings of several objects at one instant are one row', async () => {
    const answer = await report({ ...ALL, from: '2025-09-09', to: '2025-09-12' })
    expect(answer.status, answer.body.message).toBe(200)
  })

  test('a workbook in detail has the rows of each object on its own sheet', async () => {
    const { columns: all, view } = await open({
      ...ALL,
      from: '2025-08-09',
      to: '2025-08-12',
      format: 'xlsx',
    })
    expect([all.length, view.hydro]).toEqual([columns, HYDRO])
  })

  test('its tables are small, also behind months without a reading', async () => {
    const opened = await open({
      ...ALL,
      from: '2025-06-01',
      to: '2025-09-30',
      stations: ['MUA_DAUMOI'],
      outlets: [],
    })
    let rows = 0
    for await (const table of opened.tables(opened.columns, null, null)) {
      expect(table.t.length * opened.columns.length).toBeLessThanOrEqual(100_000)
      rows += table.t.length
    }
    expect(rows).toBe(
      Math.ceil((1.1 * MOST_REPORT_CELLS) / columns) + Math.ceil((0.7 * MOST_REPORT_CELLS) / columns),
    )
  })
})

test('a page of many columns has fewer rows, and goes on', async () => {
  const body = { ...ALL, from: '2025-09-09', to: '2025-09-12' }
  const first = (await report(body)).body.data!
  expect(first.t.length * columns).toBeLessThanOrEqual(MOST_PAGE_CELLS)
  expect(first.t).toHaveLength(Math.floor(MOST_PAGE_CELLS / columns))
  const second = (await report({ ...body, after: first.next! })).body.data!
  expect(second.t[0] - first.t.at(-1)!).toBe(1000)
})

describe('values at the ends of rows', () => {
  test('take no more statements for 100 days than for 20', async () => {
    const { pool } = server.app.services.db
    const counted = async (body: Pick<ReportBody, 'from' | 'to' | 'kind'>) => {
      const opened = await open({ ...body, mode: 'detail', stations: ['MUA_DAUMOI', 'TV_BAVAN_H'] })
      const sent = vi.spyOn(pool, 'query')
      let rows = 0
      for await (const table of opened.tables(opened.columns, null, null)) rows += table.t.length
      const statements = sent.mock.calls.length
      sent.mockRestore()
      return { rows, statements }
    }
    // Bins that are not made yet are made by the first who reads them; the zone is remembered.
    await server.app.history.settleBins()
    await counted({ kind: 'monthly', from: '2024-01-01', to: '2025-10-01' })
    const few = await counted({ kind: 'daily', from: '2025-08-01', to: '2025-08-21' })
    const many = await counted({ kind: 'daily', from: '2025-06-23', to: '2025-10-01' })
    expect([few.rows, many.rows]).toEqual([20, 100])
    expect(many.statements).toBeLessThanOrEqual(few.statements)
    const months = await counted({ kind: 'monthly', from: '2024-01-01', to: '2025-10-01' })
    expect(months.rows).toBe(21)
    expect(months.statements).toBeLessThanOrEqual(few.statements)
  })

  test('in windows are those of reading each by itself, edits and flags included', async () => {
    const { history } = server.app
    const edited = Date.UTC(2025, 8, 10, 2)
    const edit = {
      act: { kind: 'offset', series: QUICK[1], from: edited, to: edited + HOUR / 2, b: 0.5 },
      reason: 'levelled',
    } as const
    const added = await server.call(addAct, { body: edit }, { account: 'admin', hydro: HYDRO })
    expect(added.status, added.body.message).toBeLessThan(300)
    // In packed days, without a reading, with an edit at its end, behind it, and of today.
    const batch = { hydroCode: HYDRO, series: [QUICK[1]], t: [NOW - HOUR / 4], v: [7], q: [0] }
    await history.write(batch, { source: 'ingest' })
    const windows = [
      Date.UTC(2025, 7, 10, 2),
      Date.UTC(2025, 7, 20),
      edited - HOUR / 2,
      edited + HOUR / 2 + 1,
      NOW - HOUR / 2,
    ].map((from) => ({ from, to: from + HOUR / 2 }))
    const together = await history.readShownIn(HYDRO, QUICK, windows)
    for (const code of QUICK) {
      const alone = []
      for (const { from, to } of windows)
        alone.push((await history.readShown(HYDRO, [code], from, to)).get(code)!)
      expect(together.get(code)).toEqual(concat(alone))
    }
    expect(together.get(QUICK[1])!.v).toContain(0.5)
  })
})

test('nothing more is read for a caller who has gone', async () => {
  const { app } = server
  const body = {
    ...ALL,
    from: '2025-08-10 07:30',
    to: '2025-09-30',
    stations: ['MUA_DAUMOI'],
    outlets: [],
    foot: true,
  }
  const token = await server.signIn('admin')
  const url = await app.web.listen({ host: '127.0.0.1', port: 0 })
  const read = vi.spyOn(app.history, 'readShown')
  expect((await report(body)).status).toBe(200)
  const whole = read.mock.calls.length
  expect(whole).toBeGreaterThan(1)
  const closed = new Promise<void>((done) =>
    app.web.server.once('connection', (socket) => socket.once('close', () => done())),
  )
  const caller = new AbortController()
  read.mockRestore()
  const readShown = app.history.readShown
  let reads = 0
  const again = vi.spyOn(app.history, 'readShown').mockImplementation(async (...a) => {
    if (++reads === 1) {
      caller.abort()
      await closed
    }
    return readShown(...a)
  })
  const headers = { authorization: `Bearer ${token}`, hydro: HYDRO, 'content-type': 'application/json' }
  const call = fetch(`${url}${fullPath(getReport)}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal: caller.signal,
  })
  await expect(call).rejects.toThrow()
  // While another report is read, the first one would have gone on.
  expect((await report(body)).status).toBe(200)
  again.mockRestore()
  expect(reads).toBe(whole + 1)
})

test('a report far into the future makes the rows until now only', () => {
  const made = Array.prototype.push
  let pushed = 0
  Array.prototype.push = function (...items: unknown[]) {
    pushed += items.length
    return made.apply(this, items)
  }
  try {
    const rows = reportRows(
      { kind: 'hourly', from: NOW - DAY, to: Date.UTC(2199, 0, 1) },
      'Asia/Ho_Chi_Minh',
      { day: 0, rain: 0 },
      NOW + 1,
    )
    expect(rows).toHaveLength(25)
    expect(rows.at(-1)!.t).toBe(NOW + HOUR)
  } finally {
    Array.prototype.push = made
  }
  expect(pushed).toBeLessThan(1000)
})

test('as known then: the whole years that a yearly report reads are counted, not its own days', async () => {
  server.clock.set(NOW + 60_000)
  const answer = await report({
    kind: 'yearly',
    from: '2024-06-01',
    to: '2025-07-01',
    rain_stations: ['MUA_DAUMOI'],
    known_at: NOW,
  })
  expect([answer.status, answer.body.errors?.[0].code]).toEqual([400, 'known_too_long'])
})
