/**
 * The reference cases through the endpoints: each at a small reservoir of its own, described for it. Those of the
 * five calculators are in tests/api/calculators.test.ts. No endpoint covers these:
 * - INT-1D-02: no call takes a volume and returns its level; the inverse is internal.
 * - HYD-W-03: no outlet of a reservoir is a sharp-crested weir; core has the formula for stations.
 * - TUR-E-01: the energy call answers whole days by hour bins, not sums of five-minute powers.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onlyCalculate, type Calculated } from '#contract/calculation.ts'
import type { DescriptionSeed, Outlet, Parameters, GeneratingUnit } from '#contract/description.ts'
import { fullPath, type Input } from '#contract/endpoint.ts'
import { getInflowNoise } from '#contract/settings.ts'
import { checkUpload, previewUpload } from '#contract/tables/uploads.ts'
import { lookupTable } from '#contract/tables.ts'
import type { Group } from '#core/description/index.ts'
import type { SeriesKind } from '#core/series/types.ts'
import { MINUTE, toLocal } from '#core/time/index.ts'
import { demoDescription } from '#plant/describe.ts'
import { referenceCases, type ReferenceCase as Case } from '../reference-cases.ts'
import { testServer, type TestServer } from '../server.ts'

const NOW = Date.UTC(2026, 9, 20, 5)
const seed = demoDescription()
const ZONE = seed.plant.zone
/** Answers have six decimals. */
const WIRE = 1e-6

const all = ['inflow', 'interpolation', 'turbines', 'hydraulics'].map(referenceCases)
const there = all.every((cases) => cases !== null)
const cases = new Map(all.flatMap((list) => list ?? []).map((c) => [c.id, c]))

let server: TestServer
beforeAll(async () => {
  server = await testServer({ now: NOW })
})
afterAll(() => server.close())

interface Sensed {
  code: string
  unit: string
  kind: SeriesKind
  /** Minutes before now, value. */
  entries: [number, number][]
}
let made = 0

interface Fixture {
  parameters?: Partial<Parameters>
  tables?: { group: Group; object?: string; rows: number[][]; power?: 'kW' | 'MW' }[]
  gates?: (Partial<Outlet> & { id: string })[]
  units?: (Partial<GeneratingUnit> & { id: string })[]
  positions?: DescriptionSeed['positions']
  sensed?: Sensed[]
  normal?: number
}

/** A reservoir with a lake of 1 km2 at every level, and the given items. */
async function reservoir(fixture: Fixture): Promise<string> {
  const hydroCode = `CASE${made++}`
  const actor = { actor: 'test', address: null, hydro: hydroCode }
  const lake = [
    [0, 0],
    [1000, 1000],
  ]
  const tables = fixture.tables ?? []
  const zv = tables.some((t) => t.group === 'ZV') ? [] : [{ group: 'ZV' as const, rows: lake }]
  await server.app.plants.create(actor, {
    ...seed,
    hydroCode,
    plant: {
      ...seed.plant,
      levels: {
        minPossible: 0,
        dead: 1,
        normal: fixture.normal ?? 600,
        designedFlood: 990,
        maxPossible: 1000,
      },
    },
    parameters: {
      ...seed.parameters,
      interval: 300,
      window: 3600,
      holdWindow: true,
      evaporation: [],
      seepage: 0,
      seepageByLevel: undefined,
      envFlow: null,
      envSeries: null,
      ...fixture.parameters,
    },
    positions: fixture.positions ?? [],
    gates: (fixture.gates ?? []).map(({ id, ...body }) => ({
      id,
      body: {
        name: id,
        type: 1,
        method: 'auto',
        parameters: {},
        leaves: [
          { id: `${id}.1`, name: '1', ...(body.type === 1 ? {} : { openingSeries: `${id}.opening` }) },
        ],
        every: 300,
        ...body,
      },
    })),
    units: (fixture.units ?? []).map(({ id, ...body }) => ({
      id,
      body: {
        ...seed.units[0].body,
        name: id,
        waterway: id,
        waterwayType: 1,
        method: 'auto',
        every: 300,
        ...body,
      },
    })),
    stations: [],
    sensors: [],
    tables: [...zv, ...tables].map((t, i) => ({
      id: t.group === 'ZV' ? 'zv' : `table${i}`,
      body: {
        ...seed.tables[0].body,
        name: t.group,
        group: t.group,
        object: ('object' in t ? t.object : undefined) ?? null,
        rows: t.rows,
        units:
          t.group === 'ZV' ? { v: '10^6 m3' as const } : { p: ('power' in t ? t.power : undefined) ?? 'MW' },
      },
    })),
    series: [],
    settings: undefined,
  })
  for (const { code, unit, kind, entries } of fixture.sensed ?? []) {
    await server.app.readings.registry.put(hydroCode, { code, name: code, unit, kind, step_s: null }, actor)
    await server.app.history.write(
      {
        hydroCode,
        series: entries.map(() => code),
        t: entries.map(([m]) => NOW - m * MINUTE),
        v: entries.map(([, v]) => v),
        q: entries.map(() => 0),
      },
      { source: 'ingest' },
    )
  }
  return hydroCode
}

type Body = NonNullable<Input<typeof onlyCalculate>['body']>
async function calculate(hydro: string, body: Body): Promise<Calculated> {
  const answer = await server.call(onlyCalculate, { body }, { account: 'operator', hydro })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data!
}
async function lookup(hydro: string, group: Group, inputs: number[]) {
  const { tables } = await server.app.plants.describe(hydro)
  const { id } = tables.find((t) => t.body.group === group)!
  return server.call(lookupTable, { body: { id, inputs } }, { account: 'admin', hydro })
}
const ago = (minutes: number) => toLocal(NOW - minutes * MINUTE, ZONE)
const still = (z: number) => ({ levels: { start: z, end: z } })

function near(got: number | null | undefined, want: number, { abs = 0, rel = 0 }: Case['tolerance']): void {
  expect(got).toBeTypeOf('number')
  expect(Math.abs(got! - want), `${got} for ${want}`).toBeLessThanOrEqual(abs + rel * Math.abs(want) + WIRE)
}
/** An existing case, calculated with the body that this file makes of it. */
const of = (id: string) => cases.get(id)!

describe.skipIf(!there)('tables, by the lookup endpoint', () => {
  test('INT-1D-01 linear between nodes and at nodes', async () => {
    const { inputs: i, expected, tolerance } = of('INT-1D-01')
    const rows = i.x.map((x: number, k: number) => [0, x, i.y[k]])
    const hydro = await reservoir({ tables: [{ group: 'ZAoAc', rows }] })
    for (const [k, x] of i.at.entries())
      near((await lookup(hydro, 'ZAoAc', [0, x])).body.data!.value, expected.y[k], tolerance)
  })

  test('INT-2D-01, INT-2D-04 a family of curves; outside of either key it is refused', async () => {
    for (const id of ['INT-2D-01', 'INT-2D-04']) {
      const { inputs: i, expected, tolerance } = of(id)
      const hydro = await reservoir({ tables: [{ group: 'ZAoAc', rows: i.rows_abv }] })
      const { status, body } = await lookup(hydro, 'ZAoAc', i.at)
      if (expected.error) expect([status, body.code]).toEqual([422, expected.error])
      else near(body.data!.value, expected.value, tolerance)
    }
  })

  test('INT-N-01, TUR-HPQ-01 the slice of n exactly, then head and power', async () => {
    const n = of('INT-N-01')
    const plant = await reservoir({ tables: [{ group: 'nHPQ', rows: n.inputs.rows_nhpq, power: 'MW' }] })
    for (const [k, at] of n.inputs.at.entries())
      near((await lookup(plant, 'nHPQ', at)).body.data!.value, n.expected.q[k], n.tolerance)
    expect((await lookup(plant, 'nHPQ', [3, 110, 15])).body.code).toBe('UNKNOWN_N')
    const h = of('TUR-HPQ-01')
    const rows = h.inputs.rows_hpq.map((r: number[]) => [1, ...r])
    const unit = await reservoir({ tables: [{ group: 'HPQ', rows, power: 'MW' }] })
    near((await lookup(unit, 'HPQ', [1, ...h.inputs.at])).body.data!.value, h.expected.q, h.tolerance)
  })

  test('INT-VAL-01 a repeated key is refused at its row', async () => {
    const { inputs: i, expected } = of('INT-VAL-01')
    const hydro = await reservoir({})
    const answer = await server.raw({
      method: 'POST',
      url: `${fullPath(previewUpload)}?name=zv.csv`,
      headers: {
        authorization: `Bearer ${await server.signIn('admin')}`,
        hydro,
        'content-type': 'text/csv',
      },
      payload: ['z,v', ...i.rows.map((r: number[]) => r.join(','))].join('\n'),
    })
    const { upload_id } = answer.body.data as { upload_id: string }
    const checked = await server.call(
      checkUpload,
      { body: { upload_id, candidate: 0, group: i.group } },
      { account: 'admin', hydro },
    )
    const { issues, errors } = checked.body.data!
    expect(errors).toBe(1)
    // Rows of the sheet; the first is the header.
    expect(issues[0]).toMatchObject({ code: expected.error, row: expected.row + 1 })
  })
})

describe.skipIf(!there)('levels and inflow, by only-calculate', () => {
  test('INT-CAL-01 the level is the mean of calibrated positions', async () => {
    const { inputs: i, expected, tolerance } = of('INT-CAL-01')
    const positions = i.positions.map((p: { a: number; b: number; average: boolean }, k: number) => ({
      id: `z${k}`,
      body: {
        ...seed.positions[0].body,
        name: `z${k}`,
        type: 1,
        series: `z${k}`,
        gain: p.a,
        offset: p.b,
        average: p.average,
        every: 300,
      },
    }))
    const sensed = i.positions.map((p: { raw: number }, k: number): Sensed => ({
      code: `z${k}`,
      unit: 'm',
      kind: 'instant',
      entries: [10, 5, 0].map((m) => [m, p.raw]),
    }))
    const hydro = await reservoir({ positions, sensed })
    near((await calculate(hydro, {})).lake_level.value, expected.z, tolerance)
  })

  test('INF-WB-01 storage between both levels and the flow meanwhile', async () => {
    const { inputs: i, expected, tolerance } = of('INF-WB-01')
    const minutes = (i.T2_s - i.T1_s) / 60
    const hydro = await reservoir({
      parameters: { interval: i.T2_s - i.T1_s, window: i.T2_s - i.T1_s },
      tables: [{ group: 'ZV', rows: i.ZV }],
      gates: [
        {
          id: 'out',
          method: 'measured',
          every: 900,
          leaves: [{ id: 'out.1', name: '', dischargeSeries: 'q' }],
        },
      ],
      sensed: [
        {
          code: 'q',
          unit: 'm3/s',
          kind: 'instant',
          entries: [
            [minutes, i.Qout_T1],
            [0, i.Qout_T2],
          ],
        },
      ],
    })
    const result = await calculate(hydro, { from: ago(minutes), levels: { start: i.Z_T1, end: i.Z_T2 } })
    near(result.total_discharge_lake.value, expected.Qin, tolerance)
  })

  test('INF-STEP-01 a gate that moved within the window counts by its time', async () => {
    const { inputs: i, expected, tolerance } = of('INF-STEP-01')
    const minutes = i.T2_s / 60
    const hydro = await reservoir({
      parameters: { interval: 900 },
      gates: [
        {
          id: 'out',
          method: 'measured',
          every: 0,
          leaves: [{ id: 'out.1', name: '', dischargeSeries: 'q' }],
        },
      ],
      sensed: [
        {
          code: 'q',
          unit: 'm3/s',
          kind: 'step',
          entries: i.gate_log.map(([s, q]: number[]): [number, number] => [minutes - s / 60, q]),
        },
      ],
    })
    const result = await calculate(hydro, { from: ago(minutes), ...still(600) })
    near(result.total_discharge_lake.value, expected.Qin, tolerance)
  })

  test('INF-MA-01 the moving average before an instant; negatives stay in it', async () => {
    const { inputs: i, expected, tolerance } = of('INF-MA-01')
    const last = i.q.length - 1
    const hydro = await reservoir({
      parameters: { inflowMethod: 5, inflowSeries: 'q', movingPoints: i.N },
      sensed: [
        {
          code: 'q',
          unit: 'm3/s',
          kind: 'instant',
          entries: i.q.map((q: number, k: number): [number, number] => [5 * (last - k), q]),
        },
      ],
    })
    for (const [k, ma] of expected.ma.entries()) {
      const { inflow_moving_average: outlet } = await calculate(hydro, { at: ago(5 * (last - k)) })
      near(outlet.value, ma, tolerance)
    }
  })

  test('INF-N-01 the expected noise, from the inputs of the settings', async () => {
    const { inputs: i, expected, tolerance } = of('INF-N-01')
    const hydro = await reservoir({
      tables: [
        {
          group: 'ZV',
          rows: [
            [0, 0],
            [1000, 1000 * i.area_km2],
          ],
        },
      ],
    })
    const answer = await server.call(getInflowNoise, {}, { account: 'admin', hydro })
    const { area, sigma_level } = answer.body.data!
    expect(sigma_level).toBe(i.sigma_z_m)
    for (const [k, dt] of i.dt_s.entries())
      near((Math.SQRT2 * area! * sigma_level) / dt, expected.sigma_Q[k], tolerance)
  })
})

/** Discharge of one outlet at a level, opening and tailwater. */
async function through(
  gate: Partial<Outlet>,
  { z, opening, tail }: { z: number; opening?: number; tail?: number | null },
): Promise<number> {
  const hydro = await reservoir({ gates: [{ id: 'g', ...gate }] })
  const result = await calculate(hydro, {
    ...still(z),
    ...(tail === undefined || tail === null ? {} : { downstream: tail }),
    openings: opening === undefined ? [] : [{ leaf_id: 'g.1', opening }],
  })
  return result.outlets[0].discharge.value!
}

describe.skipIf(!there)('outlets, by only-calculate', () => {
  const SILL = 600

  test('HYD-W-01, HYD-W-02 an overflow crest', async () => {
    const { inputs: i, expected, tolerance } = of('HYD-W-01')
    // A contraction of one bay that yields the eps of the case.
    const xiAbutment = ((1 - i.eps) * i.b) / (0.2 * i.H)
    const q = await through(
      { type: 1, parameters: { width: i.b, sill: SILL, m: i.m, bays: 1, xiAbutment } },
      { z: SILL + i.H },
    )
    near(q, expected.Q, tolerance)
    const low = of('HYD-W-02').inputs
    expect(
      await through({ type: 1, parameters: { width: low.b, sill: low.crest, m: low.m } }, { z: low.z }),
    ).toBe(0)
  })

  test('HYD-W-07 submerged, as a share of the free flow', async () => {
    const { inputs: i, expected, tolerance } = of('HYD-W-07')
    const crest = { type: 1 as const, parameters: { width: 10, sill: SILL, m: 0.42 } }
    const free = await through(crest, { z: SILL + i.h1 })
    for (const [k, h] of i.h2.entries()) {
      const q = await through(crest, { z: SILL + i.h1, tail: SILL + h })
      near(q / free, expected.factor[k], { ...tolerance, abs: (tolerance.abs ?? 0) + WIRE })
    }
  })

  test.each(['HYD-G-01', 'HYD-G-02', 'HYD-G-05', 'HYD-R-01', 'HYD-R-03'])('%s under a gate', async (id) => {
    const { inputs: i, expected, tolerance } = of(id)
    const parameters = {
      width: i.b ?? i.W,
      sill: SILL,
      c: i.C,
      m: i.m_weir,
      cSub: i.Csub,
      trunnion: i.T,
      te: i.TE,
      be: i.BE,
      he: i.HE,
    }
    const type = 'W' in i ? 2 : 3
    const tail = i.tail === undefined || i.tail === null ? null : SILL + i.tail
    near(
      await through({ type, parameters }, { z: SILL + i.H, opening: i.a ?? i.B, tail }),
      expected.Q,
      tolerance,
    )
  })

  test('HYD-C-01 a round culvert that runs full', async () => {
    const { inputs: i, expected, tolerance } = of('HYD-C-01')
    const parameters = {
      diameter: i.D,
      length: i.L,
      n: i.n,
      ke: i.Ke,
      slope: 0,
      inletInvert: SILL,
      outletInvert: SILL,
      sill: SILL,
    }
    const q = await through({ type: 5, parameters }, { z: SILL + 10, opening: i.D, tail: SILL + 10 - i.dH })
    near(q, expected.Q, tolerance)
  })

  test('HYD-T-01 gates, units, release and seepage; the release is not counted twice', async () => {
    const { inputs: i, expected, tolerance } = of('HYD-T-01')
    const measured = (code: string, v: number): Sensed => ({
      code,
      unit: 'm3/s',
      kind: 'instant',
      entries: [10, 5, 0].map((m) => [m, v]),
    })
    const hydro = await reservoir({
      parameters: { envFlow: i.env_flow.value, seepage: i.seepage, seepageReturns: true },
      gates: i.gates.map((_: number, k: number) => ({
        id: `g${k}`,
        method: 'measured',
        leaves: [{ id: `g${k}.1`, name: '', dischargeSeries: `g${k}.q` }],
      })),
      units: i.turbines.map((_: number, k: number) => ({
        id: `u${k}`,
        method: 'measured',
        dischargeSeries: `u${k}.q`,
        powerSeries: `u${k}.p`,
      })),
      sensed: [
        ...i.gates.map((v: number, k: number) => measured(`g${k}.q`, v)),
        ...i.turbines.map((v: number, k: number) => measured(`u${k}.q`, v)),
      ],
    })
    const result = await calculate(hydro, still(600))
    for (const field of ['total_discharge_dam', 'total_discharge_turbine', 'total_discharge_out'] as const)
      near(result[field].value, expected[field], tolerance)
  })
})

describe.skipIf(!there)('units, by only-calculate', () => {
  /** A unit by efficiency and losses, at a head. */
  async function unit(o: {
    qeta: number[][]
    qhl?: number[][]
    qmax: number
    rated: number
    z: number
    tail: number
    power: number
    generator?: number
  }) {
    const none = [
      [0, 0],
      [1000, 0],
    ]
    const hydro = await reservoir({
      units: [
        {
          id: 'u',
          type: 6,
          qmax: o.qmax,
          ratedPower: o.rated,
          generatorEfficiency: o.generator ?? 1,
          cutIn: 0,
          speedNoLoadFlow: 0,
          powerSeries: 'u.p',
          powerUnit: 'kW',
        },
      ],
      tables: [
        { group: 'QETA', object: 'u', rows: o.qeta },
        { group: 'QHL', object: 'u', rows: o.qhl ?? none },
      ],
    })
    return server.call(
      onlyCalculate,
      { body: { ...still(o.z), downstream: o.tail, powers: [{ unit_id: 'u', power: o.power }] } },
      { account: 'operator', hydro },
    )
  }
  const constant = (eta: number) => [
    [0, eta],
    [1, eta],
  ]

  test('TUR-P-01, TUR-Q-01 the discharge of a power at a constant efficiency', async () => {
    const p = of('TUR-P-01')
    // The call goes from power to discharge: the discharge belongs to the power of the case.
    const forth = await unit({
      qeta: constant(p.inputs.eta),
      qmax: 10,
      rated: 5000,
      z: 600 + p.inputs.H,
      tail: 600,
      power: p.expected.P_kW,
    })
    near(forth.body.data!.outlets[0].discharge.value, p.inputs.Q, p.tolerance)
    const { inputs: i, expected, tolerance } = of('TUR-Q-01')
    const back = await unit({
      qeta: constant(i.eta),
      qmax: 100,
      rated: 120_000,
      z: 600 + i.H,
      tail: 600,
      power: i.P_kW,
    })
    near(back.body.data!.outlets[0].discharge.value, expected.Q, tolerance)
  })

  test('TUR-Q-02 by QETA and QHL; TUR-Q-05 more than they can give is refused', async () => {
    const { inputs: i, expected, tolerance } = of('TUR-Q-02')
    const answer = await unit({
      qeta: i.QETA,
      qhl: i.QHL,
      qmax: i.qmax,
      rated: 18_000,
      z: i.Z_up,
      tail: i.Z_tail,
      power: i.P_kW,
      generator: i.eta_gen,
    })
    const [outlet] = answer.body.data!.outlets
    expect(outlet).toMatchObject({ method: 2, given: true })
    near(outlet.discharge.value, expected.Q, tolerance)
    const above = of('TUR-Q-05')
    const refused = await unit({
      qeta: i.QETA,
      qhl: i.QHL,
      qmax: i.qmax,
      rated: 18_000,
      z: i.Z_up,
      tail: i.Z_tail,
      power: above.inputs.P_kW,
    })
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toMatchObject([{ path: 'powers.0.power', code: above.expected.error }])
  })
})
