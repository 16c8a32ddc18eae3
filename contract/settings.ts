import { z } from 'zod'
import { MOST_LATE_SHOWN } from '#core/description/index.ts'
import { endpoint } from './endpoint.ts'
import { STATE } from './subjects.ts'
import { settingsSchema } from './seed/settings.ts'
import { reason } from './validation.ts'

/** Display settings of the reservoir, the levels on its pages, and the expected error of its inflow. */
const base = 'main' as const

const interfaceFields = {
  /** Bounds of the axis of lake level, m; null: by the possible levels. */
  water_level_min: z.number().nullable(),
  water_level_max: z.number().nullable(),
  /** Whether the axis of lake level has these bounds, or follows the data shown. */
  level_axis: z.enum(['limits', 'data']),
  /** Hours for which a late value is still shown, greyed with its time. */
  late_value_hours: z.number().min(0).max(MOST_LATE_SHOWN),
  /** Seconds between calculations. */
  auto_calculation_interval: z.number().int().min(1).max(86_400),
  /** Side of the axis of the outflow. */
  discharge_out_chart: z.enum(['left', 'right']),
  /** Columns of data/fromto that are hidden at first. */
  hidden_lines: settingsSchema.shape.hiddenLines.unwrap(),
  /** Levels drawn as labelled lines. */
  thresholds: settingsSchema.shape.thresholds.unwrap(),
  /** Address of the camera; null: none. */
  camera_path: settingsSchema.shape.cameraPath.unwrap(),
  /** Tiles under the station map, with their attribution; null: none. */
  map_tiles: settingsSchema.shape.mapTiles.unwrap(),
  map_credit: settingsSchema.shape.mapCredit.unwrap(),
}

export const settingInterface = z.object({ hydro_code: z.string(), ...interfaceFields })
export type SettingInterface = z.infer<typeof settingInterface>

export const getSettingInterface = endpoint({
  base,
  method: 'GET',
  path: '/v1/setting/setting-interface',
  access: 'dashboard.view',
  reads: ['description'],
  kept: true,
  summary:
    'Settings of the dashboard: bounds of the level axis (m, null: by the possible levels), side of the outflow, hidden lines, thresholds, camera; seconds between calculations.',
  data: settingInterface,
})

export const setSettingInterface = endpoint({
  base,
  method: 'POST',
  path: '/v1/setting/setting-interface',
  access: 'settings.update',
  summary:
    'Changes the settings of the dashboard; absent fields stay as they are. A new auto_calculation_interval (s) applies from now on.',
  body: z.strictObject(interfaceFields).partial().extend({ reason: reason.optional() }),
  data: settingInterface,
})

export const hydroSetting = z.object({
  hydro_code: z.string(),
  min_possible_water_level: z.number(),
  max_possible_water_level: z.number(),
  dead_water_level: z.number(),
  normal_water_level: z.number(),
  designed_flood_water_level: z.number(),
  check_flood_water_level: z.number().nullable(),
  crest_level: z.number().nullable(),
  /** The highest level allowed on the day of the answer; null: no seasonal limit. */
  season_limit: z.object({ from: z.string(), to: z.string(), level: z.number() }).nullable(),
})
export type HydroSetting = z.infer<typeof hydroSetting>

export const getHydroSetting = endpoint({
  base,
  method: 'GET',
  path: '/v1/setting/hydro-setting',
  access: 'dashboard.view',
  reads: ['description'],
  kept: true,
  summary: 'Levels of the reservoir (m) with the limit of the present season.',
  data: hydroSetting,
})

export const getInflowNoise = endpoint({
  base,
  method: 'GET',
  path: '/v1/setting/inflow-noise',
  access: 'settings.view',
  reads: STATE,
  large: true,
  summary:
    'The inputs of the scatter of a computed inflow: area of the lake at its present level (m2), resolution of the level (m), mean inflow of the last 30 days (m3/s). sigma_Q = sqrt(2) A sigma_z / (T2 - T1).',
  data: z.object({
    /** m; null while no level is known. */
    level: z.number().nullable(),
    /** m2 at that level, or at the normal level; null without a storage table. */
    area: z.number().nullable(),
    /** Whether `area` is that of the normal level, because the present level is unknown. */
    at_normal_level: z.boolean(),
    /** Expected error of one level, m. */
    sigma_level: z.number(),
    /** Whether it was measured from readings, or is the usual centimetre. */
    sigma_level_measured: z.boolean(),
    /** m3/s; null while there is none. */
    mean_inflow: z.number().nullable(),
  }),
})
export type InflowNoise = z.infer<(typeof getInflowNoise)['data']>
