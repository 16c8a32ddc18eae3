/** What is said of forecasts of the inflow. */
export const forecastMessages = {
  forecast_method_persistence: {
    vi: 'Giữ nguyên: lưu lượng đến không đổi so với giá trị trung bình trượt mới nhất',
    en: 'Persistence: the inflow stays at its latest moving average',
  },
  forecast_method_trend: {
    vi: 'Xu thế tuyến tính: đi tiếp từ giá trị mới nhất theo độ dốc của {hours} giờ vừa qua, tối đa 3 giờ, sau đó giữ nguyên',
    en: 'Linear trend: on from the latest value along the slope of the past {hours} hours, for 3 hours at the most, then it stays there',
  },
  forecast_assume_baseline: {
    vi: 'Đây là mô hình cơ sở để so sánh: không tính đến mưa, lưu vực và hồ chứa phía trên',
    en: 'This is a baseline to compare with: it knows nothing of rain, of the basin or of reservoirs upstream',
  },
  forecast_assume_band: {
    vi: 'Dải bất định là giả định, chưa phải thống kê: ±20 % ở 1 giờ, tăng đến ±40 % ở 24 giờ, sau đó tăng tiếp cùng tốc độ',
    en: 'The band is an assumption, not statistics yet: ±20 % at 1 h growing to ±40 % at 24 h, and on at the same pace',
  },
  forecast_assume_floor: {
    vi: 'Không nhỏ hơn 0',
    en: 'Not below 0',
  },
  forecast_warning_far_ahead: {
    vi: 'Quá 3 giờ đường thẳng không còn đáng tin: từ đó giữ nguyên giá trị ở giờ thứ 3',
    en: 'Beyond 3 h a straight line is not to be trusted: from there the value of the third hour is kept',
  },
  forecast_warning_above_inflow: {
    vi: 'Mức thay đổi theo đường thẳng lớn hơn chính lưu lượng đến hiện nay',
    en: 'The change along the line is greater than the present inflow itself',
  },
  forecast_warning_floored: {
    vi: 'Lưu lượng đến hiện nay tính ra âm và được công bố là 0',
    en: 'The present inflow came out negative and was published as 0',
  },
  forecast_warning_gaps: {
    vi: 'Khoảng dùng để tính độ dốc thiếu {missing} trên {expected} giá trị',
    en: 'Of the span that the slope is taken from, {missing} of {expected} values are missing',
  },
  forecast_refused_none: {
    vi: 'Không dự báo được: chưa có lưu lượng đến nào được tính',
    en: 'No forecast: no inflow has been computed',
  },
  forecast_refused_missing: {
    vi: 'Không dự báo được: lưu lượng đến lúc {time} không có giá trị',
    en: 'No forecast: the inflow at {time} has no value',
  },
  forecast_refused_stale: {
    vi: 'Không dự báo được: lưu lượng đến mới nhất đã cũ, từ {time}',
    en: 'No forecast: the latest inflow is old, from {time}',
  },
  forecast_refused_suspect: {
    vi: 'Không dự báo được: lưu lượng đến lúc {time} bị nghi ngờ hoặc bị loại',
    en: 'No forecast: the inflow at {time} is doubted or rejected',
  },
  forecast_refused_gaps: {
    vi: 'Không dự báo được: {hours} giờ vừa qua thiếu quá nửa số liệu lưu lượng đến',
    en: 'No forecast: more than half of the inflow of the past {hours} hours is missing',
  },
} as const
