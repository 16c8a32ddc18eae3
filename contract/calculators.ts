import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { STATE } from './subjects.ts'

/** The five calculators. Levels in m, discharges in m3/s; refusals are 422 with a code and the field. */
const base = 'main' as const
const access = 'dashboard.calculation' as const
const method = 'POST' as const
/** Calculators belong to the editions of plants that control their flow. */
const notIn = ['LITE'] as const
const path = (name: string) => `/v1/calculation/calculator/${name}`

const number = z.number()

export const calculateVolume = endpoint({
  base,
  method,
  path: path('volume'),
  access,
  notIn,
  changes: [],
  summary: 'Volumes (m3) at levels Z1 and Z2 by the storage table in force, and their difference.',
  body: z.object({ Z1: number, Z2: number }),
  data: z.object({ V1: z.number(), V2: z.number(), deltaV: z.number() }),
})

export const calculateTime = endpoint({
  base,
  method,
  path: path('time'),
  access,
  notIn,
  changes: [],
  summary:
    'Hours (a bare number) until level Z1 becomes Z2 under inflow QIN and plant discharge QPLANT, without spill. 422 NO_NET_FLOW, TARGET_UNREACHABLE, OUT_OF_TABLE, OUT_OF_RANGE.',
  body: z.object({ Z1: number, Z2: number, QIN: number, QPLANT: number }),
  data: z.number(),
})

export const calculateCFactor = endpoint({
  base,
  method,
  path: path('c-factor'),
  access,
  notIn,
  changes: [],
  summary: 'Inflow volume (10^6 m3, a bare number) of rain R (mm) with coefficient C (0-1) on CA (km2).',
  body: z.object({ R: number, C: number, CA: number }),
  data: z.number(),
})

export const calculateShortTerm = endpoint({
  base,
  method,
  path: path('q-shortterm'),
  access,
  notIn,
  changes: [],
  summary:
    'Inflow (m3/s, a bare number) after T hours, from QIN with the slope TANA (m3/s per hour). Below 0 it is 0, with warning FLOORED and quality 16 in meta.',
  body: z.object({ QIN: number, TANA: number, T: number }),
  data: z.number(),
})

export const calculateDischarge = endpoint({
  base,
  method,
  path: path('discharge-flow'),
  access,
  notIn,
  changes: [],
  summary:
    'Discharge beside the plant (m3/s, a bare number) that makes outflow equal inflow after T hours; with mean_over_T over the whole of T. Below 0 it is 0, with warning FLOORED and quality 16 in meta.',
  body: z.object({
    QIN: number,
    QPLANT: number,
    TANA: number,
    T: number,
    mean_over_T: z.boolean().default(false),
  }),
  data: z.number(),
})

export const calculateEnergyRatio = endpoint({
  base,
  method,
  path: '/v1/energy/ratio',
  // Of the price tool, in every edition.
  access: 'price',
  also: access,
  changes: [],
  summary:
    'Water use (m3/kWh) and output coefficient K (kW per m3/s and m) of a unit, from discharge Q (m3/s), head H (m) and power P_kW.',
  body: z.object({ Q: number, H: number, P_kW: number }),
  data: z.object({ m3_per_kWh: z.number(), K: z.number() }),
})

export const getCalculatorInputs = endpoint({
  base,
  method: 'GET',
  path: path('inputs'),
  access,
  notIn,
  reads: STATE,
  summary:
    'Initial values of the calculators: present level, inflow and its slope, plant discharge, basin area, bounds, and the storage table for drawing. null where a value is unknown.',
  data: z.object({
    /** Epoch ms of the level. */
    at: z.number().nullable(),
    Z: z.number().nullable(),
    QIN: z.number().nullable(),
    QPLANT: z.number().nullable(),
    /** m3/s per hour, over the last points of the moving average. */
    TANA: z.number().nullable(),
    /** km2 */
    CA: z.number().nullable(),
    min_possible_water_level: z.number().nullable(),
    max_possible_water_level: z.number().nullable(),
    dead_water_level: z.number(),
    normal_water_level: z.number(),
    /** [m, m3], thinned to at most 400 nodes. */
    storage: z.array(z.tuple([z.number(), z.number()])),
    /** The last inflow points: [epoch ms, m3/s]. */
    inflow: z.array(z.tuple([z.number(), z.number()])),
  }),
})
