import { DAY } from '#core/time/units.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addShiftEntry,
  changeOperator,
  correctShiftEntry,
  getDuty,
  getShiftEntry,
  listDutyPeople,
  stepShiftOrder,
  withdrawShiftEntry,
} from '#contract/shift-log.ts'
import { getMarks, getTimeline } from '#contract/timeline.ts'
import { HOUR, MINUTE, NOW } from '../gate-log/plant.ts'
import { fixture, type Fixture } from './fixture.ts'

let h: Fixture
beforeAll(async () => {
  h = await fixture()
})
afterAll(() => h.server.close())

const timeline = (query: object = {}) => h.get(getTimeline, { query: query as never })
const audited = async (noun: string) =>
  h.server.app.services.db.query<{
    act: string
    actor_name: string
    reason: string | null
    before: object | null
    after: object | null
  }>('SELECT act, actor_name, reason, before, after FROM audit WHERE noun = $1 ORDER BY at, audit_id', [noun])

describe('the operator on duty', () => {
  test('is nobody at first; with permission to write the log one can go on duty, a viewer cannot', async () => {
    expect(await h.get(getDuty)).toMatchObject({ now: NOW, current: null, previous: null, sheet: null })
    const { people } = await h.get(listDutyPeople)
    expect(people.map((p) => p.account_id)).toEqual(expect.arrayContaining(['ac_manager', 'ac_operator']))
    expect(people.map((p) => p.account_id)).not.toContain('ac_viewer')
    const refused = await h.post(changeOperator, { operator_id: 'ac_viewer' })
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [expect.objectContaining({ path: 'operator_id', code: 'duty_not_allowed' })],
    ])
    expect((await h.post(changeOperator, { operator_id: 'ac_operator' }, 'viewer')).status).toBe(403)
  })

  test('changes from a time on; the expected operator is compared with the present one', async () => {
    const first = await h.done(changeOperator, {
      operator_id: 'ac_operator',
      at: h.at(NOW - 6 * HOUR),
      shift: 'Ca 1',
      crew: 'Trần B, Lê C',
      seen: null,
    })
    expect(first).toMatchObject({ kind: 'duty', party: 'operator', shift: 'Ca 1', t: NOW - 6 * HOUR })
    const stale = await h.post(changeOperator, { operator_id: 'ac_manager', seen: null })
    expect([stale.status, stale.body.code, stale.body.message]).toEqual([
      409,
      'duty_changed',
      'The operator was changed in the meantime: operator is now on duty',
    ])
    const same = await h.post(changeOperator, { operator_id: 'ac_operator' })
    expect([same.status, same.body.code]).toEqual([409, 'duty_same'])
    const before = await h.post(changeOperator, { operator_id: 'ac_manager', at: h.at(NOW - 7 * HOUR) })
    expect([before.status, before.body.errors?.[0]]).toEqual([
      400,
      expect.objectContaining({ path: 'at', code: 'duty_order' }),
    ])
    const second = await h.done(changeOperator, {
      operator_id: 'ac_manager',
      at: h.at(NOW - HOUR),
      shift: 'Ca 2',
      seen: first.entry_id,
    })
    expect(await h.get(getDuty)).toMatchObject({ current: second, previous: first })
    expect((await h.get(listDutyPeople)).shifts).toEqual(['Ca 2', 'Ca 1'])
    expect(await audited('shift log duty')).toEqual([
      expect.objectContaining({ act: 'change operator', actor_name: 'operator' }),
      expect.objectContaining({
        act: 'change operator',
        after: { at: '2026-10-20 11:00:00', party: 'manager', operator_id: 'ac_manager', shift: 'Ca 2' },
      }),
    ])
  })

  test('can be corrected only between its neighbours; withdrawn, the previous operator is on duty', async () => {
    const { current, previous } = await h.get(getDuty)
    const correct = (at: number) =>
      h.post(correctShiftEntry, {
        entry_id: current!.entry_id,
        version: 1,
        at: h.at(at),
        shift: 'Ca 2',
        why: 'Đến muộn',
      })
    const refused = await correct(NOW - 6 * HOUR)
    expect([refused.status, refused.body.errors?.[0].code]).toEqual([400, 'duty_order'])
    const moved = await correct(NOW - HOUR / 2)
    expect(moved.body.data).toMatchObject({ version: 2, t: NOW - HOUR / 2, party: 'manager' })
    await h.done(withdrawShiftEntry, { entry_id: current!.entry_id, version: 2, why: 'Không đổi' })
    expect((await h.get(getDuty)).current).toEqual(previous)
  })
})

describe('notes, orders and calls', () => {
  test('have fields by kind: missing or foreign ones are named, and nothing is stored', async () => {
    const refused = async (body: object) => {
      const answer = await h.post(addShiftEntry, body as never)
      expect(answer.status, JSON.stringify(answer.body)).toBe(400)
      return answer.body.errors!.map((e) => [e.path, e.code])
    }
    expect(await refused({ kind: 'note', text: ' ' })).toEqual([['text', 'required']])
    expect(await refused({ kind: 'note', text: 'x', phone: '0912' })).toEqual([
      ['phone', 'shift_field_not_of_kind'],
    ])
    expect(await refused({ kind: 'order', number: '12' })).toEqual([
      ['text', 'required'],
      ['party', 'required'],
    ])
    expect(await refused({ kind: 'call', text: 'x' })).toEqual([['party', 'required']])
    expect(await refused({ kind: 'note', text: 'x', acknowledged: true })).toEqual([
      ['acknowledged', 'shift_field_not_of_kind'],
    ])
    expect(await refused({ kind: 'note', text: 'x', at: h.at(NOW + 5 * MINUTE) })).toEqual([
      ['at', 'shift_not_yet'],
    ])
    expect(await refused({ kind: 'note', text: 'x', at: h.at(NOW - 7 * DAY - MINUTE) })).toEqual([
      ['at', 'shift_too_far_back'],
    ])
    expect(await refused({ kind: 'note', text: 'x\u202Ey' })).toEqual([['text', 'bad_characters']])
    expect((await h.post(addShiftEntry, { kind: 'note', text: 'x' }, 'viewer')).status).toBe(403)
    expect((await timeline({ kinds: 'note,order,call' })).total).toBe(0)
  })

  test('an order is received, acknowledged and carried out; each step once, by the first person', async () => {
    const order = await h.done(addShiftEntry, {
      kind: 'order',
      at: h.at(NOW - 2 * HOUR),
      number: '125/LĐ-VH',
      party: 'Ban chỉ huy PCTT tỉnh',
      text: 'Mở tràn 0,5 m từ 10:00',
    })
    expect((await h.get(getDuty)).open_orders).toEqual([order])
    const step = (step: 'acknowledge' | 'carry_out', version: number, at?: number) =>
      h.post(stepShiftOrder, {
        entry_id: order.entry_id,
        version,
        step,
        ...(at === undefined ? {} : { at: h.at(at) }),
      })
    const early = await step('acknowledge', 1, NOW - 3 * HOUR)
    expect([early.status, early.body.errors?.[0].code]).toEqual([400, 'shift_step_before'])
    expect((await step('acknowledge', 1)).body.data).toMatchObject({ version: 2, acknowledged_at: NOW })
    expect((await step('carry_out', 1)).status).toBe(409)
    const again = await step('acknowledge', 2)
    expect([again.status, again.body.code]).toEqual([409, 'shift_step_taken'])
    expect((await step('carry_out', 2, NOW - HOUR)).body.data).toMatchObject({ done_at: NOW - HOUR })
    expect((await h.get(getDuty)).open_orders).toEqual([])
    const [item] = (await timeline({ kinds: 'order' })).items
    expect(item).toMatchObject({
      label: 'Order 125/LĐ-VH, from Ban chỉ huy PCTT tỉnh (carried out)',
      text: 'Mở tràn 0,5 m từ 10:00',
      order_no: '125/LĐ-VH',
      by: 'operator',
      t: NOW - 2 * HOUR,
    })
    // It was received before it was acknowledged, whatever is corrected.
    const late = await h.post(correctShiftEntry, {
      entry_id: order.entry_id,
      version: 3,
      at: h.at(NOW - 30 * MINUTE),
      party: 'Ban chỉ huy',
      text: 'Mở tràn',
      why: 'Sai giờ',
    })
    expect([late.status, late.body.errors?.[0].code]).toEqual([400, 'shift_step_before'])
    const note = await h.done(addShiftEntry, { kind: 'note', text: 'Kiểm tra' })
    const odd = await h.post(stepShiftOrder, { entry_id: note.entry_id, version: 1, step: 'carry_out' })
    expect([odd.status, odd.body.code]).toEqual([400, 'shift_not_an_order'])
    await h.done(withdrawShiftEntry, { entry_id: note.entry_id, version: 1, why: 'Thử' })
  })

  test('a correction keeps the former version; the second of two at once gets a conflict; a withdrawn entry stays in the history', async () => {
    const call = await h.done(addShiftEntry, {
      kind: 'call',
      at: h.at(NOW - 90 * MINUTE),
      party: 'Điều độ A3',
      phone: '0912 345 678',
      text: 'Hỏi công suất',
    })
    const body = { entry_id: call.entry_id, at: call.date_string, party: 'Điều độ A0', text: 'Hỏi công suất' }
    const corrected = await h.done(correctShiftEntry, { ...body, version: 1, why: 'Nhầm tên' }, 'manager')
    expect(corrected).toMatchObject({ version: 2, party: 'Điều độ A0', phone: null, t: call.t })
    expect((await h.post(correctShiftEntry, { ...body, version: 1, why: 'x' })).status).toBe(409)
    expect((await h.post(correctShiftEntry, { ...body, version: 2, why: ' ' })).body.errors?.[0].path).toBe(
      'why',
    )
    const history = await h.get(getShiftEntry, { params: { id: call.entry_id } })
    expect(history.map((v) => [v.version, v.party, v.superseded_reason, v.recorded_by_name])).toEqual([
      [2, 'Điều độ A0', null, 'manager'],
      [1, 'Điều độ A3', 'Nhầm tên', 'operator'],
    ])
    await h.done(withdrawShiftEntry, { entry_id: call.entry_id, version: 2, why: 'Ghi trùng' })
    expect((await timeline({ kinds: 'call' })).total).toBe(0)
    const gone = await h.post(withdrawShiftEntry, { entry_id: call.entry_id, version: 2, why: 'x' })
    expect([gone.status, gone.body.code]).toEqual([409, 'shift_withdrawn'])
    expect(await audited('shift log call')).toEqual([
      expect.objectContaining({ act: 'add' }),
      expect.objectContaining({ act: 'correct', reason: 'Nhầm tên', actor_name: 'manager' }),
      expect.objectContaining({ act: 'withdraw', reason: 'Ghi trùng' }),
    ])
  })

  test('they are all in the timeline and its marks, found by words in any case, and page by page', async () => {
    for (let i = 0; i < 30; i++)
      await h.done(addShiftEntry, { kind: 'note', at: h.at(NOW - (i + 1) * MINUTE), text: `Đọc thước ${i}` })
    const first = await timeline()
    const second = await timeline({ page: 2 })
    expect([first.items.length, first.total, second.page]).toEqual([25, 32, 2])
    const all = [...first.items, ...second.items]
    expect(new Set(all.map((i) => i.id)).size).toBe(32)
    expect(all.map((i) => i.t)).toEqual(all.map((i) => i.t).toSorted((a, b) => b - a))
    expect((await timeline({ search: 'ĐỌC THƯỚC 1' })).total).toBe(11)
    expect((await timeline({ search: 'Doc thuoc 1' })).total).toBe(11)
    expect((await timeline({ search: '125/ld-vh' })).items.map((i) => i.kind)).toEqual(['order'])
    expect((await timeline({ search: 'đọc', kinds: 'order,duty' })).total).toBe(0)
    const span = { from: h.at(NOW - DAY), to: h.at(NOW + MINUTE) }
    const marks = await h.done(getMarks, span)
    expect(marks.total).toBe(31)
    expect(marks.marks[0]).toMatchObject({ kind: 'order', path: expect.stringMatching(/^\/log\/index\?/) })
    // The texts of the log are only for those who may read it.
    await h.server.app.services.db.query(
      `UPDATE role SET permissions = '{dashboard.view}' WHERE role_name = 'viewer'`,
    )
    expect(await h.done(getMarks, span, 'viewer')).toEqual({ marks: [], total: 0 })
  })
})
