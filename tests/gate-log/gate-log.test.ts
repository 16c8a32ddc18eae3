import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getOutlets } from '#contract/dashboard.ts'
import type { Input } from '#contract/endpoint.ts'
import {
  addGateLog,
  completeGateLog,
  correctGateLog,
  exportGateLog,
  getGateLogHistory,
  getGatePositions,
  listGateLog,
  withdrawGateLog,
} from '#contract/gate-log.ts'
import { postReadings, putSeries } from '#contract/readings.ts'
import { ESTIMATED, GOOD } from '#core/quality/index.ts'
import { equal, slice, type Series } from '#core/series/index.ts'
import { PASSWORD, type TestServer } from '../server.ts'
import { HOUR, HYDRO, MINUTE, NOW, ORIFICE, plant, type Logged } from './plant.ts'

let server: TestServer
let send: Logged['send']
beforeAll(async () => {
  ;({ server, send } = await plant())
})
afterAll(() => server.close())

let as: { account?: string; token?: string; language: 'en' } = { account: 'operator', language: 'en' }
/** Lets more time pass than a session lasts: the operator signs in again. */
async function later(ms: number): Promise<void> {
  server.clock.advance(ms)
  const answer = await server.raw({
    method: 'POST',
    url: '/api/renew/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ username: 'operator', password: PASSWORD }),
  })
  as = { token: (answer.body.data as { token: { access: string } }).token.access, language: 'en' }
}
const at = (t: number) => new Date(t + 7 * HOUR).toISOString().slice(0, 16).replace('T', ' ')
type Body = NonNullable<Input<typeof addGateLog>['body']>
const add = (t: number, moves: Body['moves'], more: Partial<Body> = {}, actor?: object) =>
  server.call(addGateLog, { body: { at: at(t), moves, ...more } }, actor ?? as)
const leaf = (object_id: string, to: number, from?: number) => ({
  kind: 'leaf' as const,
  object_id,
  to,
  from,
})
const settled = async () => {
  await server.app.calculation.settle(HYDRO)
  const codes = ['general.total_discharge_out', 'general.total_discharge_lake', 'leaf.a.q', 'outlet.spill.q']
  return server.app.history.read(HYDRO, codes, NOW - 30 * HOUR, NOW)
}
const valueAt = (s: Series, t: number) => {
  const i = s.t.indexOf(t)
  return { v: s.v[i], q: s.q[i] }
}

describe('a plant without opening sensors', () => {
  let first: { entry_id: string | null; version: number }

  test('from entries to a discharge: totals follow the formula, and the inflow the movement from its minute', async () => {
    const shut = await add(NOW - 24 * HOUR, [leaf('a', 0), leaf('b', 0)], { order_no: '01' })
    expect(shut.status, JSON.stringify(shut.body)).toBe(201)
    const open = await add(NOW - 3 * HOUR + 2 * MINUTE, [leaf('a', 0.5, 0), leaf('b', 0.5, 0)], {
      order_no: '125/LĐ-VH',
      performed_by: 'Nguyễn Văn An',
      reason: 'Xả theo lệnh điều độ',
    })
    expect(open.status, JSON.stringify(open.body)).toBe(201)
    first = open.body.data!.entries[0]
    expect(open.body.data!.entries.map((e) => [e.object_name, e.from, e.to, e.unit, e.source])).toEqual([
      ['Tràn xả mặt · Cửa số 1', 0, 0.5, 'm', 'hand'],
      ['Tràn xả mặt · Cửa số 2', 0, 0.5, 'm', 'hand'],
    ])
    const out = await settled()
    const t = NOW - 3 * HOUR + 5 * MINUTE
    expect(valueAt(out.get('outlet.spill.q')!, t - 5 * MINUTE)).toEqual({ v: 0, q: GOOD })
    expect(valueAt(out.get('outlet.spill.q')!, t).v).toBeCloseTo(ORIFICE, 9)
    expect(valueAt(out.get('general.total_discharge_out')!, NOW)).toEqual({
      v: expect.closeTo(ORIFICE, 9) as number,
      q: GOOD,
    })
    // Three of the five minutes.
    expect(valueAt(out.get('general.total_discharge_lake')!, t).v).toBeCloseTo((ORIFICE * 3) / 5, 6)
  })

  test('a back-dated entry changes its window and nothing else; withdrawn, every digit is as before', async () => {
    const before = await settled()
    const [from, to] = [NOW - 20 * HOUR, NOW - 3 * HOUR + 2 * MINUTE]
    const added = await add(from, [leaf('a', 1)], { reason: 'Ghi bổ sung' })
    expect(added.status, JSON.stringify(added.body)).toBe(201)
    expect(added.body.data!.entries[0]).toMatchObject({ from: 0, to: 1, late: 20 * HOUR })
    const during = await settled()
    for (const [code, s] of during) {
      const was = before.get(code)!
      expect(equal(slice(s, -Infinity, from), slice(was, -Infinity, from)), code).toBe(true)
      expect(equal(slice(s, to + 5 * MINUTE, Infinity), slice(was, to + 5 * MINUTE, Infinity)), code).toBe(
        true,
      )
    }
    for (const t of [from, from + 5 * MINUTE, to - 2 * MINUTE]) {
      expect(valueAt(during.get('leaf.a.q')!, t).v).toBeCloseTo(ORIFICE, 9)
      expect(valueAt(during.get('general.total_discharge_out')!, t).v).toBeCloseTo(ORIFICE, 9)
    }
    expect(valueAt(during.get('general.total_discharge_lake')!, from + 5 * MINUTE).v).toBeCloseTo(ORIFICE, 6)
    const { entry_id, version } = added.body.data!.entries[0]
    const gone = await server.call(
      withdrawGateLog,
      { body: { entry_id: entry_id!, version, why: 'Nhầm cửa' } },
      as,
    )
    expect(gone.status, JSON.stringify(gone.body)).toBe(200)
    const after = await settled()
    for (const [code, s] of after) expect(equal(s, before.get(code)!), code).toBe(true)
  })

  test('a correction moves it; its former version stays in the history, and an edit of that version gets a conflict', async () => {
    const t = NOW - 3 * HOUR + 7 * MINUTE
    const words = { order_no: '126', performed_by: 'Trần B', reason: null, why: 'Sai giờ và độ mở' }
    const body = { entry_id: first.entry_id!, version: 1, at: at(t), to: 0.6, ...words }
    const corrected = await server.call(correctGateLog, { body }, as)
    expect(corrected.status, JSON.stringify(corrected.body)).toBe(200)
    expect(corrected.body.data).toMatchObject({ version: 2, from: 0, to: 0.6, order_no: '126' })
    const out = await settled()
    expect(valueAt(out.get('leaf.a.q')!, t - 2 * MINUTE).v).toBe(0)
    expect(valueAt(out.get('leaf.a.q')!, t + 3 * MINUTE).v).toBeCloseTo(0.6 * ORIFICE, 9)
    const late = await server.call(correctGateLog, { body: { ...body, to: 0.7 } }, as)
    expect([late.status, late.body.code]).toEqual([409, 'conflict'])
    const history = await server.call(getGateLogHistory, { params: { id: first.entry_id! } }, as)
    expect(history.body.data!.map((v) => [v.version, v.to, v.superseded_reason])).toEqual([
      [2, 0.6, null],
      [1, 0.5, 'Sai giờ và độ mở'],
    ])
    expect(history.body.data![1].superseded_by_name).toBe('operator')
    const audit = await server.app.services.db.query<{ act: string; before: unknown; after: unknown }>(
      `SELECT act, before, after FROM audit WHERE noun = 'gate log' AND item = $1 ORDER BY at, audit_id`,
      [first.entry_id],
    )
    expect(audit.map((a) => a.act)).toEqual(['add', 'correct'])
    expect(audit[1]).toMatchObject({ before: { to: 0.5, unit: 'm' }, after: { to: 0.6, order_no: '126' } })
  })
})

describe('refusals', () => {
  const errorsOf = async (t: number, moves: Body['moves'], more: Partial<Body> = {}) => {
    const a = await add(t, moves, more)
    return [a.status, ...(a.body.errors ?? []).map((e) => `${e.path} ${e.code}`)]
  }

  test('an invalid field, by its name, and nothing of the others is stored', async () => {
    const count = async () =>
      (await server.app.services.db.query<{ n: number }>('SELECT count(*)::int AS n FROM gate_log'))[0].n
    const before = await count()
    expect(await errorsOf(NOW + MINUTE, [leaf('a', 1)])).toEqual([400, 'at not_yet'])
    expect(await errorsOf(NOW, [leaf('a', 1), leaf('b', 6.5)])).toEqual([400, 'moves.1.to log_above_most'])
    expect(await errorsOf(NOW, [leaf('a', 1), leaf('a', 2)])).toEqual([400, 'moves.1.object_id log_twice'])
    expect(await errorsOf(NOW, [leaf('nothing', 1), leaf('free', 1)])).toEqual([
      400,
      'moves.0.object_id not_found',
      'moves.1.object_id not_found',
    ])
    expect(await errorsOf(NOW, [{ kind: 'unit', object_id: 'u', to: 20.5 }])).toEqual([
      400,
      'moves.0.to log_above_most',
    ])
    expect(await errorsOf(NOW, [leaf('a', -1)])).toEqual([400, 'moves.0.to too_low'])
    expect(await errorsOf(NOW, [])).toEqual([400, 'moves too_few'])
    expect((await add(NOW, [leaf('a', 1)], { at: '2026-02-30 10:00' })).body.errors![0].path).toBe('at')
    expect(await count()).toBe(before)
  })

  test('a gate that did not exist yet', async () => {
    const { services, plants } = server.app
    const body = { ...(await plants.describe(HYDRO)).gates[0].body, name: 'Tràn mới' }
    body.leaves = [{ id: 'new', name: 'Tràn mới' }]
    const from = NOW - 2 * HOUR
    await services.db.tx((c) =>
      plants.change(
        c,
        { actor: 'test', address: null, hydro: HYDRO },
        { hydroCode: HYDRO, noun: 'gate', itemId: 'new', body, from, to: null, reason: null },
      ),
    )
    plants.changed(HYDRO, from, null)
    expect(await errorsOf(NOW - 3 * HOUR, [leaf('new', 1)])).toEqual([400, 'moves.0.object_id log_not_there'])
    expect((await add(NOW - HOUR, [leaf('new', 1)])).status).toBe(201)
  })

  test('another opening than in force, and an entry at the same time; stored if confirmed', async () => {
    const t = NOW - 90 * MINUTE
    expect(await errorsOf(t, [leaf('b', 2, 1)])).toEqual([409, 'moves.0.from log_from_differs'])
    const refused = await add(t, [leaf('b', 2, 1)])
    expect(refused.body.message).toBe('Tràn xả mặt · Cửa số 2 was at 0.5 m at that time, not at 1 m')
    expect((await add(t, [leaf('b', 2, 1)], { as_written: true })).status).toBe(201)
    expect(await errorsOf(t, [leaf('b', 3)])).toEqual([409, 'moves.0.object_id log_same_time'])
  })

  test('one of two simultaneous entries is refused, and written again from the present state', async () => {
    const t = NOW - 30 * MINUTE
    const both = await Promise.all([
      add(t, [leaf('b', 3, 2)], {}, { account: 'operator', language: 'en' }),
      add(t, [leaf('b', 4, 2)], {}, { account: 'manager', language: 'en' }),
    ])
    expect(both.map((a) => a.status).sort((a, b) => a - b)).toEqual([201, 409])
    const kept = both[0].status === 201 ? 3 : 4
    expect(await errorsOf(t + MINUTE, [leaf('b', 5, 2)])).toEqual([409, 'moves.0.from log_from_differs'])
    expect(await errorsOf(t + MINUTE, [leaf('b', 5, kept)])).toEqual([201])
  })

  test('anybody but the log writing its series', async () => {
    const token = await server.ingestToken(HYDRO)
    const sent = await server.call(
      postReadings,
      { body: { readings: [{ series: 'log.a', t: NOW - HOUR, v: 5 }] } } as never,
      { token, language: 'en' },
    )
    expect(JSON.stringify(sent.body)).toContain('log_series')
    const made = await server.call(
      putSeries,
      { params: { code: 'log.z' }, body: { name: 'x', unit: 'm', kind: 'step' } },
      { token, language: 'en' },
    )
    expect([made.status, made.body.code]).toEqual([409, 'log_series'])
    await server.app.calculation.recompute(HYDRO, NOW - 25 * HOUR, NOW, 'test')
    const kept = await server.app.history.read(HYDRO, ['log.a'], NOW - 25 * HOUR, NOW)
    expect(kept.get('log.a')!.t.length).toBe(2)
  })
})

describe('beside sensors', () => {
  test('movements that a sensor saw are in the list; a logged one is confirmed; one can be completed', async () => {
    const [written, seen] = [NOW - 10 * HOUR, NOW - 8 * HOUR]
    const readings = []
    for (let t = written + 5 * MINUTE; t < seen; t += 5 * MINUTE)
      readings.push({ series: 'c.opening', t, v: 1 })
    await send(readings)
    expect((await add(written, [leaf('c', 1, 0)], { order_no: '77' })).status).toBe(201)
    const list = async (query: object = {}) =>
      (
        await server.call(
          listGateLog,
          { query: { from: at(NOW - 12 * HOUR), to: at(NOW), object_id: 'c', ...query } as never },
          as,
        )
      ).body.data!
    const found = await list()
    expect(found.entries.map((e) => [e.t, e.source, e.from, e.to, e.order_no, e.seen_at])).toEqual([
      [seen, 'sensor', 1, 0, null, seen],
      [written, 'hand', 0, 1, '77', written + 5 * MINUTE],
    ])
    const body = { kind: 'leaf' as const, object_id: 'c', t: seen, order_no: '78', performed_by: 'Ca A' }
    const done = await server.call(completeGateLog, { body }, as)
    expect(done.status, JSON.stringify(done.body)).toBe(201)
    const again = (await list({ source: 'sensor' })).entries
    expect(again.map((e) => [e.t, e.from, e.to, e.order_no, e.performed_by])).toEqual([
      [seen, 1, 0, '78', 'Ca A'],
    ])
    const twice = await server.call(completeGateLog, { body }, as)
    expect([twice.status, twice.body.code]).toEqual([409, 'log_same_time'])
    const nothing = await server.call(completeGateLog, { body: { ...body, t: seen + MINUTE } }, as)
    expect([nothing.status, nothing.body.code]).toEqual([409, 'log_no_move'])
    expect((await list({ search: 'ca a' })).total).toBe(1)
    // A movement seen by a sensor is computed from the sensor, and is not in the log's series.
    const stored = await server.app.history.read(HYDRO, ['log.c'], NOW - 12 * HOUR, NOW)
    expect([...stored.get('log.c')!.t]).toEqual([written])
  })

  test('a sensor that became silent: entries since then count, as an estimate', async () => {
    await later(2 * HOUR)
    const now = NOW + 2 * HOUR
    const readings = []
    for (let t = NOW; t <= now; t += 5 * MINUTE)
      readings.push({ series: 'z', t, v: 612 }, { series: 'u.power', t, v: 0 })
    await send(readings)
    expect((await add(NOW + HOUR, [leaf('c', 2)], { order_no: '80' })).status).toBe(201)
    await server.app.calculation.settle(HYDRO)
    const out = await server.app.history.read(HYDRO, ['leaf.c.q'], NOW, now)
    expect(valueAt(out.get('leaf.c.q')!, NOW + HOUR).v).toBeCloseTo(2 * ORIFICE, 9)
    expect(valueAt(out.get('leaf.c.q')!, NOW + HOUR).q).toBe(ESTIMATED)
    // Until then, the sensor's last value.
    expect(valueAt(out.get('leaf.c.q')!, NOW + 30 * MINUTE)).toMatchObject({ v: 0, q: ESTIMATED })
    const outlets = (await server.call(getOutlets, {}, as)).body.data!
    const [a, c] = ['a', 'c'].map((id) => outlets.find((o) => o.leaf_id === id)!)
    expect(c).toMatchObject({ input_value: 2, input_unit: 'm', input_quality: ESTIMATED })
    expect(c.series.input).toBe('log.c')
    expect(a).toMatchObject({ input_value: 0.6, input_unit: 'm', input_quality: GOOD })
    const positions = (await server.call(getGatePositions, {}, as)).body.data!
    expect(positions.last_order).toBe('80')
    expect(positions.positions.map((p) => [p.id, p.value, p.source, p.since])).toEqual([
      ['u', 0, 'sensor', null],
      ['a', 0.6, 'hand', NOW - 3 * HOUR + 7 * MINUTE],
      ['b', 5, 'hand', NOW - 29 * MINUTE],
      ['c', 2, 'hand', NOW + HOUR],
      ['new', 1, 'hand', NOW - HOUR],
    ])
  })

  test('a unit’s power, in MW, where its sensor is silent', async () => {
    await later(HOUR)
    const now = NOW + 3 * HOUR
    await send(
      Array.from({ length: 12 }, (_, i) => ({
        series: 'z',
        t: NOW + 2 * HOUR + (i + 1) * 5 * MINUTE,
        v: 612,
      })),
    )
    const unit = { kind: 'unit' as const, object_id: 'u' }
    const run = await add(NOW + 2.5 * HOUR, [{ ...unit, to: 12.5 }])
    expect(run.status, JSON.stringify(run.body)).toBe(201)
    expect(run.body.data!.entries[0]).toMatchObject({ object_name: 'Tổ máy H1', unit: 'MW', to: 12.5 })
    await server.app.calculation.settle(HYDRO)
    const out = await server.app.history.read(HYDRO, ['unit.u.q', 'log.u'], NOW, now)
    expect([...out.get('log.u')!.v]).toEqual([12_500])
    expect(valueAt(out.get('unit.u.q')!, now).v).toBeCloseTo(25, 9)
  })
})

test('the list is paged, and exported as a file that spreadsheets open', async () => {
  const list = await server.call(listGateLog, { query: { from: at(NOW - 48 * HOUR) } }, as)
  const { entries, total } = list.body.data!
  expect(entries.length).toBe(total)
  expect(entries.every((e, i) => i === 0 || e.t <= entries[i - 1].t)).toBe(true)
  expect((await server.call(listGateLog, { query: { page: 2 } }, as)).body.data!.entries).toEqual([])
  const file = await server.call(exportGateLog, { query: { from: at(NOW - 48 * HOUR) } }, as)
  const text = file.body as unknown as string
  expect(text.startsWith('\uFEFFtime (Asia/Ho_Chi_Minh),')).toBe(true)
  expect(text.trim().split('\r\n').length).toBe(total + 1)
  expect(text).toContain('125/LĐ-VH')
  const long = await server.call(listGateLog, { query: { from: '2020-01-01', to: '2026-01-01' } }, as)
  expect(long.body.errors![0].path).toBe('from')
})
