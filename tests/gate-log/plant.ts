import { HOUR, MINUTE } from '#core/time/units.ts'
import type { DescriptionSeed } from '#contract/description.ts'
import { postReadings } from '#contract/readings.ts'
import { demoDescription } from '#plant/describe.ts'
import { addReservoir, testServer, type TestServer } from '../server.ts'

export { HOUR, MINUTE } from '#core/time/units.ts'

export const HYDRO = 'LOGGED'
/** 12:00 of 20 October 2026 at the plant. */
export const NOW = Date.UTC(2026, 9, 20, 5)
/** Through an orifice 8 m wide under 12 m, m3/s per metre of opening. */
export const ORIFICE = 0.6 * 8 * Math.sqrt(2 * 9.81 * 12)

const demo = demoDescription()
const table = (group: 'ZV' | 'ZPQ', object: string | null, rows: number[][], units: object) => ({
  id: group,
  body: {
    group,
    name: group,
    object,
    fileName: '',
    uploadedAt: 0,
    active: true,
    loopByYear: false,
    rows,
    units,
  },
})

/**
 * A lake of 1 km2 at every level; an outlet with two gates without sensors (a, b) and one with a sensor (c), a free
 * overflow, and a unit that makes 1 MW from 2 m3/s at any level.
 */
export const seed: DescriptionSeed = {
  ...demo,
  hydroCode: HYDRO,
  plant: {
    ...demo.plant,
    name: 'Hồ thử',
    levels: { minPossible: 580, dead: 590, normal: 620, designedFlood: 630, maxPossible: 640 },
  },
  parameters: {
    ...demo.parameters,
    inflowMethod: 1,
    window: 300,
    movingPoints: 1,
    seepage: 0,
    evaporation: [],
    envFlow: 0,
  },
  positions: [
    {
      id: 'z',
      body: { name: 'Thước', type: 1, series: 'z', gain: 1, offset: 0, method: 1, average: true, every: 300 },
    },
  ],
  gates: [
    {
      id: 'spill',
      body: {
        name: 'Tràn xả mặt',
        type: 3,
        method: 'auto',
        parameters: { width: 8, sill: 600, maxOpening: 6 },
        leaves: [
          { id: 'a', name: 'Cửa số 1' },
          { id: 'b', name: 'Cửa số 2' },
        ],
        every: 300,
      },
    },
    {
      id: 'bottom',
      body: {
        name: 'Cửa xả sâu',
        type: 3,
        method: 'auto',
        parameters: { width: 8, sill: 600, maxOpening: 6 },
        leaves: [{ id: 'c', name: 'Cửa xả sâu', openingSeries: 'c.opening', openingUnit: 'm' }],
        every: 300,
      },
    },
    {
      id: 'free',
      body: {
        name: 'Tràn tự do',
        type: 1,
        method: 'auto',
        parameters: { width: 30, sill: 625 },
        leaves: [{ id: 'free', name: 'Tràn tự do' }],
        every: 300,
      },
    },
  ],
  units: [
    {
      id: 'u',
      body: {
        name: 'Tổ máy H1',
        type: 6,
        axis: 2,
        number: 1,
        centreElevation: 560,
        ratedPower: 20_000,
        qmax: 45,
        waterwayType: 1,
        waterway: 'u',
        powerSeries: 'u.power',
        powerUnit: 'MW',
        method: 'auto',
        every: 300,
      },
    },
  ],
  // The lake is constant to keep the arithmetic simple: its gauge is not stuck.
  checks: ['z', 'c.opening', 'u.power'].map((code) => ({
    id: `still.${code}`,
    body: {
      name: code,
      kind: 'stuck' as const,
      series: [code],
      enabled: false,
      grade: null,
      limits: { duration: 86_400 },
    },
  })),
  stations: [],
  sensors: [],
  tables: [
    table(
      'ZV',
      null,
      [
        [580, 0],
        [640, 60],
      ],
      { v: '10^6 m3' },
    ),
    table(
      'ZPQ',
      'u',
      [610, 620].flatMap((z) => [0, 1, 20].map((p) => [z, p, 2 * p])),
      { p: 'MW' },
    ),
  ],
  series: [
    { code: 'z', name: 'Mực nước', unit: 'm', kind: 'instant', step_s: 300 },
    { code: 'c.opening', name: 'Độ mở', unit: 'm', kind: 'step', step_s: 300 },
    { code: 'u.power', name: 'Công suất', unit: 'MW', kind: 'instant', step_s: 300 },
  ],
}

export interface Logged {
  server: TestServer
  /** Sends readings, epoch ms. */
  send(readings: { series: string; t: number; v: number | null }[]): Promise<void>
}

/**
 * The plant with a constant lake over the last day, everything closed since then; the test settles its calculation.
 */
export async function plant(): Promise<Logged> {
  const server = await testServer({ now: NOW })
  await addReservoir(server.app, seed)
  const token = await server.ingestToken(HYDRO)
  const send: Logged['send'] = async (readings) => {
    const answer = await server.call(postReadings, { body: { readings } } as never, { token })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  }
  const readings = []
  for (let t = NOW - 30 * HOUR; t <= NOW; t += 5 * MINUTE)
    readings.push(
      { series: 'z', t, v: 612 },
      { series: 'u.power', t, v: 0 },
      { series: 'c.opening', t, v: 0 },
    )
  await send(readings)
  return { server, send }
}
