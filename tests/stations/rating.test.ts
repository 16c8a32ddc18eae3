import { afterAll, beforeAll, expect, test } from 'vitest'
import { MISSING } from '#core/quality/index.ts'
import * as contract from '#contract/stations.ts'
import { MINUTE, HOUR, HYDRO, entries, fixture, local, type Fixture } from './fixture.ts'

let h: Fixture
let now: number
beforeAll(async () => {
  h = await fixture()
  now = h.server.clock.now()
})
afterAll(() => h.server.close())

const SYSTEM = { actor: 'system', address: null, hydro: HYDRO }

/** Puts a rating in force for a station. */
async function rate(station: string, rows: number[][], from: number | null) {
  const { plants, services } = h.server.app
  const body = {
    group: 'ZQ',
    name: 'Z-Q',
    object: station,
    fileName: '',
    uploadedAt: services.clock.now(),
    active: true,
    loopByYear: false,
    rows,
    units: {},
  }
  const change = {
    hydroCode: HYDRO,
    noun: 'table' as const,
    itemId: 'zq',
    body,
    from,
    to: null,
    reason: null,
  }
  await services.db.tx((c) => plants.change(c, SYSTEM, change))
  plants.changed(HYDRO, from, null)
}

test('a station of type 4 shows its discharge by the rating in force, live and recomputed', async () => {
  const added = await h.server.call(
    contract.addStation,
    {
      body: {
        station_code: 'TV_MOI',
        name: 'Trạm thủy văn mới',
        station_type_id: 4,
        province: 'Quảng Ngãi',
        latitude: 14.8,
        longitude: 108.4,
        series: 'level.new',
        every: 300,
      } as never,
    },
    { account: 'admin' },
  )
  const id = added.body.data!.id
  const at = Math.floor(now / (5 * MINUTE)) * 5 * MINUTE
  await h.send('level.new', [
    [at - HOUR, 13.5],
    [at, 13.25],
  ])
  await h.server.app.calculation.settle(HYDRO)
  const code = `station.${id}.q`
  expect(await h.station(id)).toMatchObject({
    last_data: 13.25,
    unit: 'm',
    discharge: { series: code, value: null, quality: MISSING, date_string: local(at) },
  })

  const rows = [
    [12, 0],
    [13, 8],
    [14, 45],
  ]
  await rate(id, rows, null)
  await h.server.app.calculation.settle(HYDRO)
  expect((await h.station(id)).discharge).toEqual({
    series: code,
    value: 8 + 0.25 * 37,
    quality: 0,
    date_string: local(at),
  })
  expect((await h.station('TV_BAVAN_H')).discharge).toBeNull()

  // A rating from half an hour ago changes what is later, and nothing earlier.
  await rate(id, [...rows.slice(0, 2), [14, 50]], at - HOUR / 2)
  await h.server.app.calculation.settle(HYDRO)
  const body = { station: id, from: local(at - HOUR), to: local(at) }
  const { data } = (await h.server.call(contract.getStationData, { body })).body
  expect(data!.column.v.filter((v) => v !== null)).toEqual([13.5, 13.25])
  const flow = new Map(entries(data!.discharge!))
  expect(flow.get(at - HOUR)).toBe(26.5)
  expect(flow.get(at)).toBe(8 + 0.25 * 42)

  const { v } = (await h.server.app.history.read(HYDRO, [code], at, at)).get(code)!
  await h.server.app.calculation.recompute(HYDRO, at - HOUR, at, 'system')
  expect((await h.server.app.history.read(HYDRO, [code], at, at)).get(code)!.v).toEqual(v)
})
