import { FLOORED } from '#core/quality/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as calculators from '#contract/calculators.ts'
import { demoDescription } from '#plant/describe.ts'
import { referenceCases } from '../reference-cases.ts'
import { testServer, type TestServer } from '../server.ts'

/** The reference cases through the endpoints, at reservoirs that have their tables. */
const found = referenceCases('calculators')
const cases = found ?? []
const ENDPOINTS = {
  VOL: calculators.calculateVolume,
  TIME: calculators.calculateTime,
  CF: calculators.calculateCFactor,
  QST: calculators.calculateShortTerm,
  DF: calculators.calculateDischarge,
} as const

let server: TestServer
const seed = demoDescription()

/** A reservoir with this storage curve (10^6 m3). */
async function reservoir(hydroCode: string, rows: number[][]) {
  const [zv] = seed.tables.filter((t) => t.body.group === 'ZV')
  const body = { ...zv.body, rows, units: { v: '10^6 m3' as const } }
  const levels = { minPossible: 590, dead: 600, normal: 630, designedFlood: 635, maxPossible: 660 }
  await server.app.plants.create(
    { actor: 'test', address: null, hydro: hydroCode },
    { ...seed, hydroCode, plant: { ...seed.plant, levels }, tables: [{ id: 'zv', body }] },
  )
}

beforeAll(async () => {
  server = await testServer()
  const curves = [...new Set(cases.flatMap((c) => (c.inputs.ZV ? [JSON.stringify(c.inputs.ZV)] : [])))]
  for (const [i, rows] of curves.entries()) await reservoir(`C${i}`, JSON.parse(rows))
  await reservoir('OWN', [
    [600, 0],
    [610, 2],
    [640, 32],
  ])
  for (const [i, rows] of curves.entries()) byCurve.set(rows, `C${i}`)
})
afterAll(() => server.close())
const byCurve = new Map<string, string>()

const call = async (
  kind: keyof typeof ENDPOINTS,
  body: object,
  language: 'vi' | 'en' = 'en',
  hydro = 'OWN',
) => server.call(ENDPOINTS[kind], { body } as never, { account: 'operator', hydro, language })

describe.skipIf(found === null)('the reference cases through the calls', () => {
  test.each(cases.filter((c) => !c.id.includes('TANA')).map((c) => [c.id, c] as const))(
    '%s',
    async (id, c) => {
      const kind = id.split('-')[1] as keyof typeof ENDPOINTS
      const { ZV, zv_unit: _, ...body } = c.inputs
      const { status, body: answer } = await call(kind, body, 'en', byCurve.get(JSON.stringify(ZV)) ?? 'OWN')
      if (c.expected.error) {
        expect([status, answer.code]).toEqual([422, c.expected.error])
        expect(answer.errors).toMatchObject([{ path: c.expected.field ?? 'QIN' }])
        return
      }
      expect(status).toBe(200)
      const meta = answer as unknown as { meta: { unit: string } }
      for (const [key, wanted] of Object.entries(c.expected)) {
        if (key === 'unit') expect(meta.meta.unit).toBe(wanted)
        else {
          const data = answer.data as unknown as number | Record<string, number>
          const got = typeof data === 'number' ? data : data[key]
          expect(Math.abs(got - wanted)).toBeLessThanOrEqual(c.tolerance.abs ?? 0)
        }
      }
    },
  )
})

describe('refusals', () => {
  test.each([
    ['VOL', { Z1: 589, Z2: 620 }, 'OUT_OF_RANGE', 'Z1'],
    ['VOL', { Z1: 620, Z2: 645 }, 'OUT_OF_TABLE', 'Z2'],
    ['TIME', { Z1: 620, Z2: 630, QIN: 10, QPLANT: 20 }, 'TARGET_UNREACHABLE', 'Z2'],
    ['TIME', { Z1: 620, Z2: 630, QIN: -1, QPLANT: 20 }, 'OUT_OF_RANGE', 'QIN'],
    ['CF', { R: 10, C: 0.5, CA: 0 }, 'OUT_OF_RANGE', 'CA'],
    ['QST', { QIN: 10, TANA: 1, T: -1 }, 'OUT_OF_RANGE', 'T'],
  ] as const)('%s %j', async (kind, body, code, field) => {
    for (const language of ['vi', 'en'] as const) {
      const answer = (await call(kind, body, language)).body
      expect(answer).toMatchObject({ status: 'error', code, errors: [{ path: field, code }] })
      expect(answer.message).not.toMatch(/[{}]/)
      expect(/[ăâđêôơưạảấầậắằịọộớờợụứừựỳ]/i.test(answer.message)).toBe(language === 'vi')
    }
  })

  test.each([
    ['VOL', { Z1: 589, Z2: 620 }, 'Z1 = 589 m không thể có: phải từ 590 đến 660 m'],
    ['VOL', { Z1: 620, Z2: 645 }, 'Z2 = 645 m nằm ngoài bảng (600 đến 640 m)'],
    [
      'TIME',
      { Z1: 620, Z2: 630, QIN: -1, QPLANT: 2 },
      'QIN = -1 m³/s không thể có: không được nhỏ hơn 0 m³/s',
    ],
    ['CF', { R: 10, C: 1.5, CA: 4 }, 'C = 1.5 không thể có: phải từ 0 đến 1'],
    ['CF', { R: 10, C: 0.5, CA: 0 }, 'CA = 0 km² không thể có: phải lớn hơn 0 km²'],
    ['CF', { R: 1e300, C: 1, CA: 1e300 }, 'CA = 1e+300 km² không thể có: số quá lớn, không tính được'],
  ] as const)('a range is stated with its unit: %s %j', async (kind, body, message) => {
    const answer = (await call(kind, body, 'vi')).body
    expect(answer).toMatchObject({ message, errors: [{ message }] })
  })

  test('text, nothing and infinity are no numbers: the field is named', async () => {
    for (const QIN of ['150', null, undefined]) {
      const { status, body } = await call('TIME', { Z1: 620, Z2: 630, QIN, QPLANT: 1 })
      expect(status).toBe(400)
      expect(body.errors).toMatchObject([{ path: 'QIN' }])
    }
  })

  test('accounts that may not calculate are refused', async () => {
    const { status } = await server.call(
      calculators.calculateVolume,
      { body: { Z1: 620, Z2: 630 } },
      { account: 'viewer', hydro: 'OWN' },
    )
    expect(status).toBe(403)
  })
})

test('warnings are returned with the number: far ahead, more than the inflow itself', async () => {
  const far = (await call('QST', { QIN: 100, TANA: 10, T: 4 })).body as unknown as {
    data: number
    meta: object
  }
  expect(far).toMatchObject({ data: 140, meta: { unit: 'm3/s', warnings: ['far_ahead'] } })
  const mean = (await call('DF', { QIN: 850, QPLANT: 120, TANA: 60, T: 1, mean_over_T: true })).body
  expect(mean.data).toBe(760)
})

test('a result below 0 is 0, with a warning', async () => {
  const below = { data: 0, meta: { unit: 'm3/s', quality: FLOORED } }
  const short = (await call('QST', { QIN: 12, TANA: -20, T: 1 })).body
  expect(short).toMatchObject(below)
  expect((short as unknown as { meta: { warnings: string[] } }).meta.warnings).toContain('FLOORED')
  const release = (await call('DF', { QIN: 80, QPLANT: 120, TANA: 5, T: 1 })).body
  expect(release).toMatchObject({ ...below, meta: { warnings: ['FLOORED'] } })
  // A computed 0 is not a lower limit.
  const even = (await call('DF', { QIN: 80, QPLANT: 85, TANA: 5, T: 1 })).body
  expect(even).toMatchObject({ data: 0, meta: { quality: 0, warnings: [] } })
})

test('inputs start from known values, and are null where there are none', async () => {
  const { status, body } = await server.call(
    calculators.getCalculatorInputs,
    {},
    { account: 'operator', hydro: 'OWN' },
  )
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    Z: null,
    QIN: null,
    TANA: null,
    CA: seed.plant.basinArea,
    min_possible_water_level: 590,
    storage: [
      [600, 0],
      [610, 2e6],
      [640, 32e6],
    ],
  })
})
