import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { setReview } from '#contract/edits.ts'
import { listErlogs, listErlogVersions, upsertErlog } from '#contract/erlogs.ts'
import { at, dayOf, HYDRO, kwhOver, NOW, outputPlant, type OutputPlant } from './plant.ts'

const DAY = 86_400_000

let plant: OutputPlant
beforeAll(async () => {
  plant = await outputPlant()
})
afterAll(() => plant.server.close())

const enter = (body: object, as?: { account: string }) =>
  plant.ask(upsertErlog, { body: body as never }, as ?? { account: 'manager' })
const refused = (body: object, as?: { account: string }) => plant.refused(upsertErlog, { body }, as)

test('each day has what was entered, by whom and when, beside what is computed, and the difference', async () => {
  const computed = kwhOver(null, at('2026-01-05 00:00:00'), at('2026-01-06 00:00:00'))
  await enter({ day_string: '2026-01-05', e: computed + 120.5, r: 5_000_000 })
  const days = await plant.ask(listErlogs, { body: { from: '2026-01-04', to: '2026-01-06' } })
  expect(days.map((d) => d.day_string)).toEqual(['2026-01-04', '2026-01-05', '2026-01-06'])
  expect(days[0]).toMatchObject({
    version: 0,
    e: null,
    r: null,
    entered_by: null,
    over: true,
    approved: false,
  })
  expect(days[1]).toMatchObject({
    version: 1,
    e: computed + 120.5,
    r: 5_000_000,
    entered_by: 'ac_manager',
    entered_by_name: 'manager',
    entered_at: NOW,
    computed: { e: computed, missing: 0, r: null },
    difference: { e: 120.5, r: null },
  })
})

test('revenue is computed by the tariff in force, and the difference of what was entered follows it', async () => {
  await plant.tariff(at('2026-01-06 00:00:00'), 1000)
  await enter({ day_string: '2026-01-06', r: 190_000_001 })
  const days = await plant.ask(listErlogs, { body: { from: '2026-01-05', to: '2026-01-06' } })
  const vnd = 1000 * kwhOver(null, at('2026-01-06 00:00:00'), at('2026-01-07 00:00:00'))
  expect(days.map((d) => [d.computed.r, d.difference.r])).toEqual([
    [null, null],
    [vnd, 190_000_001 - vnd],
  ])
})

test('what is not known of a day is said, and too little of it is no energy', async () => {
  const days = await plant.ask(listErlogs, { body: { from: '2026-02-03', to: '2026-02-05' } })
  expect(days.map((d) => [d.computed.e, d.computed.missing])).toEqual([
    [kwhOver(null, at('2026-02-03 00:00:00'), at('2026-02-04 00:00:00')), 0.0833],
    [kwhOver(null, at('2026-02-04 00:00:00'), at('2026-02-05 00:00:00')), 0],
    [null, 0.625],
  ])
  expect(days.map((d) => d.computed.r_missing)).toEqual([0.0833, 0, 0.625])
})

test('energy or revenue may be unknown; what is left out stays; every version is kept', async () => {
  const day_string = '2026-01-10'
  await enter({ day_string, e: 1000, r: null })
  await enter({ day_string, r: 900_000, reason: 'invoice 12' })
  await enter({ day_string, e: null, version: 2 })
  const versions = await plant.ask(listErlogVersions, { params: { day: day_string } })
  expect(versions.map(({ version, e, r, reason }) => [version, e, r, reason])).toEqual([
    [3, null, 900_000, null],
    [2, 1000, 900_000, 'invoice 12'],
    [1, 1000, null, null],
  ])
  // Somebody else was faster.
  expect(await refused({ day_string, e: 5, version: 2 })).toMatchObject({ status: 409, code: 'conflict' })
})

test('two at the same moment are two versions', async () => {
  const day_string = '2026-01-11'
  await Promise.all([1, 2, 3, 4].map((e) => enter({ day_string, e })))
  const versions = await plant.ask(listErlogVersions, { params: { day: day_string } })
  expect(versions.map((v) => v.version)).toEqual([4, 3, 2, 1])
  expect(new Set(versions.map((v) => v.e))).toEqual(new Set([1, 2, 3, 4]))
})

test('a day that does not exist or has not begun, and what is no energy, are refused by field', async () => {
  const list: [object, string, string][] = [
    [{ day_string: '2026-02-31', e: 1 }, 'day_string', 'no_such_day'],
    [{ day_string: '2025-02-29', e: 1 }, 'day_string', 'no_such_day'],
    [{ day_string: '2027-01-01', e: 1 }, 'day_string', 'not_yet'],
    [{ day_string: '5/1/2026', e: 1 }, 'day_string', 'date_rule'],
    [{ day_string: '2026-01-05', e: -1 }, 'e', 'too_low'],
    [{ day_string: '2026-01-05', e: '12' }, 'e', 'wrong_type'],
    [{ day_string: '2026-01-05', e: 1e13 }, 'e', 'too_high'],
    [{ day_string: '2026-01-05', r: 'many' }, 'r', 'wrong_type'],
    [{ day_string: '2026-01-05' }, 'e', 'required'],
    [{ e: 1 }, 'day_string', 'required'],
    [{ day_string: '2026-01-05', e: 1, extra: 2 }, 'extra', 'unknown_field'],
  ]
  for (const [body, path, code] of list)
    expect(await refused(body), JSON.stringify(body)).toMatchObject({ status: 400, fields: [[path, code]] })
  const spans = [
    [{ from: '2026-01-05', to: '2026-01-04' }, 'from', 'from_after_to'],
    [{ from: '2020-01-01', to: '2026-01-04' }, 'to', 'span_too_long'],
    [{ from: '2026-13-01', to: '2026-01-04' }, 'from', 'no_such_day'],
  ] as const
  for (const [body, path, code] of spans)
    expect(await plant.refused(listErlogs, { body })).toMatchObject({ status: 400, fields: [[path, code]] })
  // A span may reach into the future: its days have nothing.
  const ahead = await plant.ask(listErlogs, { body: { from: dayOf(NOW), to: dayOf(NOW + DAY) } })
  expect(ahead.map((d) => [d.over, d.computed.e === null])).toEqual([
    [false, false],
    [false, true],
  ])
})

test('an approved month is changed only by who may approve', async () => {
  const span = { from: at('2025-12-01 00:00:00'), to: at('2026-01-01 00:00:00') - 1 }
  await plant.ask(setReview, { body: { ...span, state: 'approved' } })
  const db = plant.server.app.services.db
  await db.query(
    `UPDATE role SET permissions = array_append(permissions, 'statistical.update') WHERE role_name = 'operator'`,
  )
  const operator = { account: 'operator' }
  expect(await refused({ day_string: '2025-12-31', e: 1 }, operator)).toMatchObject({
    status: 403,
    code: 'edit_approved',
  })
  await enter({ day_string: '2026-01-01', e: 1 }, operator)
  await enter({ day_string: '2025-12-31', e: 2 })
  const days = await plant.ask(listErlogs, { body: { from: '2025-12-31', to: '2026-01-01' } })
  expect(days.map((d) => [d.e, d.approved])).toEqual([
    [2, true],
    [1, false],
  ])
})

test('each entry is in the audit log with what was before; its money only where the reader sees prices', async () => {
  const list = async (account: string) =>
    (
      await plant.ask(
        listAudit,
        { query: { noun: 'daily output', item: '2026-01-10' } as never },
        { account },
      )
    ).records
  const seen = await list('admin')
  expect(seen.map((r) => [r.act, r.before, r.after, r.reason])).toEqual([
    ['update', { e: 1000, r: 900_000 }, { e: null, r: 900_000 }, null],
    ['update', { e: 1000, r: null }, { e: 1000, r: 900_000 }, 'invoice 12'],
    ['add', null, { e: 1000, r: null }, null],
  ])
  const db = plant.server.app.services.db
  await db.query(
    `UPDATE role SET permissions = array_append(permissions, 'audit.view') WHERE role_name = 'operator'`,
  )
  expect((await list('operator')).map((r) => [r.act, r.before, r.after])).toEqual([
    ['update', null, null],
    ['update', null, null],
    ['add', null, null],
  ])
})

test('entered values never become computed ones', async () => {
  const day = at('2026-01-20 00:00:00')
  const read = async () =>
    (await plant.server.app.history.read(HYDRO, ['energy.plant'], day, day + DAY)).get('energy.plant')!
  const before = [...(await read()).v]
  await enter({ day_string: '2026-01-20', e: 1, r: 1 })
  expect([...(await read()).v]).toEqual(before)
})

test('what is entered for a day that runs is of a part of it, and differs from nothing until the day is over', async () => {
  const day_string = dayOf(NOW)
  const made = await plant.ask(upsertErlog, { body: { day_string, e: 60_000, r: 1000 } })
  expect(made).toMatchObject({ version: 1, running: true })
  const [today] = await plant.ask(listErlogs, { body: { from: day_string, to: day_string } })
  expect(today).toMatchObject({ over: false, running: true, e: 60_000, difference: { e: null, r: null } })
  expect(today.computed.e).not.toBeNull()
  const [version] = await plant.ask(listErlogVersions, { params: { day: day_string } })
  expect(version.running).toBe(true)
  const { records } = await plant.ask(listAudit, {
    query: { noun: 'daily output', item: day_string } as never,
  })
  expect(records[0].after).toEqual({ e: 60_000, r: 1000, running: true })
  const [past] = await plant.ask(listErlogs, { body: { from: '2026-01-05', to: '2026-01-05' } })
  expect(past).toMatchObject({ over: true, running: false })
})
