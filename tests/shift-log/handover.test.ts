import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addGateLog, correctGateLog } from '#contract/gate-log.ts'
import {
  acceptHandover,
  discardHandover,
  draftHandover,
  getHandover,
  listHandovers,
  reopenHandover,
  saveHandover,
  signHandover,
  type Sheet,
} from '#contract/handover.ts'
import { addShiftEntry, changeOperator, getDuty } from '#contract/shift-log.ts'
import { HOUR, HYDRO, MINUTE, NOW } from '../gate-log/plant.ts'
import { PASSWORD } from '../server.ts'
import { fixture, type Fixture } from './fixture.ts'

let h: Fixture
let sheet: Sheet
beforeAll(async () => {
  h = await fixture()
  await h.done(changeOperator, { operator_id: 'ac_operator', at: h.at(NOW - 8 * HOUR), shift: 'Ca 1' })
  const shut = ['a', 'b'].map((object_id) => ({ kind: 'leaf' as const, object_id, to: 0 }))
  await h.done(addGateLog, { at: h.at(NOW - 24 * HOUR), moves: shut })
  await h.done(addGateLog, {
    at: h.at(NOW - 3 * HOUR),
    moves: [{ kind: 'leaf', object_id: 'a', to: 0.5 }],
    order_no: '125',
  })
  await h.done(addShiftEntry, { kind: 'note', at: h.at(NOW - 9 * HOUR), text: 'Ca trước' })
  await h.done(addShiftEntry, { kind: 'note', at: h.at(NOW - 2 * HOUR), text: 'Vớt rác cửa nhận nước' })
  await h.done(addShiftEntry, {
    kind: 'order',
    at: h.at(NOW - HOUR),
    number: '126',
    party: 'A0',
    text: 'Giảm công suất',
  })
  await h.server.app.calculation.settle(HYDRO)
})
afterAll(() => h.server.close())

const find = () => h.get(getHandover, { params: { id: sheet.sheet_id } })
const code = (a: { status: number; body: { code?: string } }) => [a.status, a.body.code]

test('only the operator on duty drafts, for another one with permission to write the log, one sheet at a time', async () => {
  const own = await h.post(draftHandover, { incoming_id: 'ac_operator' })
  expect(own.body.errors?.[0]).toMatchObject({ path: 'incoming_id', code: 'handover_self' })
  const viewer = await h.post(draftHandover, { incoming_id: 'ac_viewer' })
  expect(viewer.body.errors?.[0]).toMatchObject({ path: 'incoming_id', code: 'duty_not_allowed' })
  const other = await h.post(draftHandover, { incoming_id: 'ac_operator' }, 'manager')
  expect(code(other)).toEqual([409, 'handover_not_on_duty'])
  const long = await h.post(draftHandover, { incoming_id: 'ac_manager', from: h.at(NOW - 73 * HOUR) })
  expect(long.body.errors?.[0]).toMatchObject({ path: 'from', code: 'handover_span' })
  const old = await h.post(draftHandover, {
    incoming_id: 'ac_manager',
    from: h.at(NOW - 7 * 24 * HOUR - MINUTE),
    to: h.at(NOW - 7 * 24 * HOUR + 8 * HOUR),
  })
  expect([old.status, old.body.errors]).toEqual([
    400,
    [
      {
        path: 'from',
        code: 'handover_too_far_back',
        message: 'A sheet can be written only for shifts of the last 7 days, from 2026-10-13 12:00',
      },
    ],
  ])
  sheet = await h.done(draftHandover, { incoming_id: 'ac_manager', words: 'Lưu ý cửa số 1' })
  expect(sheet).toMatchObject({ state: 'draft', from: NOW - 8 * HOUR, to: NOW, version: 1, digest: null })
  expect(code(await h.post(draftHandover, { incoming_id: 'ac_manager' }))).toEqual([409, 'handover_open'])
  expect((await h.get(getDuty)).sheet).toEqual({ sheet_id: sheet.sheet_id, role: 'outgoing' })
})

test('its figures are those of history at both ends, and the minimum and maximum between', async () => {
  const { content } = sheet
  const { history } = h.server.app
  for (const f of content.figures) {
    const scale = { total_capacity: 1e-6, power: 1e-3 }[f.key as string] ?? 1
    for (const [end, t] of [
      ['start', sheet.from],
      ['end', sheet.to],
    ] as const) {
      const entry = (await history.at(HYDRO, `general.${f.key}`, t))!
      expect([f.key, f[end].t, f[end].q]).toEqual([f.key, entry.t, entry.q])
      expect(f[end].v, f.key).toBeCloseTo(entry.v * scale, 6)
    }
  }
  const level = (await history.read(HYDRO, ['general.lake_level'], sheet.from, sheet.to)).get(
    'general.lake_level',
  )!
  expect(content.level_min.v).toBeCloseTo(Math.min(...level.v), 6)
  expect(content.level_max.v).toBeCloseTo(Math.max(...level.v), 6)
  // 2 m3/s per MW at 0 MW; the discharge of gate a over three hours, by the formula.
  const out = content.totals.find((x) => x.key === 'volume_out')!
  const end = content.figures.find((f) => f.key === 'total_discharge_out')!.end.v!
  expect(end).toBeGreaterThan(30)
  expect(out.v).toBeGreaterThan((end * 2.8 * 3600) / 1e6)
  expect(out.v).toBeLessThan((end * 3.1 * 3600) / 1e6)
  expect(content.positions.find((p) => p.id === 'a')).toMatchObject({
    name: 'Tràn xả mặt · Cửa số 1',
    start: { v: 0 },
    end: { v: 0.5 },
  })
})

test('it lists events of the shift and open matters, in both languages', async () => {
  const { content } = sheet
  expect(content.events.map((e) => [e.kind, e.label.vi])).toEqual([
    ['duty', 'operator nhận trực · Ca 1'],
    ['gate', 'Tràn xả mặt · Cửa số 1: 0.00 → 0.50 m'],
    ['note', 'Ghi chú'],
    ['order', 'Lệnh số 126, từ A0 (chưa thực hiện)'],
  ])
  expect(content.events[3].label.en).toBe('Order 126, from A0 (not carried out yet)')
  expect(content.open.orders.map((o) => o.text)).toEqual(['Giảm công suất'])
  expect(content).toMatchObject({ shift: 'Ca 1', words: 'Lưu ý cửa số 1', events_total: 4 })
})

test('a draft follows readings and entries; a stale version is refused', async () => {
  const body = {
    sheet_id: sheet.sheet_id,
    from: h.at(NOW - 8 * HOUR),
    to: h.at(NOW),
    incoming_id: 'ac_manager',
    words: 'Cửa số 1 mở 0,5 m theo lệnh 125',
  }
  const saved = await h.done(saveHandover, { ...body, version: 1 })
  expect(saved).toMatchObject({ version: 2, content: { words: body.words } })
  expect((await h.post(saveHandover, { ...body, version: 1 })).status).toBe(409)
  expect(
    code(await h.post(saveHandover, { ...body, version: 2, incoming_id: 'ac_operator' }, 'manager')),
  ).toEqual([409, 'handover_not_yours'])
  const future = await h.post(saveHandover, { ...body, version: 2, to: h.at(NOW + HOUR) })
  expect(future.body.errors?.[0]).toMatchObject({ path: 'to', code: 'shift_not_yet' })
  await h.done(addShiftEntry, { kind: 'note', at: h.at(NOW - 30 * MINUTE), text: 'Thêm sau' })
  sheet = await find()
  expect(sheet.content.events).toHaveLength(5)
})

test('the outgoing operator signs with the password; reopened it is a draft again, which is recorded', async () => {
  const sign = (password: string, account?: string) =>
    h.post(signHandover, { sheet_id: sheet.sheet_id, version: sheet.version, password }, account)
  const wrong = await sign('Forebay0000')
  expect([wrong.status, wrong.body.errors?.[0].path]).toEqual([400, 'password'])
  expect(code(await sign(PASSWORD, 'manager'))).toEqual([409, 'handover_not_yours'])
  const signed = (await sign(PASSWORD)).body.data!
  expect(signed).toMatchObject({ state: 'offered', intact: true, signed_outgoing: { name: 'operator' } })
  expect((await h.get(getDuty, {}, 'manager')).sheet).toEqual({ sheet_id: sheet.sheet_id, role: 'incoming' })
  expect(code(await sign(PASSWORD))).toEqual([409, 'handover_no_draft'])
  const back = await h.done(
    reopenHandover,
    { sheet_id: sheet.sheet_id, version: signed.version, why: 'Thiếu lệnh 126' },
    'manager',
  )
  expect(back).toMatchObject({ state: 'draft', digest: null, signed_outgoing: null })
  sheet = (await h.done(signHandover, {
    sheet_id: sheet.sheet_id,
    version: back.version,
    password: PASSWORD,
  })) as Sheet
})

test('the incoming operator signs the version that was read, and goes on duty; the digest covers the content word for word', async () => {
  const body = { sheet_id: sheet.sheet_id, digest: sheet.digest!, password: PASSWORD, shift: 'Ca 2' }
  expect(code(await h.post(acceptHandover, body))).toEqual([409, 'handover_not_yours'])
  expect(code(await h.post(acceptHandover, { ...body, digest: '0'.repeat(64) }, 'manager'))).toEqual([
    409,
    'handover_changed',
  ])
  const closed = await h.done(acceptHandover, { ...body, remark: 'Đã kiểm tra cửa số 1' }, 'manager')
  expect(closed).toMatchObject({
    state: 'signed',
    intact: true,
    remark: 'Đã kiểm tra cửa số 1',
    signed_incoming: { account_id: 'ac_manager', at: h.server.clock.now() },
  })
  const [row] = await h.server.app.services.db.query<{ content: string; digest: string; seal: string }>(
    'SELECT content, digest, seal FROM handover',
  )
  expect(createHash('sha256').update(row.content).digest('hex')).toBe(closed.digest)
  expect(JSON.parse(row.content)).toEqual(closed.content)
  expect(await h.get(getDuty)).toMatchObject({
    current: { party: 'manager', shift: 'Ca 2' },
    previous: { party: 'operator' },
    sheet: null,
  })
  const acts = await h.server.app.services.db.query<{ act: string; actor_name: string }>(
    `SELECT act, actor_name FROM audit WHERE noun = 'handover sheet' ORDER BY at, audit_id`,
  )
  expect(acts.map((a) => `${a.act} ${a.actor_name}`)).toEqual([
    'draft operator',
    'update operator',
    'sign refused operator',
    'sign operator',
    'reopen manager',
    'sign operator',
    'sign manager',
  ])
  sheet = closed
})

test('nothing changes it any more; later corrections are shown beside it', async () => {
  const { sheet_id, version } = sheet
  for (const [status, answer] of [
    [
      409,
      await h.post(saveHandover, {
        sheet_id,
        version,
        from: h.at(sheet.from),
        to: h.at(sheet.to),
        incoming_id: 'ac_manager',
        words: '',
      }),
    ],
    [409, await h.post(signHandover, { sheet_id, version, password: PASSWORD }, 'manager')],
    [409, await h.post(acceptHandover, { sheet_id, digest: sheet.digest!, password: PASSWORD }, 'manager')],
    [409, await h.post(reopenHandover, { sheet_id, version, why: 'x' }, 'manager')],
    [409, await h.post(discardHandover, { sheet_id, version })],
  ] as const)
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  expect(sheet.since).toEqual({ figures: [], added: [], changed: [], gone: [] })

  await h.later(20 * MINUTE)
  const gate = sheet.content.events.find((e) => e.kind === 'gate')!
  await h.done(correctGateLog, {
    entry_id: gate.id,
    version: 1,
    at: h.at(NOW - 3 * HOUR),
    to: 0.6,
    order_no: '125',
    why: 'Đọc nhầm thước',
  })
  await h.done(addShiftEntry, { kind: 'note', at: h.at(NOW - HOUR), text: 'Ghi bổ sung' })
  await h.server.app.calculation.settle(HYDRO)
  const after = await find()
  expect(after).toMatchObject({ intact: true, digest: sheet.digest, seal: sheet.seal, version })
  expect(after.content).toEqual(sheet.content)
  expect(after.since!.changed.map((c) => [c.signed.label.en, c.now.label.en])).toEqual([
    ['Tràn xả mặt · Cửa số 1: 0.00 → 0.50 m', 'Tràn xả mặt · Cửa số 1: 0.00 → 0.60 m'],
  ])
  expect(after.since!.added.map((e) => e.text)).toEqual(['Ghi bổ sung'])
  expect(after.since!.figures.map((f) => `${f.key} ${f.at}`)).toEqual(
    expect.arrayContaining(['total_discharge_out end', 'volume_out span', 'Tràn xả mặt · Cửa số 1 end']),
  )
})

test('content or signature changed in the database does not pass as signed', async () => {
  const { db } = h.server.app.services
  const [{ content }] = await db.query<{ content: string }>('SELECT content FROM handover')
  await db.query('UPDATE handover SET content = replace(content, $1, $2)', ['0,5 m', '0,9 m'])
  expect((await find()).intact).toBe(false)
  await db.query('UPDATE handover SET content = $1', [content])
  expect((await find()).intact).toBe(true)
  await db.query('UPDATE handover SET incoming_at = incoming_at - 1')
  expect((await find()).intact).toBe(false)
  await db.query('UPDATE handover SET incoming_at = incoming_at + 1')
})

test('two signed sheets that overlap refer to each other', async () => {
  const began = (await h.get(getDuty)).current!.t
  const draft = await h.done(draftHandover, { incoming_id: 'ac_operator' }, 'manager')
  expect(draft).toMatchObject({ from: began, overlaps: [] })
  // From the signed sheet's last hour.
  const body = { sheet_id: draft.sheet_id, incoming_id: 'ac_operator', words: '' }
  const span = { from: h.at(NOW - HOUR), to: h.at(h.server.clock.now()) }
  const saved = await h.done(saveHandover, { ...body, ...span, version: 1 }, 'manager')
  expect(saved.overlaps.map((o) => [o.sheet_id, o.state])).toEqual([[sheet.sheet_id, 'signed']])
  // A draft is nobody's statement yet.
  expect((await find()).overlaps).toEqual([])
  const { sheet_id } = draft
  await h.done(signHandover, { sheet_id, version: saved.version, password: PASSWORD }, 'manager')
  expect((await find()).overlaps.map((o) => [o.sheet_id, o.state])).toEqual([[sheet_id, 'offered']])
  const back = await h.done(
    reopenHandover,
    { sheet_id, version: saved.version + 1, why: 'Sai giờ' },
    'manager',
  )

  // What was timely when drafted may stay; nothing older replaces it.
  await h.later(7 * 24 * HOUR)
  const kept = { ...span, to: h.at(NOW) }
  const later = await h.done(saveHandover, { ...body, ...kept, version: back.version }, 'manager')
  const older = { ...kept, from: h.at(NOW - 2 * HOUR) }
  const refused = await h.post(saveHandover, { ...body, ...older, version: later.version }, 'manager')
  expect(refused.body.errors?.[0]).toMatchObject({ path: 'from', code: 'handover_too_far_back' })
  await h.done(discardHandover, { sheet_id, version: later.version }, 'manager')
})

test('a draft can be discarded; the list has the other sheets', async () => {
  const draft = await h.done(draftHandover, { incoming_id: 'ac_operator' }, 'manager')
  await h.done(discardHandover, { sheet_id: draft.sheet_id, version: draft.version }, 'manager')
  const list = await h.get(listHandovers, { query: {} as never }, 'manager')
  expect(list.sheets.map((x) => [x.sheet_id, x.state])).toEqual([[sheet.sheet_id, 'signed']])
  const gone = await h.server.call(getHandover, { params: { id: draft.sheet_id } })
  expect(gone.status).toBe(404)
})

test('a signature takes one connection at a time: simultaneous ones do not wait for each other', async () => {
  const draft = await h.done(draftHandover, { incoming_id: 'ac_operator' }, 'manager')
  await h.get(getDuty)
  const { pool } = h.server.app.services.db
  // All but one are used by others.
  const taken = await Promise.all(Array.from({ length: pool.options.max - 1 }, () => pool.connect()))
  try {
    const { sheet_id, version } = draft
    const offered = await h.done(signHandover, { sheet_id, version, password: PASSWORD }, 'manager')
    const body = { sheet_id, digest: offered.digest!, password: PASSWORD }
    expect(await h.done(acceptHandover, body)).toMatchObject({ state: 'signed', intact: true })
  } finally {
    for (const connection of taken) connection.release()
  }
})
