/** Messages about series, readings, stations and sensors. */
export const deviceMessages = {
  series_has_data:
    'Chuỗi {series} đã có số liệu: không đổi được đơn vị, kiểu và bước thời gian. Hãy tạo chuỗi mới',
  too_many_readings: 'Một lần gửi tối đa {limit} số liệu',
  in_future: 'Thời điểm ở tương lai quá 10 phút',
  beyond_bounds: '{value} {unit} không thể có: độ lớn của chuỗi {series} tối đa {most} {unit}',
  too_old: 'Thời điểm trước năm 1900',
  unknown_target: 'Không có đối tượng {id} để gắn cảm biến',
  port_taken: 'Cổng {port} đã có cảm biến khác',
  series_linked: 'Chuỗi {series} đã gắn với cảm biến khác',
  port_not_of_station: 'Trạm {station} không dùng cổng {port}; cổng của trạm là {own}',
  new_station_needed: 'Chọn một trạm mới trong danh sách hoặc một chuỗi số liệu mới',
  same_series: 'Trạm đang dùng chính chuỗi {series}',
  series_of_station: 'Chuỗi {series} đã thuộc trạm {station}',
  unlike_series: 'Chuỗi {series} ({unit}) không cùng đơn vị và kiểu số liệu với chuỗi cũ ({old})',
  unlike_station: 'Trạm mới phải cùng loại với trạm cũ',
  seam_outside: 'Thời điểm thay thế phải trong thời kỳ của trạm và không ở tương lai',
  sensor_is_installed: 'Cảm biến đang được lắp đặt',
  sensor_not_installed: 'Cảm biến chưa được lắp đặt',
  sensor_needs_series: 'Chọn chuỗi số liệu của cảm biến',
  wrong_target: 'Cảm biến loại này không đo đối tượng đó',
  unknown_series: 'Không có chuỗi {series}',
  published_series:
    'Chuỗi {series} là số liệu đã công bố, không dùng làm đầu vào tính toán: hãy chọn chuỗi khác',
  rain_offset: 'Cảm biến mưa chỉ có hệ số nhân, không có số cộng thêm',
  unit_differs:
    'Chuỗi {series} đo bằng {own}, ở đây cần {unit}: chọn chuỗi khác hoặc đặt hệ số hiệu chỉnh cho cảm biến',
  meter_not_total:
    'Chuỗi {series} không phải là điện lượng của từng khoảng thời gian: công tơ cần một chuỗi loại tổng',
  unit_needs_gain: 'Chuỗi {series} đo bằng {own}: nhập hệ số để đổi ra mét (cm: 0.01)',
  computed_series: 'Chuỗi {series} do hệ thống tính, không nhận số liệu gửi đến',
  series_not_allowed: 'Mã này không được ghi chuỗi {series}',
  ambiguous_number:
    '“{text}” có thể đọc là hai số khác nhau: hãy viết dấu chấm trước phần thập phân, không viết dấu phân cách hàng nghìn',
  not_a_number: 'Giá trị không phải là số',
  too_many_fields:
    'Dòng “{row}” có {fields} trường mà tiêu đề chỉ có {columns}: phần thập phân viết sau dấu chấm, như 410.25',
  too_few_fields: 'Dòng “{row}” có {fields} trường mà tiêu đề có {columns}',
  looks_like_seconds:
    'Thời điểm dường như tính bằng giây: hãy gửi mili giây (epoch) hoặc ISO 8601 có múi giờ',
  before_records: 'Thời điểm trước ngày {from}, là ngày bắt đầu số liệu của hồ chứa này',
  header: 'Dòng tiêu đề phải có series, t, v và có thể có q: thiếu {name}',
  bad_quality: 'Chất lượng không hợp lệ',
  bad_time: 'Thời điểm phải là ISO 8601 có múi giờ hoặc mili giây',
  bad_reading: 'Số liệu thiếu trường {field}',
  replace_station_success: 'Đã thay thế trạm',
  update_station_data_success: 'Đã cập nhật số liệu trạm',
  setup_sensor_success: 'Đã lắp đặt cảm biến',
  uninstall_sensor_success: 'Đã tháo cảm biến',
  measuring_station_not_in_settings: 'Trạm đo không có trong cấu hình',
} as const
