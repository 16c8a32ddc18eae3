import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportBundle, previewBundle, type Bundle } from '#contract/changes.ts'
import { ITEMS } from '#contract/items.ts'
import { demoDescription } from '#plant/index.ts'
import { testServer, type TestServer } from '../server.ts'
import { AVOIDED, HYDRO } from './plant.ts'

const ENTERED = { ...AVOIDED, surplus: { rule: 'entered', prices: [{ price: 300 }] } }
const ABOVE = { ...AVOIDED, surplus: { rule: 'above_power', power: 30_000, prices: [{ price: 300 }] } }

let server: TestServer
/** A plant with a tariff from before the rule was refused. */
beforeAll(async () => {
  server = await testServer()
  const seed = { ...demoDescription(), tariffs: [{ id: 'old', body: ENTERED }] }
  await server.app.plants.create({ actor: 'test', address: null, hydro: null }, seed as never)
})
afterAll(() => server.close())

const as = { account: 'admin', language: 'vi' } as const

test('a tariff whose surplus nobody can enter is refused, on the rule', async () => {
  const add = (body: object) =>
    server.call(ITEMS.tariff.add, { body: { id: 'new', body, from: null } } as never, as)
  const { status, body } = await add(ENTERED)
  expect([status, body.errors]).toEqual([
    400,
    [
      {
        path: 'body.surplus.rule',
        code: 'surplus_entered',
        message:
          'Không nhập được điện năng dư bên cạnh sản lượng đã lưu: hãy chọn phần trên một mức công suất, hoặc bỏ điện năng dư',
      },
    ],
  ])
  // Without a rule it is that one as well.
  const { rule: _, ...surplus } = ENTERED.surplus
  expect((await add({ ...AVOIDED, surplus })).body.errors).toMatchObject([{ code: 'surplus_entered' }])
  expect((await add(ABOVE)).status).toBe(201)
})

test('one from before stays readable and exported, and is mended by another rule', async () => {
  const old = (await server.call(ITEMS.tariff.list, {}, as)).body.data!.find((x) => x.id === 'old')!
  expect(old).toMatchObject({ id: 'old', body: { surplus: { rule: 'entered' } } })
  const bundle = (await server.call(exportBundle, {}, as)).body as unknown as Bundle
  const same = await server.call(previewBundle, { body: { bundle } } as never, as)
  expect([same.status, same.body.errors]).toEqual([200, undefined])
  const mended = await server.call(
    ITEMS.tariff.change,
    { params: { id: 'old' }, body: { version: old.version, body: ABOVE, from: '2026-01-01' } } as never,
    as,
  )
  expect([mended.status, mended.body.errors]).toEqual([200, undefined])
})

test('a price that comes less than once a day is refused: most of the time would have none', async () => {
  for (const [code, unit, kind, step_s] of [
    ['price.month', 'VND/kWh', 'mean', 30 * 86_400],
    ['price.day', 'VND/kWh', 'mean', 86_400],
    ['contracted.week', 'kWh', 'total', 7 * 86_400],
  ] as const)
    await server.app.readings.registry.put(
      HYDRO,
      { code, name: code, unit, kind, step_s },
      { actor: 'test', address: null },
    )
  const add = (series: string, contract: string) =>
    server.call(
      ITEMS.tariff.add,
      {
        body: {
          id: series,
          body: {
            name: series,
            kind: 'series',
            calendar: 'EVN-2014',
            series,
            contract: { price: 1500, series: contract },
          },
          from: null,
        },
      } as never,
      as,
    )
  const refused = await add('price.month', 'contracted.week')
  expect(refused.body.errors).toMatchObject([
    {
      path: 'body.series',
      code: 'price_step_long',
      message: expect.stringContaining('price.month cứ 720 giờ'),
    },
    { path: 'body.contract.series', code: 'price_step_long' },
  ])
  expect((await add('price.day', 'contracted.week')).body.errors).toMatchObject([
    { path: 'body.contract.series' },
  ])
})
