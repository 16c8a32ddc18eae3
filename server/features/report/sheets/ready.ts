import { messages, type Language, type MessageCode } from '#contract/messages.ts'
import type { ComposedSheet, SheetWords } from '#core/report/index.ts'

const inEach = (of: (language: Language) => string): SheetWords => ({ vi: of('vi'), en: of('en') })
const say = (code: MessageCode) => inEach((language) => messages[language][code])
const blank = inEach(() => '')
const labelled = (label: MessageCode, figure: string) => ({ label: say(label), figure })
const column = (figure: string, head: MessageCode, over?: MessageCode) => ({
  figure,
  head: say(head),
  over: over ? say(over) : blank,
})

const HEADING = {
  left: [say('ready_company'), say('ready_plant'), say('ready_phone')],
  right: [say('ready_nation'), say('ready_motto')],
}

/** The characteristics that small plants hand in beside their observations. */
const CHARACTERISTICS = [
  labelled('figure_plant_installed_capacity', 'plant.installed_capacity'),
  labelled('figure_plant_normal_level', 'plant.normal_level'),
  labelled('figure_plant_dead_level', 'plant.dead_level'),
  labelled('figure_plant_crest_level', 'plant.crest_level'),
  labelled('figure_plant_whole_storage', 'plant.whole_storage'),
  labelled('figure_plant_design_flood_level', 'plant.design_flood_level'),
  labelled('figure_plant_mean_annual_flow', 'plant.mean_annual_flow'),
  labelled('ready_flood_500', 'plant.flood_p0.2'),
  labelled('ready_flood_100', 'plant.flood_p1'),
  labelled('figure_whole_weather', 'whole.weather'),
]

const SIGNED_BY_SHIFT = [say('ready_signed_recorder'), say('ready_signed_leader'), say('ready_signed_head')]

const LEVELS = [
  labelled('ready_level_start', 'whole.lake_level.start'),
  labelled('ready_level_end', 'whole.lake_level.end'),
  labelled('ready_level_max', 'whole.lake_level.max'),
  labelled('ready_level_max_time', 'whole.lake_level.max_time'),
  labelled('ready_level_min', 'whole.lake_level.min'),
  labelled('ready_level_min_time', 'whole.lake_level.min_time'),
]
const WATER = [
  labelled('ready_inflow_mean', 'whole.total_discharge_lake.mean'),
  labelled('ready_inflow_max', 'whole.total_discharge_lake.max'),
  labelled('ready_inflow_max_time', 'whole.total_discharge_lake.max_time'),
  labelled('ready_volume_in', 'whole.total_discharge_lake.volume'),
  labelled('ready_volume_out', 'whole.total_discharge_out.volume'),
  labelled('ready_residual', 'whole.balance_residual'),
  labelled('ready_turbine_volume', 'whole.total_discharge_turbine.volume'),
  labelled('ready_spill_volume', 'whole.total_discharge_dam.volume'),
  labelled('ready_rain_sum', 'whole.basin.rain.sum'),
]
const LONG = [
  ...LEVELS,
  ...WATER,
  labelled('ready_rainy_days', 'whole.rainy_days'),
  labelled('ready_energy_sum', 'whole.energy.plant.sum'),
  labelled('ready_energy_plan', 'whole.energy.plan'),
  labelled('ready_revenue_sum', 'whole.revenue.plant.sum'),
  labelled('ready_revenue_plan', 'whole.revenue.plan'),
  labelled('ready_minimum_days', 'whole.minimum_flow_days'),
  labelled('ready_minimum_missed', 'whole.minimum_flow_missed_days'),
]

/** Columns of each day or month. */
const steps = (prefix: 'day' | 'month', time: string, head: MessageCode, level: MessageCode) => [
  column(time, head),
  column(`${prefix}.lake_level.end`, level),
  column(`${prefix}.total_capacity.end`, 'ready_storage'),
  column(`${prefix}.total_discharge_lake.mean`, 'ready_mean', 'ready_inflow'),
  column(`${prefix}.total_discharge_lake.max`, 'ready_max', 'ready_inflow'),
  column(`${prefix}.total_discharge_turbine.mean`, 'ready_turbine', 'ready_flow'),
  column(`${prefix}.total_discharge_dam.mean`, 'ready_spill', 'ready_flow'),
  column(`${prefix}.total_discharge_out.mean`, 'ready_total', 'ready_flow'),
  column(`${prefix}.env_discharge.min`, 'ready_minimum', 'ready_flow'),
  column(`${prefix}.basin.rain.sum`, 'ready_rain'),
  column(`${prefix}.energy.plant.sum`, 'ready_energy'),
]

/** The sheets that come with the program, by id: descriptions as people copy and change them. */
export const READY_SHEETS: Readonly<Record<string, ComposedSheet>> = {
  'daily-observation': {
    kind: 'composed',
    name: say('ready_observation'),
    period: 'day',
    orientation: 'portrait',
    ...HEADING,
    title: say('ready_observation_title'),
    subtitle: say('ready_on'),
    facts: CHARACTERISTICS,
    columns: [
      column('hour.time', 'ready_time'),
      column('hour.lake_level', 'ready_upstream', 'ready_level'),
      column('hour.downstream_water_level', 'ready_downstream', 'ready_level'),
      column('hour.total_discharge_lake', 'ready_inflow', 'ready_flow'),
      column('hour.total_discharge_dam', 'ready_spill', 'ready_flow'),
      column('hour.total_discharge_turbine', 'ready_turbine', 'ready_flow'),
      column('hour.env_discharge', 'ready_minimum', 'ready_flow'),
      column('hour.total_discharge_out', 'ready_river', 'ready_flow'),
      column('hour.inflow_forecast', 'ready_forecast', 'ready_flow'),
      column('hour.recorder', 'ready_recorder', 'ready_duty'),
      column('hour.shift_leader', 'ready_leader', 'ready_duty'),
    ],
    foot: ['mean', 'max', 't_max', 'min', 't_min'],
    summary: [],
    events: false,
    notes: [say('ready_state_note')],
    signatures: SIGNED_BY_SHIFT,
  },
  'daily-operation': {
    kind: 'composed',
    name: say('ready_operation'),
    period: 'day',
    orientation: 'landscape',
    ...HEADING,
    title: say('ready_operation_title'),
    subtitle: say('ready_on'),
    facts: CHARACTERISTICS,
    columns: [
      column('hour.time', 'ready_time'),
      column('hour.lake_level', 'ready_upstream', 'ready_level'),
      column('hour.downstream_water_level', 'ready_downstream', 'ready_level'),
      column('hour.total_capacity', 'ready_storage'),
      column('hour.total_discharge_lake', 'ready_inflow', 'ready_flow'),
      column('hour.total_discharge_dam', 'ready_spill', 'ready_flow'),
      column('hour.total_discharge_turbine', 'ready_turbine', 'ready_flow'),
      column('hour.env_discharge', 'ready_minimum', 'ready_flow'),
      column('hour.total_discharge_out', 'ready_total', 'ready_flow'),
      column('hour.inflow_forecast', 'ready_forecast', 'ready_flow'),
      column('hour.gates_open', 'ready_gates_open', 'ready_gates'),
      column('hour.gate_openings', 'ready_openings', 'ready_gates'),
      column('hour.basin.rain', 'ready_rain'),
      column('hour.power', 'ready_power'),
      column('hour.energy.plant', 'ready_energy'),
      column('hour.recorder', 'ready_recorder', 'ready_duty'),
      column('hour.shift_leader', 'ready_leader', 'ready_duty'),
    ],
    foot: ['total', 'mean', 'max', 't_max', 'min', 't_min'],
    summary: [
      ...LEVELS.slice(0, 2),
      ...WATER.slice(3, 8),
      ...WATER.slice(8),
      labelled('ready_energy_sum', 'whole.energy.plant.sum'),
    ],
    events: false,
    notes: [say('ready_day_note'), say('ready_state_note')],
    signatures: SIGNED_BY_SHIFT,
  },
  'monthly-operation': {
    kind: 'composed',
    name: say('ready_monthly'),
    period: 'month',
    orientation: 'portrait',
    ...HEADING,
    title: say('ready_monthly_title'),
    subtitle: say('ready_of'),
    facts: [],
    columns: steps('day', 'day.date', 'ready_date', 'ready_level_of_day'),
    foot: ['total', 'mean', 'max', 't_max', 'min', 't_min'],
    summary: LONG,
    events: true,
    notes: [say('ready_day_note'), say('ready_state_note')],
    signatures: [say('ready_signed_recorder'), say('ready_signed_head')],
  },
  'yearly-operation': {
    kind: 'composed',
    name: say('ready_yearly'),
    period: 'year',
    orientation: 'portrait',
    ...HEADING,
    title: say('ready_monthly_title'),
    subtitle: say('ready_of'),
    facts: CHARACTERISTICS.slice(0, 9),
    columns: steps('month', 'month.name', 'ready_month', 'ready_level_of_month'),
    foot: ['total', 'mean', 'max', 't_max', 'min', 't_min'],
    summary: LONG,
    events: true,
    notes: [say('ready_day_note'), say('ready_state_note')],
    signatures: [say('ready_signed_recorder'), say('ready_signed_head')],
  },
}
