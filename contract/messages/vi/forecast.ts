/** Messages about forecasts of the inflow. */
export const forecastMessages = {
  forecast_method_persistence: 'Giữ nguyên: lưu lượng đến không đổi so với giá trị trung bình trượt mới nhất',
  forecast_method_trend:
    'Xu thế tuyến tính: đi tiếp từ giá trị mới nhất theo độ dốc của {hours} giờ vừa qua, tối đa 3 giờ, sau đó giữ nguyên',
  forecast_assume_baseline:
    'Đây là mô hình cơ sở để so sánh: không tính đến mưa, lưu vực và hồ chứa phía trên',
  forecast_assume_band:
    'Dải bất định là giả định, chưa phải thống kê: ±20 % ở 1 giờ, tăng đến ±40 % ở 24 giờ, sau đó tăng tiếp cùng tốc độ',
  forecast_assume_floor: 'Không nhỏ hơn 0',
  forecast_warning_far_ahead:
    'Quá 3 giờ đường thẳng không còn đáng tin: từ đó giữ nguyên giá trị ở giờ thứ 3',
  forecast_warning_above_inflow: 'Mức thay đổi theo đường thẳng lớn hơn chính lưu lượng đến hiện nay',
  forecast_warning_floored: 'Lưu lượng đến hiện nay tính ra âm và được công bố là 0',
  forecast_warning_gaps: 'Khoảng dùng để tính độ dốc thiếu {missing} trên {expected} giá trị',
  forecast_refused_none: 'Không dự báo được: chưa có lưu lượng đến nào được tính',
  forecast_refused_missing: 'Không dự báo được: lưu lượng đến lúc {time} không có giá trị',
  forecast_refused_stale: 'Không dự báo được: lưu lượng đến mới nhất đã cũ, từ {time}',
  forecast_refused_suspect: 'Không dự báo được: lưu lượng đến lúc {time} bị nghi ngờ hoặc bị loại',
  forecast_refused_gaps: 'Không dự báo được: {hours} giờ vừa qua thiếu quá nửa số liệu lưu lượng đến',
} as const
