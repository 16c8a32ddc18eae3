/** What is said of series and readings, of stations and sensors. */
export const deviceMessages = {
  series_has_data: {
    vi: 'Chuỗi {series} đã có số liệu: không đổi được đơn vị, kiểu và bước thời gian. Hãy tạo chuỗi mới',
    en: 'Series {series} holds readings: unit, kind and step are fixed. Make a new series',
  },
  too_many_readings: {
    vi: 'Một lần gửi tối đa {limit} số liệu',
    en: 'At most {limit} readings a call',
  },
  in_future: {
    vi: 'Thời điểm ở tương lai quá 10 phút',
    en: 'The time lies more than 10 minutes in the future',
  },
  beyond_bounds: {
    vi: '{value} {unit} không thể có: độ lớn của chuỗi {series} tối đa {most} {unit}',
    en: '{value} {unit} cannot be: values of series {series} are {most} {unit} in size at the most',
  },
  too_old: { vi: 'Thời điểm trước năm 1900', en: 'The time lies before 1900' },
  unknown_target: {
    vi: 'Không có đối tượng {id} để gắn cảm biến',
    en: 'There is no {id} to mount the sensor on',
  },
  port_taken: { vi: 'Cổng {port} đã có cảm biến khác', en: 'Port {port} has another sensor' },
  series_linked: {
    vi: 'Chuỗi {series} đã gắn với cảm biến khác',
    en: 'Series {series} is linked to another sensor',
  },
  port_not_of_station: {
    vi: 'Trạm {station} không dùng cổng {port}; cổng của trạm là {own}',
    en: 'Station {station} is not at port {port}; its port is {own}',
  },
  new_station_needed: {
    vi: 'Chọn một trạm mới trong danh sách hoặc một chuỗi số liệu mới',
    en: 'Name either a new station of the list or a new series',
  },
  same_series: { vi: 'Trạm đang dùng chính chuỗi {series}', en: 'The station has series {series} already' },
  series_of_station: {
    vi: 'Chuỗi {series} đã thuộc trạm {station}',
    en: 'Series {series} belongs to station {station}',
  },
  unlike_series: {
    vi: 'Chuỗi {series} ({unit}) không cùng đơn vị và kiểu số liệu với chuỗi cũ ({old})',
    en: 'Series {series} ({unit}) has another unit or kind than the old one ({old})',
  },
  unlike_station: {
    vi: 'Trạm mới phải cùng loại với trạm cũ',
    en: 'The new station must be of the same type as the old one',
  },
  seam_outside: {
    vi: 'Thời điểm thay thế phải trong thời kỳ của trạm và không ở tương lai',
    en: 'The seam must lie within the period of the station and not in the future',
  },
  sensor_is_installed: { vi: 'Cảm biến đang được lắp đặt', en: 'The sensor is set up already' },
  sensor_not_installed: { vi: 'Cảm biến chưa được lắp đặt', en: 'The sensor is not set up' },
  sensor_needs_series: {
    vi: 'Chọn chuỗi số liệu của cảm biến',
    en: 'Choose the series that the sensor sends',
  },
  wrong_target: {
    vi: 'Cảm biến loại này không đo đối tượng đó',
    en: 'A sensor of this kind does not measure that',
  },
  unknown_series: { vi: 'Không có chuỗi {series}', en: 'There is no series {series}' },
  rain_offset: {
    vi: 'Cảm biến mưa chỉ có hệ số nhân, không có số cộng thêm',
    en: 'A rain sensor has a factor only, and no offset',
  },
  unit_differs: {
    vi: 'Chuỗi {series} đo bằng {own}, ở đây cần {unit}: chọn chuỗi khác hoặc đặt hệ số hiệu chỉnh cho cảm biến',
    en: 'Series {series} is in {own}, {unit} is needed here: choose another, or calibrate its sensor',
  },
  unit_needs_gain: {
    vi: 'Chuỗi {series} đo bằng {own}: nhập hệ số để đổi ra mét (cm: 0.01)',
    en: 'Series {series} is in {own}: give the gain that makes it metres (cm: 0.01)',
  },
  computed_series: {
    vi: 'Chuỗi {series} do hệ thống tính, không nhận số liệu gửi đến',
    en: 'Series {series} is computed here and takes no readings',
  },
  series_not_allowed: {
    vi: 'Mã này không được ghi chuỗi {series}',
    en: 'This token may not write series {series}',
  },
  ambiguous_number: {
    vi: '“{text}” có thể đọc là hai số khác nhau: hãy viết dấu chấm trước phần thập phân, không viết dấu phân cách hàng nghìn',
    en: '“{text}” may mean two numbers: write a point before the decimals and no sign between thousands',
  },
  not_a_number: { vi: 'Giá trị không phải là số', en: 'The value is not a number' },
  too_many_fields: {
    vi: 'Dòng có {fields} trường mà tiêu đề chỉ có {columns}: phần thập phân viết sau dấu chấm, như 410.25',
    en: 'The row has {fields} fields where the header has {columns}: decimals follow a point, as in 410.25',
  },
  bad_quality: { vi: 'Chất lượng không hợp lệ', en: 'Not a quality' },
  bad_time: {
    vi: 'Thời điểm phải là ISO 8601 có múi giờ hoặc mili giây',
    en: 'The time must be ISO 8601 with offset, or epoch milliseconds',
  },
  bad_reading: { vi: 'Số liệu thiếu trường {field}', en: 'The reading lacks {field}' },
  add_station_failed: { vi: 'Thêm trạm không thành công', en: 'Adding the station failed' },
  update_station_failed: { vi: 'Cập nhật trạm không thành công', en: 'Updating the station failed' },
  replace_station_success: { vi: 'Đã thay thế trạm', en: 'The station was replaced' },
  update_station_data_success: { vi: 'Đã cập nhật số liệu trạm', en: 'The station data was updated' },
  add_station_success: { vi: 'Đã thêm trạm', en: 'The station was added' },
  update_station_success: { vi: 'Đã cập nhật trạm', en: 'The station was updated' },
  setup_sensor_success: { vi: 'Đã lắp đặt cảm biến', en: 'The sensor was set up' },
  uninstall_sensor_success: { vi: 'Đã tháo cảm biến', en: 'The sensor was uninstalled' },
  measuring_station_not_in_settings: {
    vi: 'Trạm đo không có trong cấu hình',
    en: 'The measuring station is not in the settings',
  },
} as const
