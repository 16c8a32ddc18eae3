import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { localString, localTime } from './fields.ts'
import { headKind, interpolateGroup, tableGroup, tableUnits } from './tables/table.ts'
import { gateSchema, unitSchema } from './seed/outlets.ts'
import { parametersSchema } from './seed/settings.ts'
import { plantSchema } from './seed/plant.ts'
import { positionSchema } from './seed/measuring.ts'
import { objectId as id, enteredPassword } from './validation.ts'
import { snakeObject } from './wire-case.ts'

/**
 * The Basic API, for machines: a service account, a token header, names in snake_case. What a call writes is in force
 * from effective_from on (local time of the plant; by default now); with `version` it is refused (409) if somebody
 * else was faster. Writing calls return the stored state.
 */
const base = 'basic' as const
const hydro_code = z
  .string()
  .min(1)
  .max(60)
  .optional()
  .describe('The reservoir; the header hydro when absent')

const writing = {
  version: z.string().optional().describe('The version that is changed: 409 when it no longer holds'),
  effective_from: localTime.optional().describe('Local time from which on it holds; now when absent'),
  reason: z.string().trim().max(500).optional(),
}

type Stored = Record<string, unknown>
/** Answers have the wire names of a schema, and the types of its fields. */
const answer = (shape: z.ZodObject): z.ZodType<Stored> => shape as never

const POSITION = snakeObject(positionSchema)
const UNIT = snakeObject(unitSchema)
const EXHAUST = snakeObject(gateSchema)
const PARAMETERS = snakeObject(parametersSchema)
const HYDRO = snakeObject(plantSchema)

/** A stored item: its id, the version in force, and its fields. */
const held = (idName: string, shape: typeof POSITION) =>
  answer(z.strictObject({ [idName]: z.string(), version: z.string(), ...shape.shape }))

/** Stored items by their wire names, as calls return them. */
const position = held('measure_position_id', POSITION).meta({ id: 'MeasurePosition' })
const unit = held('unit_id', UNIT).meta({ id: 'TurbineUnit' })
const exhaust = held('exhaust_id', EXHAUST).meta({ id: 'Exhaust' })
const parameters = held('parameters_id', PARAMETERS).meta({ id: 'CalculationParameters' })

const level = z.number()
const { name: _name, levels: _levels, basin: _basin, map_layers: _layers, ...ofHydro } = HYDRO.shape
const information = answer(
  z.strictObject({
    hydro_code: z.string(),
    hydro_name: z.string(),
    version: z.string(),
    min_possible_water_level: level,
    max_possible_water_level: level,
    dead_water_level: level,
    normal_water_level: level,
    designed_flood_water_level: level,
    check_flood_water_level: level.nullable(),
    crest_level: level.nullable(),
    ...ofHydro,
  }),
).meta({ id: 'HydroInformation' })

/** An item to write: the given fields; a new one (without an id) needs all that are required. */
const written = (idName: string, shape: typeof POSITION) =>
  z
    .strictObject({ [idName]: id.optional(), hydro_code, ...writing, ...shape.partial().shape })
    .superRefine((given: Stored, c) => {
      if (given[idName] !== undefined) return
      for (const [name, field] of Object.entries(shape.shape))
        if (given[name] === undefined && !field.safeParse(undefined).success)
          c.addIssue({ code: 'custom', path: [name], message: 'required', input: undefined })
    }) as z.ZodType<Stored>

export const serviceLogin = endpoint({
  base,
  method: 'POST',
  path: '/login',
  access: 'public',
  anyReservoir: true,
  summary:
    'Sign a machine in with the service credentials of the installation; the token opens the Basic API.',
  body: z.object({ username: z.string().min(1).max(200), password: enteredPassword }),
  data: z.object({
    token: z.string(),
    /** ISO 8601 */
    expires: z.string(),
    hydro_codes: z.array(z.string()),
  }),
})

export const getHydroInformation = endpoint({
  base,
  method: 'POST',
  path: '/GetHydroInformation',
  access: 'information.view',
  reads: ['description', 'tables'],
  summary: 'The reservoir and its dam with all levels.',
  body: z.object({ hydro_code }),
  data: information,
})

export const calculationParameter = endpoint({
  base,
  method: 'POST',
  path: '/CalculationParameter',
  access: 'settings.view',
  summary:
    'Parameters of the calculation. A body with only hydro_code reads them; further fields are written (needs settings.update).',
  body: z.strictObject({ hydro_code, ...writing, ...PARAMETERS.partial().shape }) as z.ZodType<Stored>,
  data: parameters,
})

export const getBasicSettingInterface = endpoint({
  base,
  method: 'POST',
  path: '/GetSettingInterface',
  access: 'dashboard.view',
  summary:
    'Interface settings: water_level_min, water_level_max, auto_calculation_interval, discharge_out_chart.',
  body: z.object({ hydro_code }),
  data: z.object({
    water_level_min: z.number().nullable(),
    water_level_max: z.number().nullable(),
    /** Seconds between calculations. */
    auto_calculation_interval: z.number(),
    discharge_out_chart: z.enum(['left', 'right']),
  }),
})

export const listPositions = endpoint({
  base,
  method: 'GET',
  path: '/measure-position',
  access: 'information.view',
  summary: 'Every measure position in force.',
  query: z.object({ hydro_code }),
  data: z.array(position),
})

export const addPosition = endpoint({
  base,
  method: 'POST',
  path: '/measure-position',
  access: 'information.update',
  summary: 'Adds a measure position, or changes the one that measure_position_id names.',
  body: written('measure_position_id', POSITION),
  data: position,
})

export const changePosition = endpoint({
  base,
  method: 'PATCH',
  path: '/measure-position',
  access: 'information.update',
  summary: 'Changes the fields that are sent of a measure position.',
  body: z.strictObject({
    measure_position_id: id,
    hydro_code,
    ...writing,
    ...POSITION.partial().shape,
  }) as z.ZodType<Stored>,
  data: position,
})

const removal = { hydro_code, effective_from: writing.effective_from, reason: writing.reason }

export const removePosition = endpoint({
  base,
  method: 'DELETE',
  path: '/measure-position',
  access: 'information.update',
  summary: 'Retires a measure position; its readings stay. Its id is in the query or in the body.',
  query: z.object({ measure_position_id: id.optional(), ...removal }),
  body: z.object({ measure_position_id: id.optional(), ...removal }),
  data: z.null(),
})

export const addPositions = endpoint({
  base,
  method: 'POST',
  path: '/measure-position/multi',
  access: 'information.update',
  summary: 'Adds or changes several measure positions: all of them, or none.',
  body: z.object({
    hydro_code,
    positions: z.array(written('measure_position_id', POSITION)).min(1).max(100),
  }),
  data: z.array(position),
})

const ids = z.array(id).min(1).max(100)

export const removePositions = endpoint({
  base,
  method: 'DELETE',
  path: '/measure-position/multi',
  access: 'information.update',
  summary:
    'Retires several measure positions: all of them, or none. Their ids are in the query (repeated, or separated by commas) or in the body.',
  query: z.object({ measure_position_ids: z.union([ids, z.string().min(1)]).optional(), ...removal }),
  body: z.object({ measure_position_ids: ids.optional(), ...removal }),
  data: z.null(),
})

export const getOutletsData = endpoint({
  base,
  method: 'POST',
  path: '/GetOutletsData',
  access: 'information.view',
  summary: 'Units and exhausts as they are described.',
  body: z.object({ hydro_code }),
  data: z.object({ units: z.array(unit), exhausts: z.array(exhaust) }),
})

export const unitInformation = endpoint({
  base,
  method: 'POST',
  path: '/UnitInformation',
  access: 'information.view',
  summary:
    'Units. With `units` they are added (no unit_id) or changed (needs information.update); alone it reads.',
  body: z.object({
    hydro_code,
    units: z.array(written('unit_id', UNIT)).max(100).optional(),
  }),
  data: z.array(unit),
})

export const exhaustInformation = endpoint({
  base,
  method: 'POST',
  path: '/ExhaustInformation',
  access: 'information.view',
  summary:
    'Exhausts. With `exhausts` they are added (no exhaust_id) or changed (needs information.update); alone it reads.',
  body: z.object({
    hydro_code,
    exhausts: z.array(written('exhaust_id', EXHAUST)).max(100).optional(),
  }),
  data: z.array(exhaust),
})

const table = z.object({
  table_id: z.string(),
  version: z.string(),
  name: z.string(),
  ...interpolateGroup,
  /** 1 capacity, 2 discharge, 3 valve gate. */
  type: z.number(),
  /** Outlet, gate, unit, waterway or station; null: the plant. */
  object: z.string().nullable(),
  /** Local times of the plant; null: always, open. */
  effective_start: localString.nullable(),
  effective_end: localString.nullable(),
  loop_by_year: z.boolean(),
  upload_time: localString,
  file_name: z.string(),
  active: z.boolean(),
  in_force: z.boolean(),
  row_count: z.number(),
})
const tableData = table
  .extend({
    columns: z.array(z.object({ name: z.string(), unit: z.string() })),
    rows: z.array(z.array(z.number())),
  })
  .meta({ id: 'InterpolationTable' })

export const getTableInterpolate = endpoint({
  base,
  method: 'POST',
  path: '/GetTableInterpolate',
  access: 'interpolate.view',
  large: true,
  summary: 'All interpolation tables, or those of one group.',
  body: z.object({ hydro_code, interpolate_group_code: tableGroup.optional() }),
  data: z.array(table),
})

export const getTableInterpolateData = endpoint({
  base,
  method: 'POST',
  path: '/GetTableInterpolateData',
  access: 'interpolate.view',
  large: true,
  summary: 'A table with its rows: the named version, or the one in force.',
  body: z.object({ hydro_code, table_id: id, version: id.optional() }),
  data: tableData,
})

export const tableInterpolateData = endpoint({
  base,
  method: 'POST',
  path: '/TableInterpolateData',
  access: 'interpolate.view',
  bodyLimit: 8 * 1024 * 1024,
  large: true,
  summary:
    'Saves a table from rows of numbers, checked like an uploaded one (needs interpolate.update); 409 table_overlap until `replaces` names the versions in the way. With hydro_code alone it reads every table in force; 400 where anything else comes without rows.',
  body: z.strictObject({
    hydro_code,
    interpolate_group_code: tableGroup.optional(),
    object: id.nullable().default(null),
    name: z.string().trim().min(1).max(200).optional(),
    /** In the column order of the group. */
    rows: z.array(z.array(z.number()).min(2).max(4)).min(1).max(100_000).optional(),
    units: tableUnits.default({}),
    head_kind: headKind.nullish(),
    effective_start: localTime.nullable().default(null),
    effective_end: localTime.nullable().default(null),
    loop_by_year: z.boolean().default(false),
    active: z.boolean().default(true),
    accept_warnings: z.boolean().default(false),
    replaces: z.array(id).max(100).default([]),
    reason: writing.reason,
  }),
  data: z.array(tableData),
})
