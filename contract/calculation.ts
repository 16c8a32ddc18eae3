import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { localTime, quality } from './fields.ts'

const base = 'main' as const
const id = z.string().min(1).max(130)
/** null where it is not known; the quality byte says why. */
const value = z.object({ value: z.number().nullable(), unit: z.string(), quality })
export type CalculatedValue = z.infer<typeof value>

/** A table that a value was read from. */
const used = z.object({ id: z.string(), version: z.string(), group: z.string(), name: z.string() })

export const onlyCalculate = endpoint({
  base,
  method: 'POST',
  path: '/v1/calculation/only-calculate',
  access: 'dashboard.calculation',
  summary:
    'Calculates one instant by the function of the automatic calculation, from the sensors or from what is given in their place, and stores nothing.',
  body: z.strictObject({
    /** T2, local; rounded down to a whole interval. The last one when absent. */
    at: localTime.optional(),
    /** T1, local; a window before T2 when absent. Where levels are given, the inflow is that between both. */
    from: localTime.optional(),
    /** Lake levels at T1 and T2, m. */
    levels: z.strictObject({ start: z.number(), end: z.number() }).optional(),
    /** Level below the dam, m. */
    downstream: z.number().optional(),
    /** Actual openings, m, held from T1 to T2. */
    openings: z
      .array(z.strictObject({ leaf_id: id, opening: z.number().min(0) }))
      .max(200)
      .default([]),
    /** Power at the terminals, kW, held from T1 to T2. */
    powers: z
      .array(z.strictObject({ unit_id: id, power: z.number().min(0) }))
      .max(100)
      .default([]),
  }),
  data: z.object({
    /** T1 and T2, epoch ms, and T2 as a local time. */
    from: z.number(),
    at: z.number(),
    date_string: z.string(),
    lake_level: value,
    downstream_water_level: value,
    /** Million m3. */
    total_capacity: value,
    total_discharge_lake: value,
    /** Of this and the stored raw values before it. */
    inflow_moving_average: value,
    /** Standard error of the inflow by the scatter of the level, m3/s; null where nothing tells it. */
    inflow_sigma: z.number().nullable(),
    total_discharge_out: value,
    total_discharge_dam: value,
    total_discharge_turbine: value,
    env_discharge: value,
    seepage: value,
    evaporation: value,
    /** MW */
    power: value,
    outlets: z.array(
      z.object({
        /** Leaf or unit. */
        outlet_id: z.string(),
        name: z.string(),
        /** 1 units, 2 exhausts */
        category: z.number(),
        discharge: value,
        /** discharge_methods: 1 table, 2 QETA+QHL, 3 formula, 4 measured; null when not computed. */
        method: z.number().nullable(),
        table: used.nullable(),
        /** Whether what it rests on was given in the place of its sensor. */
        given: z.boolean(),
      }),
    ),
    storage_table: used.nullable(),
    /** The version of the parameters. */
    parameters: z.string().nullable(),
    code_version: z.string(),
  }),
})
