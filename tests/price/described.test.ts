import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportAudit, listAudit } from '#contract/audit.ts'
import { exportBundle, listChanges, previewBundle, type Bundle } from '#contract/changes.ts'
import { ITEMS } from '#contract/items.ts'
import { READY_CALENDARS } from '#core/price/index.ts'
import { digestOf } from '#server/features/settings/bundle/canonical.ts'
import { demoDescription, HYDRO_CODE } from '#plant/describe.ts'
import { testServer, type TestServer } from '../server.ts'

const EVN = READY_CALENDARS['EVN-2014']
const PRICES = [
  { class: 'peak', price: 2000 },
  { class: 'normal', price: 1200 },
  { class: 'off', price: 700 },
]
const TARIFF = { name: 'Năm 2026', kind: 'table', calendar: 'own', currency: 'VND', prices: PRICES }

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await server.app.plants.create({ actor: 'test', address: null, hydro: null }, demoDescription())
})
afterAll(() => server.close())

const add = (noun: 'calendar' | 'tariff', id: string, body: object, account = 'admin') =>
  server.call(ITEMS[noun].add, { body: { id, body, from: null } } as never, { account, language: 'vi' })
const change = (noun: 'calendar' | 'tariff', id: string, version: string, body: object, from?: string) =>
  server.call(ITEMS[noun].change, { params: { id }, body: { version, body, from } } as never, {
    account: 'admin',
    language: 'vi',
  })

test('a tariff is saved with the calendar that it names, and both keep what is needed', async () => {
  const { status, body } = await add('tariff', 'avoided', TARIFF)
  expect([status, body.errors]).toMatchObject([
    400,
    [{ path: 'body.calendar', code: 'unknown_calendar', message: 'Không có biểu giờ own' }],
  ])
  const calendar = await add('calendar', 'own', EVN)
  expect(calendar.status).toBe(201)
  const without = await add('tariff', 'avoided', { ...TARIFF, prices: PRICES.slice(1) })
  expect(without.body.errors).toMatchObject([{ path: 'body.prices', code: 'price_missing' }])
  const tariff = await add('tariff', 'avoided', TARIFF)
  expect(tariff.status).toBe(201)

  // Bands are checked when saved, as in the pure call.
  const { version } = calendar.body.data!
  const hole = await change('calendar', 'own', version, { ...EVN, bands: EVN.bands.slice(1) })
  expect([hole.status, hole.body.errors]).toMatchObject([400, [{ path: 'body.bands', code: 'bands_hole' }]])
  const more = {
    ...EVN,
    classes: [...EVN.classes, { code: 'top', name: 'top' }],
    bands: EVN.bands.map((b, i) => (i === 0 ? { ...b, class: 'top' } : b)),
  }
  const used = await change('calendar', 'own', version, more)
  expect(used.body.errors).toMatchObject([
    {
      path: 'body.classes',
      code: 'calendar_in_use',
      message:
        'Biểu giá Năm 2026 đang dùng biểu giờ này: Chưa có giá cho loại giờ top (mọi mùa). Hãy lập biểu giờ mới rồi chọn nó trong biểu giá',
    },
  ])
  const retired = await server.call(
    ITEMS.calendar.retire,
    { params: { id: 'own' }, body: { version, from: null } },
    { account: 'admin', language: 'vi' },
  )
  expect([retired.status, retired.body.errors]).toMatchObject([
    400,
    [{ path: 'from', code: 'calendar_named' }],
  ])

  // Holidays of a year are entered without touching what is named.
  const holidays = { ...EVN, holidays: ['2027-01-01'] }
  expect((await change('calendar', 'own', version, holidays, '2026-12-01')).status).toBe(200)
})

test('a tariff has its calendar over its whole period, with each version of it', async () => {
  const from = async (noun: 'calendar' | 'tariff', id: string, body: object, day: string | null) =>
    server.call(ITEMS[noun].add, { body: { id, body, from: day } } as never, {
      account: 'admin',
      language: 'vi',
    })
  const later = { ...TARIFF, name: 'Năm 2027', calendar: 'later' }
  const calendar = await from('calendar', 'later', EVN, '2026-06-01')
  expect(calendar.status).toBe(201)
  const early = await from('tariff', 'later', later, '2026-01-01')
  expect([early.status, early.body.errors]).toMatchObject([
    400,
    [{ path: 'body.calendar', code: 'calendar_until', message: expect.stringContaining('01/01/2026') }],
  ])
  expect((await from('tariff', 'later', later, null)).body.errors).toMatchObject([
    { path: 'body.calendar', code: 'calendar_from', message: expect.stringContaining('01/06/2026') },
  ])
  expect((await from('tariff', 'later', later, '2099-01-01')).status).toBe(201)

  // The tariff begins in the future: today nothing uses the calendar yet.
  const { version } = calendar.body.data!
  const more = {
    ...EVN,
    classes: [...EVN.classes, { code: 'top', name: 'top' }],
    bands: EVN.bands.map((b, i) => (i === 0 ? { ...b, class: 'top' } : b)),
  }
  const used = await change('calendar', 'later', version, more)
  expect(used.body.errors).toMatchObject([{ path: 'body.classes', code: 'calendar_in_use' }])
  const retire = (day: string) =>
    server.call(
      ITEMS.calendar.retire,
      { params: { id: 'later' }, body: { version, from: day } },
      { account: 'admin', language: 'vi' },
    )
  expect((await retire('2098-01-01')).body.errors).toMatchObject([{ path: 'from', code: 'calendar_named' }])

  // A file that leaves the calendar out.
  const file = (await server.call(exportBundle)).body as unknown as Bundle
  const without = structuredClone(file)
  without.content.items = without.content.items.filter((i) => i.id !== 'later' || i.noun !== 'calendar')
  const sha256 = digestOf({ hydro_code: without.hydro_code, content: without.content })
  const preview = await server.call(previewBundle, { body: { bundle: { ...without, sha256 } } } as never)
  expect([preview.status, preview.body.errors]).toMatchObject([
    400,
    [{ path: 'tariff.later.body.calendar', code: 'unknown_calendar' }],
  ])
})

test.each(['constructor', 'toString', '__proto__'])('a calendar %s is not there', async (calendar) => {
  const { status, body } = await add('tariff', 'proto', { ...TARIFF, calendar })
  expect([status, body.errors]).toMatchObject([400, [{ path: 'body.calendar', code: 'unknown_calendar' }]])
})

test('a calendar of the name of a ready one is retired only where the ready one has the classes', async () => {
  const own = {
    ...EVN,
    classes: [...EVN.classes, { code: 'top', name: 'top' }],
    bands: EVN.bands.map((b, i) => (i === 0 ? { ...b, class: 'top' } : b)),
  }
  const { version } = (await add('calendar', 'EVN-2014', own)).body.data!
  const prices = [...PRICES, { class: 'top', price: 3000 }]
  const body = { ...TARIFF, calendar: 'EVN-2014', prices }
  const tariff = await add('tariff', 'over-ready', body)
  expect(tariff.status).toBe(201)
  const retire = (noun: 'calendar' | 'tariff', id: string, of: string) =>
    server.call(
      ITEMS[noun].retire,
      { params: { id }, body: { version: of, from: null } },
      { account: 'admin', language: 'vi' },
    )
  expect((await retire('calendar', 'EVN-2014', version)).body.errors).toMatchObject([
    { path: 'from', code: 'calendar_in_use' },
  ])
  expect((await retire('tariff', 'over-ready', tariff.body.data!.version)).status).toBe(200)
  expect((await retire('calendar', 'EVN-2014', version)).status).toBe(200)
})

test('series of prices and of contracted energy have their units; a unit has energy codes of its own', async () => {
  const series = 'upstream.level'
  await server.app.readings.registry.put(
    HYDRO_CODE,
    { code: series, name: series, unit: 'm', kind: 'instant', step_s: 3600 },
    { actor: 'test', address: null },
  )
  const body = {
    name: 'Thị trường',
    kind: 'series',
    calendar: 'EVN-2014',
    currency: 'VND',
    series,
    contract: { price: 1000, series },
  }
  const { status, body: refused } = await add('tariff', 'market', body)
  expect([status, refused.errors]).toMatchObject([
    400,
    [
      { path: 'body.series', code: 'unit_differs' },
      { path: 'body.contract.series', code: 'unit_differs' },
    ],
  ])
  const [unit] = demoDescription().units
  const unitOf = (id: string) =>
    server.call(ITEMS.unit.add, { body: { id, body: unit.body, from: null } } as never, { account: 'admin' })
  for (const id of [`${unit.id}.difference`, 'plant.difference'])
    expect((await unitOf(id)).body.errors).toContainEqual(
      expect.objectContaining({ path: 'id', code: 'code_taken' }),
    )
})

test('a class changes where a step of energy ends: of the calendar, the tariff and the parameters', async () => {
  const shifted = (time: string) => (time === '09:30' ? '09:45' : time)
  const quarter = {
    ...EVN,
    energyStep: 15,
    bands: EVN.bands.map((b) => ({ ...b, from: shifted(b.from), to: shifted(b.to) })),
  }
  // Energy is stored in half-hours: 09:30-10:00 would be split by time.
  const unused = await add('calendar', 'quarter', quarter)
  expect(unused.status).toBe(201)
  const early = await add('tariff', 'quarterly', { ...TARIFF, calendar: 'quarter' })
  expect([early.status, early.body.errors]).toMatchObject([
    400,
    [{ path: 'body.calendar', code: 'calendar_off_step' }],
  ])
  const parameters = async (energyStep: 900 | 1800) => {
    const [p] = (await server.call(ITEMS.parameters.list, {}, { account: 'admin' })).body.data!
    const body = { version: p.version, body: { ...p.body, energyStep } }
    return server.call(
      ITEMS.parameters.change,
      { params: { id: p.id }, body },
      { account: 'admin', language: 'vi' },
    )
  }
  expect((await parameters(900)).status).toBe(200)
  expect((await add('tariff', 'quarterly', { ...TARIFF, calendar: 'quarter' })).status).toBe(201)
  const longer = await parameters(1800)
  expect([longer.status, longer.body.errors]).toMatchObject([
    400,
    [
      {
        path: 'body.energyStep',
        code: 'step_off_calendar',
        message: 'Biểu giá Năm 2026 đổi loại giờ lúc 09:45, nằm giữa một bước điện lượng 30 phút',
      },
    ],
  ])
  const odd = (time: string) => (time === '09:45' ? '09:35' : time)
  const five = {
    ...quarter,
    energyStep: 5,
    bands: quarter.bands.map((b) => ({ ...b, from: odd(b.from), to: odd(b.to) })),
  }
  const changed = await change('calendar', 'quarter', unused.body.data!.version, five)
  expect([changed.status, changed.body.errors![0]]).toMatchObject([
    400,
    { path: 'body.bands.0.from', code: 'band_off_plant_step' },
  ])
})

test('two people save one tariff: the second is refused', async () => {
  const { version } = (await add('tariff', 'twice', { ...TARIFF, calendar: 'EVN-2014' })).body.data!
  const dearer = { ...TARIFF, calendar: 'EVN-2014', name: 'A' }
  const both = await Promise.all([
    change('tariff', 'twice', version, dearer),
    change('tariff', 'twice', version, { ...dearer, name: 'B' }),
  ])
  expect(both.map((a) => a.status).toSorted()).toEqual([200, 409])
})

test('who lacks the permission neither changes nor sees prices, also in the list of changes', async () => {
  expect((await add('tariff', 'mine', TARIFF, 'operator')).status).toBe(403)
  const db = server.app.services.db
  await db.query(
    `INSERT INTO role (role_id, role_name, level, permissions, created_at)
     VALUES ('ro_settings', 'settings', 3, '{settings,information}', 0)`,
  )
  await db.query("UPDATE account_role SET role_id = 'ro_settings' WHERE account_id = 'ac_viewer'")
  const of = async (account: string) => {
    const { status, body } = await server.call(listChanges, { query: {} }, { account })
    expect(status).toBe(200)
    return body.data!.changes.map((c) => c.noun)
  }
  expect(await of('admin')).toContain('tariff')
  expect(await of('viewer')).not.toContain('tariff')
})

test('the audit log shows and finds prices only for who may see them', async () => {
  const body = { ...TARIFF, calendar: 'EVN-2014', prices: PRICES.map((p) => ({ ...p, price: 98_765 })) }
  expect((await add('tariff', 'secret', body)).status).toBe(201)
  const db = server.app.services.db
  await db.query(
    `INSERT INTO role (role_id, role_name, level, permissions, created_at)
     VALUES ('ro_audit', 'audit', 3, '{audit.view}', 0)`,
  )
  await db.query("UPDATE account_role SET role_id = 'ro_audit' WHERE account_id = 'ac_viewer'")
  const read = async (account: string, query: object) =>
    (await server.call(listAudit, { query } as never, { account })).body.data!.records
  for (const [account, seen] of [
    ['admin', true],
    ['viewer', false],
  ] as const) {
    const [record] = await read(account, { noun: 'tariff', item: 'secret' })
    expect(record.item).toBe('secret')
    expect(JSON.stringify(record).includes('98765')).toBe(seen)
    expect(await read(account, { search: '98765' })).toHaveLength(seen ? 1 : 0)
    const csv = await server.call(exportAudit, { query: { item: 'secret' } } as never, { account })
    expect(JSON.stringify(csv.body ?? csv).includes('98765')).toBe(seen)
  }
})

test('nothing is computed again when a price changes', async () => {
  const db = server.app.services.db
  await db.query('DELETE FROM dirty_span')
  expect((await add('tariff', 'quiet', { ...TARIFF, calendar: 'EVN-2014' })).status).toBe(201)
  expect(await db.query('SELECT 1 FROM dirty_span')).toEqual([])
})
