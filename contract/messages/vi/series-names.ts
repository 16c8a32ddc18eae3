/** Names of the series that calculation writes. */
export const seriesNames = {
  'general.lake_level': 'Mực nước hồ',
  'general.upstream_water_level': 'Mực nước thượng lưu',
  'general.downstream_water_level': 'Mực nước hạ lưu',
  'general.total_capacity': 'Dung tích hồ',
  'general.total_discharge_lake': 'Lưu lượng đến',
  'general.inflow_moving_average': 'Lưu lượng đến, trung bình trượt',
  'general.total_discharge_out': 'Tổng lưu lượng xả',
  'general.total_discharge_dam': 'Lưu lượng xả qua đập',
  'general.total_discharge_turbine': 'Lưu lượng phát điện',
  'general.env_discharge': 'Dòng chảy tối thiểu',
  'general.seepage': 'Thấm',
  'general.evaporation': 'Bốc hơi',
  'general.power': 'Công suất',
  'basin.rain': 'Mưa lưu vực, trạm đo',
  'basin.rain_radar': 'Mưa lưu vực, ra đa',
}
