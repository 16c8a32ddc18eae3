import { afterAll, beforeAll, expect, test } from 'vitest'
import { recalculate, rollbackData } from '#contract/calculation.ts'
import { addAct } from '#contract/edits.ts'
import { addGateLog, correctGateLog } from '#contract/gate-log.ts'
import { getMarks, getTimeline } from '#contract/timeline.ts'
import type { TestServer } from '../server.ts'
import { HOUR, MINUTE, NOW, plant, type Logged } from '../gate-log/plant.ts'

let server: TestServer
let send: Logged['send']
beforeAll(async () => {
  ;({ server, send } = await plant())
})
afterAll(() => server.close())

const at = (t: number) => new Date(t + 7 * HOUR).toISOString().slice(0, 19).replace('T', ' ')
const DAY = { from: at(NOW - 24 * HOUR), to: at(NOW + HOUR) }
const as = (account: string) => ({ account, language: 'en' as const })
const marks = async (account = 'operator', body: object = DAY) => {
  const answer = await server.call(getMarks, { body: body as never }, as(account))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data!
}

test('logged and sensed movements, runs and edits are marks at their time, with author and link', async () => {
  expect(await marks()).toEqual({ marks: [], total: 0 })
  const moved = await server.call(
    addGateLog,
    {
      body: {
        at: at(NOW - 3 * HOUR),
        moves: [{ kind: 'leaf', object_id: 'a', to: 0.5 }],
        order_no: '125',
        performed_by: 'Nguyễn Văn An',
      },
    },
    as('operator'),
  )
  expect(moved.status, JSON.stringify(moved.body)).toBe(201)
  const since = Array.from({ length: 13 }, (_, i) => NOW - HOUR + 5 * i * MINUTE)
  await send(since.map((t) => ({ series: 'c.opening', t, v: 1 })))
  const edited = await server.call(
    addAct,
    {
      body: {
        act: { kind: 'offset', series: 'z', from: NOW - 6 * HOUR, to: NOW - 5 * HOUR, b: 0.01 },
        reason: 'Sai cao trình',
      } as never,
    },
    as('manager'),
  )
  expect(edited.status, JSON.stringify(edited.body)).toBeLessThan(300)
  const run = await server.call(
    recalculate,
    { body: { from: at(NOW - 5 * HOUR), to: at(NOW - 4 * HOUR), reason: 'Thử' } as never },
    as('manager'),
  )
  expect(run.status, JSON.stringify(run.body)).toBeLessThan(300)
  await server.app.runs.turn()
  const shown = await marks()
  expect(shown.total).toBe(4)
  expect(shown.marks.map((m) => [m.kind, m.t, m.to])).toEqual([
    ['edit', NOW - 6 * HOUR, NOW - 5 * HOUR],
    ['run', NOW - 5 * HOUR, NOW - 4 * HOUR],
    ['gate', NOW - 3 * HOUR, null],
    ['gate', NOW - HOUR, null],
  ])
  expect(shown.marks[0]).toMatchObject({
    label: 'Shifted values of Mực nước 2026-10-20 06:00 – 07:00',
    by: 'manager',
  })
  expect(shown.marks[2]).toMatchObject({
    label: 'Tràn xả mặt · Cửa số 1: - → 0.50 m',
    by: 'Nguyễn Văn An',
    path: '/log/gates?from=2026-10-20&to=2026-10-20&object=leaf%3Aa',
  })
  // The other language.
  const vi = await server.call(getMarks, { body: DAY }, { account: 'operator', language: 'vi' })
  expect(vi.body.data!.marks[0].label).toBe('Dịch giá trị Mực nước 20/10/2026 06:00 – 07:00')

  // A viewer of the dashboard alone sees no order, and gets no path that would be refused.
  await server.app.services.db.query(
    `UPDATE role SET permissions = '{dashboard.view}' WHERE role_name = 'viewer'`,
  )
  const seen = await marks('viewer')
  expect(seen.marks.map((m) => m.path)).toEqual([null, null, null, null])
  expect(seen.marks[2].by).toBeNull()
})

test('as of an instant: later ones are missing, corrected ones are as they were', async () => {
  const list = await server.call(getTimeline, { query: { kinds: 'gate' } as never }, as('operator'))
  const entry = list.body.data!.items.find((i) => i.id.startsWith('gl'))!
  server.clock.advance(10 * MINUTE)
  const later = server.clock.now()
  const corrected = await server.call(
    correctGateLog,
    { body: { entry_id: entry.id, version: 1, at: at(NOW - 2 * HOUR), to: 0.7, why: 'Nhầm giờ' } },
    as('operator'),
  )
  expect(corrected.status, JSON.stringify(corrected.body)).toBe(200)
  const now = (await marks()).marks.filter((m) => m.id === entry.id)
  expect(now.map((m) => m.t)).toEqual([NOW - 2 * HOUR])
  const then = (await marks('operator', { ...DAY, known_at: later - 5 * MINUTE })).marks.filter(
    (m) => m.id === entry.id,
  )
  expect(then.map((m) => [m.t, m.label])).toEqual([[NOW - 3 * HOUR, 'Tràn xả mặt · Cửa số 1: - → 0.50 m']])
  const ahead = await server.call(getMarks, { body: { ...DAY, known_at: later + HOUR } }, as('operator'))
  expect([ahead.status, ahead.body.code]).toEqual([400, 'known_in_future'])
  const turned = await server.call(getMarks, { body: { from: DAY.to, to: DAY.from } }, as('operator'))
  expect([turned.status, turned.body.errors?.[0].path]).toEqual([400, 'from'])
})

test('the timeline has all events, newest first; a rolled back run is marked', async () => {
  const back = await server.call(rollbackData, { body: {} as never }, as('manager'))
  expect(back.status, JSON.stringify(back.body)).toBeLessThan(300)
  await server.app.runs.turn()
  const list = await server.call(getTimeline, { query: {} as never }, as('operator'))
  const { items, total } = list.body.data!
  expect(total).toBe(items.length)
  expect(items.map((i) => i.t)).toEqual(items.map((i) => i.t).toSorted((a, b) => b - a))
  expect(items.map((i) => i.kind).toSorted()).toEqual(['edit', 'gate', 'gate', 'run', 'run'])
  expect(items.find((i) => i.label.startsWith('Recalculated'))!.label).toMatch(/\(rolled back\)$/)
  const found = await server.call(
    getTimeline,
    { query: { search: 'muc nuoc', kinds: 'edit,run' } as never },
    as('operator'),
  )
  expect(found.body.data!.items.map((i) => i.text)).toEqual(['Sai cao trình'])
  const moved = { query: { search: 'TRAN xa mat', kinds: 'gate' } as never }
  expect((await server.call(getTimeline, moved, as('operator'))).body.data!.total).toBe(1)
  const refused = await server.call(getTimeline, { query: { kinds: 'edit,none' } as never }, as('operator'))
  expect([refused.status, refused.body.errors?.[0].path]).toEqual([400, 'kinds.1'])
  expect((await server.call(getTimeline, {}, as('viewer'))).status).toBe(403)
})
