import type { Language } from './messages.ts'

/** What the quantities that calculation writes are called; every other series has the name that people gave it. */
export const SERIES_NAMES: Readonly<Record<string, Record<Language, string>>> = {
  'general.lake_level': { vi: 'Mực nước hồ', en: 'Lake level' },
  'general.upstream_water_level': { vi: 'Mực nước thượng lưu', en: 'Upstream level' },
  'general.downstream_water_level': { vi: 'Mực nước hạ lưu', en: 'Downstream level' },
  'general.total_capacity': { vi: 'Dung tích hồ', en: 'Storage' },
  'general.total_discharge_lake': { vi: 'Lưu lượng đến', en: 'Inflow' },
  'general.inflow_moving_average': { vi: 'Lưu lượng đến, trung bình trượt', en: 'Inflow, moving average' },
  'general.total_discharge_out': { vi: 'Tổng lưu lượng xả', en: 'Outflow' },
  'general.total_discharge_dam': { vi: 'Lưu lượng xả qua đập', en: 'Discharge at the dam' },
  'general.total_discharge_turbine': { vi: 'Lưu lượng phát điện', en: 'Turbine discharge' },
  'general.env_discharge': { vi: 'Dòng chảy tối thiểu', en: 'Environmental release' },
  'general.seepage': { vi: 'Thấm', en: 'Seepage' },
  'general.evaporation': { vi: 'Bốc hơi', en: 'Evaporation' },
  'general.power': { vi: 'Công suất', en: 'Power' },
  'basin.rain': { vi: 'Mưa lưu vực, trạm đo', en: 'Basin rain, gauges' },
  'basin.rain_radar': { vi: 'Mưa lưu vực, ra đa', en: 'Basin rain, radar' },
}

/** The name of a series in a language: a quantity's own, else the described one. */
export const seriesName = (one: { code: string; name: string }, language: Language): string =>
  SERIES_NAMES[one.code]?.[language] ?? one.name

/** The same series with its name in a language. */
export const named = <T extends { code: string; name: string }>(one: T, language: Language): T => ({
  ...one,
  name: seriesName(one, language),
})
