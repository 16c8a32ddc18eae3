import type { seriesNames as vi } from '../vi/series-names.ts'

export const seriesNames: Record<keyof typeof vi, string> = {
  'general.lake_level': 'Lake level',
  'general.upstream_water_level': 'Upstream level',
  'general.downstream_water_level': 'Downstream level',
  'general.total_capacity': 'Storage',
  'general.total_discharge_lake': 'Inflow',
  'general.inflow_sigma': 'Inflow, standard error (σ)',
  'general.inflow_window': 'Inflow, window T2−T1',
  'general.inflow_moving_average': 'Inflow, moving average',
  'general.total_discharge_out': 'Outflow',
  'general.total_discharge_dam': 'Discharge at the dam',
  'general.total_discharge_turbine': 'Turbine discharge',
  'general.env_discharge': 'Environmental release',
  'general.seepage': 'Seepage',
  'general.evaporation': 'Evaporation',
  'general.power': 'Power',
  'general.inflow_volume': 'Inflow volume',
  'general.outflow_volume': 'Outflow volume',
  'general.balance_residual': 'Residual of the water balance',
  'basin.rain': 'Basin rain, gauges',
  'basin.rain_radar': 'Basin rain, radar',
}
