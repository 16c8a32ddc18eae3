import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportBundle, previewBundle, type Bundle } from '#contract/changes.ts'
import { ITEMS } from '#contract/items.ts'
import { READY_CALENDARS } from '#core/price/index.ts'
import { digestOf } from '#server/features/settings/bundle/canonical.ts'
import { demoDescription } from '#plant/index.ts'
import { testServer, type TestServer } from '../server.ts'

const EVN = READY_CALENDARS['EVN-2014']
const TARIFF = {
  name: 'T',
  kind: 'table',
  calendar: 'EVN-2014',
  currency: 'VND',
  prices: ['peak', 'normal', 'off'].map((code) => ({ class: code, price: 1000 })),
}
let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await server.app.plants.create({ actor: 'test', address: null, hydro: null }, demoDescription())
})
afterAll(() => server.close())

const add = async (
  noun: 'calendar' | 'tariff' | 'deduction',
  body: object,
  from: string | null = null,
  id?: string,
) => {
  const answer = await server.call(ITEMS[noun].add, { body: { id, body, from } } as never)
  return {
    status: answer.status,
    version: answer.body.data?.version,
    faults: (answer.body.errors ?? []).map((e) => [e.path, e.code]),
    errors: answer.body.errors,
  }
}
const bands = (change: (b: (typeof EVN.bands)[number], i: number) => object | null) => ({
  ...EVN,
  bands: EVN.bands.map(change).filter((b) => b !== null),
})

test.each([
  [
    'bands that overlap',
    'calendar',
    bands((b, i) => (i === 0 ? { ...b, to: '12:00' } : b)),
    'body.bands.3',
    'bands_overlap',
  ],
  [
    'bands that leave a minute',
    'calendar',
    bands((b, i) => (i === 3 ? { ...b, from: '12:00' } : b)),
    'body.bands',
    'bands_hole',
  ],
  ['a Sunday without a class', 'calendar', bands((b, i) => (i === 5 ? null : b)), 'body.bands', 'bands_hole'],
  [
    'a band off the energy step',
    'calendar',
    bands((b, i) => (i === 0 ? { ...b, to: '11:20' } : i === 3 ? { ...b, from: '11:20' } : b)),
    'body.bands.0.to',
    'band_off_step',
  ],
  [
    'a price below 0',
    'tariff',
    { ...TARIFF, prices: [{ class: 'peak', price: -1 }, ...TARIFF.prices.slice(1)] },
    'body.prices.0.price',
    'too_low',
  ],
  [
    'a price of a thousand million',
    'tariff',
    { ...TARIFF, prices: [{ class: 'peak', price: 1e9 }, ...TARIFF.prices.slice(1)] },
    'body.prices.0.price',
    'too_high',
  ],
  [
    'a class without a price',
    'tariff',
    { ...TARIFF, prices: TARIFF.prices.slice(1) },
    'body.prices',
    'price_missing',
  ],
  [
    'a flat price without a price',
    'tariff',
    { ...TARIFF, kind: 'flat', prices: undefined },
    'body.price',
    'required',
  ],
  [
    'a calendar that is not there',
    'tariff',
    { ...TARIFF, calendar: 'nothing' },
    'body.calendar',
    'unknown_calendar',
  ],
  [
    'a deduction of more than all',
    'deduction',
    { name: 'D', kind: 'rate', rate: 1.5 },
    'body.rate',
    'too_high',
  ],
] as const)('%s', async (_, noun, body, path, code) => {
  const { status, faults } = await add(noun, body)
  expect([status, faults.map((f) => f[0])]).toEqual([400, expect.arrayContaining([path])])
  expect(faults.find((f) => f[0] === path)![1]).toBe(code)
})

test('two people save one tariff: the second is told that it has changed', async () => {
  const { version } = await add('tariff', TARIFF, null, 'two')
  const save = (price: number) =>
    server.call(ITEMS.tariff.change, {
      params: { id: 'two' },
      body: { version, body: { ...TARIFF, kind: 'flat', prices: undefined, price } },
    } as never)
  expect((await save(1100)).status).toBe(200)
  const second = await save(1200)
  expect([second.status, second.body.code]).toEqual([409, 'conflict'])
  const [held] = (await server.call(ITEMS.tariff.list)).body.data!.filter((t) => t.id === 'two')
  expect(held.body).toMatchObject({ price: 1100 })
})

test('limits lie on the energy step at every instant, not only when a change begins', async () => {
  const shifted = (time: string) => (time === '09:30' ? '09:45' : time)
  const quarter = {
    ...EVN,
    energyStep: 15,
    bands: EVN.bands.map((b) => ({ ...b, from: shifted(b.from), to: shifted(b.to) })),
  }
  // Steps of 15 min in 2097 alone.
  const parameters = async (energyStep: number, from: string) => {
    const list = (await server.call(ITEMS.parameters.list, { query: { at: from } })).body.data!
    const { version, body } = list[0]
    const answer = await server.call(ITEMS.parameters.change, {
      params: { id: 'parameters' },
      body: { version, body: { ...body, energyStep }, from },
    } as never)
    return [answer.status, answer.body.errors?.map((e) => [e.path, e.code])]
  }
  expect((await parameters(900, '2097-01-01'))[0]).toBe(200)
  expect((await parameters(1800, '2098-01-01'))[0]).toBe(200)
  await add('calendar', quarter, null, 'quarter')
  const late = await add('tariff', { ...TARIFF, calendar: 'quarter' }, '2097-06-01')
  expect([late.status, late.faults]).toEqual([400, [['body.calendar', 'calendar_off_step']]])

  // And the other way round: a tariff of 2097 that ends with it, then its calendar and the parameters.
  await add('calendar', EVN, null, 'plain')
  const made = await add('tariff', { ...TARIFF, calendar: 'plain' }, '2099-01-01', 'plain')
  expect(made.status).toBe(201)
  const calendar = (await server.call(ITEMS.calendar.list)).body.data!.find((c) => c.id === 'plain')!
  const changed = await server.call(ITEMS.calendar.change, {
    params: { id: 'plain' },
    body: { version: calendar.version, body: quarter },
  } as never)
  expect([changed.status, changed.body.errors?.[0].code]).toEqual([400, 'band_off_plant_step'])
})

test('a configuration file is held to the same', async () => {
  const file = (await server.call(exportBundle)).body as unknown as Bundle
  const without = structuredClone(file)
  without.content.items = without.content.items.filter((i) => i.noun !== 'calendar' || i.id !== 'plain')
  const sha256 = digestOf({ hydro_code: without.hydro_code, content: without.content })
  const { status, body } = await server.call(previewBundle, {
    body: { bundle: { ...without, sha256 } },
  } as never)
  expect([status, body.errors]).toMatchObject([
    400,
    [{ path: 'tariff.plain.body.calendar', code: 'unknown_calendar' }],
  ])
})
