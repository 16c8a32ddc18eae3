import { editMessages } from './edit-messages.ts'
import { geoMessages } from './geo-messages.ts'

/** Every message the server says to people, by stable code. {name} marks what is filled in. */
export const messages = {
  ...editMessages,
  ...geoMessages,
  ok: { vi: 'Thành công', en: 'Success' },
  bad_request: { vi: 'Yêu cầu không hợp lệ', en: 'The request is not valid' },
  malformed_json: {
    vi: 'Nội dung không phải JSON hợp lệ: {detail}',
    en: 'The body is not valid JSON: {detail}',
  },
  malformed_address: {
    vi: 'Địa chỉ có ký tự mã hóa sai',
    en: 'The address holds characters that are encoded wrongly',
  },
  malformed_request: {
    vi: 'Yêu cầu không đúng giao thức HTTP',
    en: 'The request is no proper HTTP',
  },
  headers_too_large: {
    vi: 'Phần đầu của yêu cầu quá lớn (tối đa {limit})',
    en: 'The headers of the request are too large (at most {limit})',
  },
  invalid_body: {
    vi: 'Dữ liệu gửi lên có lỗi ở {path}: {detail}',
    en: 'The data sent has an error at {path}: {detail}',
  },
  required: { vi: 'Bắt buộc nhập', en: 'This is required' },
  unauthorized: { vi: 'Vui lòng đăng nhập', en: 'Please authenticate' },
  token_expired: {
    vi: 'Phiên làm việc đã hết hạn, vui lòng đăng nhập lại',
    en: 'Please authenticate: the session has expired',
  },
  token_invalid: {
    vi: 'Phiên làm việc không hợp lệ, vui lòng đăng nhập lại',
    en: 'Please authenticate: the session is not valid',
  },
  login_failed: { vi: 'Tên đăng nhập hoặc mật khẩu không đúng', en: 'Incorrect user name or password' },
  service_off: {
    vi: 'Đăng nhập dịch vụ chưa được bật (SERVICE_USERNAME, SERVICE_PASSWORD)',
    en: 'Service sign-in is off (SERVICE_USERNAME, SERVICE_PASSWORD)',
  },
  account_inactive: { vi: 'Tài khoản chưa được kích hoạt hoặc đã bị khóa', en: 'The account is not active' },
  no_reservoir: {
    vi: 'Tài khoản chưa được cấp quyền ở hồ chứa nào',
    en: 'The account has no role at any reservoir',
  },
  forbidden: { vi: 'Bạn không có quyền thực hiện thao tác này', en: 'No permission to execute' },
  reservoir_forbidden: {
    vi: 'Bạn không có quyền với hồ chứa {hydro}',
    en: 'You have no role at reservoir {hydro}',
  },
  hydro_required: { vi: 'Cần cho biết hồ chứa (tiêu đề hydro)', en: 'Name the reservoir (header hydro)' },
  no_plant: {
    vi: 'Chưa có hồ chứa nào. Quản trị viên thiết lập hồ chứa ở trang /setup',
    en: 'There is no reservoir yet. An administrator sets one up at /setup',
  },
  unknown_hydro: { vi: 'Không có hồ chứa {hydro}', en: 'There is no reservoir {hydro}' },
  not_found: { vi: 'Không tìm thấy {what}', en: '{what} was not found' },
  no_such_path: { vi: 'Không có địa chỉ {method} {path}', en: 'There is no {method} {path}' },
  conflict: {
    vi: 'Dữ liệu đã bị người khác thay đổi, hãy tải lại',
    en: 'Somebody else has changed this; load it again',
  },
  spans_others: {
    vi: 'Khoảng thời gian này còn có phiên bản khác: chọn thời điểm trong thời kỳ của phiên bản đang sửa',
    en: 'Other versions lie within this time: choose one within the period of the version that is changed',
  },
  series_has_data: {
    vi: 'Chuỗi {series} đã có số liệu: không đổi được đơn vị, kiểu và bước thời gian. Hãy tạo chuỗi mới',
    en: 'Series {series} holds readings: unit, kind and step are fixed. Make a new series',
  },
  reservoir_position: {
    vi: 'Cần ít nhất một vị trí đo mực nước hồ',
    en: 'At least one position has to measure the level of the lake',
  },
  upload_rows: {
    vi: 'Tệp {name} quá dài: ở đây nhận tối đa {max} dòng',
    en: 'The file {name} is too long: at most {max} rows are taken here',
  },
  table_row_width: {
    vi: 'Dòng {row} phải có {n} giá trị',
    en: 'Row {row} must hold {n} values',
  },
  one_reservoir: {
    vi: 'Phiên bản này chỉ phục vụ một hồ chứa, và đã có một hồ',
    en: 'This edition serves one reservoir, and there is one',
  },
  setup_in_demo: {
    vi: 'Đây là bản mô phỏng: hãy kết thúc mô phỏng trước khi thiết lập hồ chứa của mình',
    en: 'This is a demo: end it before setting up a reservoir of your own',
  },
  not_a_demo: { vi: 'Đây không phải bản mô phỏng', en: 'This is no demo' },
  name_differs: { vi: 'Gõ đúng tên: {name}', en: 'Type the name exactly: {name}' },
  same_password: {
    vi: 'Đây vẫn là mật khẩu cũ: hãy chọn mật khẩu khác',
    en: 'This is still the old password: choose another',
  },
  empty_upload: { vi: 'Tệp {name} trống', en: 'The file {name} is empty' },
  not_a_table: {
    vi: 'Tệp {name} không phải bảng số liệu: cần CSV, TSV, TOA5, XLSX, XLS hoặc ODS',
    en: 'The file {name} holds no table: CSV, TSV, TOA5, XLSX, XLS or ODS is needed',
  },
  workbook_macros: {
    vi: 'Tệp {name} có chứa macro: hãy lưu lại dạng .xlsx không macro',
    en: 'The workbook {name} carries macros: save it as .xlsx without them',
  },
  workbook_encrypted: {
    vi: 'Tệp {name} đặt mật khẩu: hãy lưu lại không mật khẩu',
    en: 'The workbook {name} is locked by a password: save it without',
  },
  workbook_unfolds: {
    vi: 'Tệp {name} khi giải nén quá lớn (tối đa 200 MB và 500 phần)',
    en: 'The workbook {name} unfolds to too much (at most 200 MB and 500 parts)',
  },
  workbook_slow: {
    vi: 'Đọc tệp {name} quá 30 giây: hãy lưu thành CSV',
    en: 'Reading the workbook {name} takes more than 30 s: save it as CSV',
  },
  workbook_damaged: {
    vi: 'Tệp {name} bị hỏng hoặc không phải sổ tính',
    en: 'The workbook {name} is damaged, or is none',
  },
  quote_open: {
    vi: 'Tệp {name}: dấu ngoặc kép mở ở dòng {line} không được đóng',
    en: 'The file {name}: a quote that opens at line {line} is never closed',
  },
  upload_one_column: {
    vi: 'Tệp {name} chỉ có một cột: cần cột thời gian và ít nhất một cột số liệu',
    en: 'The file {name} has one column only: a column of time and one of readings are needed',
  },
  upload_no_rows: {
    vi: 'Tệp {name} chỉ có tiêu đề, không có dòng số liệu nào',
    en: 'The file {name} holds a header and no rows',
  },
  import_not_done: {
    vi: 'Lần nhập {name} chưa xong hoặc đã hoàn tác',
    en: 'The import of {name} has not ended, or was undone',
  },
  import_at_work: { vi: 'Tệp {name} đang được xử lý', en: 'The file {name} is at work' },
  unknown_unit: { vi: 'Không có đơn vị {unit}', en: 'There is no unit {unit}' },
  too_large: { vi: 'Nội dung quá lớn (tối đa {limit})', en: 'The body is too large (at most {limit})' },
  too_many_readings: {
    vi: 'Một lần gửi tối đa {limit} số liệu',
    en: 'At most {limit} readings a call',
  },
  wrong_content_type: {
    vi: 'Kiểu nội dung {type} không được nhận; dùng {allowed}',
    en: 'Content type {type} is not accepted; use {allowed}',
  },
  too_many_requests: {
    vi: 'Quá nhiều yêu cầu, hãy thử lại sau {seconds} giây',
    en: 'Too many requests, try again in {seconds} s',
  },
  busy: {
    vi: 'Máy chủ đang bận ghi số liệu, hãy gửi lại sau {seconds} giây',
    en: 'The server is busy storing readings, send again in {seconds} s',
  },
  invalid_range: { vi: 'Khoảng thời gian không hợp lệ: {detail}', en: 'Invalid time range: {detail}' },
  known_in_future: {
    vi: 'Thời điểm "như đã biết lúc" còn ở tương lai',
    en: 'What is known at a time to come cannot be told',
  },
  known_before_first: {
    vi: 'Lúc đó hồ này chưa có trong hệ thống',
    en: 'The reservoir was not in the system at that time',
  },
  known_no_longer: {
    vi: 'Số liệu như đã biết chỉ được giữ 5 năm; thời điểm này đã quá xa',
    en: 'What was known is kept for five years; this time is longer ago',
  },
  known_too_long: {
    vi: 'Xem như đã biết tại một thời điểm: khoảng dài nhất là {days} ngày',
    en: 'As known at a time gone by, a range is {days} days at the most',
  },
  not_yet: { vi: 'Thời điểm này chưa tới', en: 'This time has not come yet' },
  no_readings_yet: { vi: 'Hồ chứa chưa có số liệu nào', en: 'The reservoir has no readings yet' },
  before_first_reading: {
    vi: 'Số liệu bắt đầu từ {first}, không có gì để tính trước đó',
    en: 'Readings begin at {first}, there is nothing to compute before',
  },
  approved_time: {
    vi: 'Khoảng thời gian này đã được duyệt: cần quyền duyệt số liệu để thay đổi',
    en: 'This time is approved: changing it needs the permission to approve readings',
  },
  no_run_to_roll_back: {
    vi: 'Không có lần tính nào để khôi phục',
    en: 'There is no calculation to roll back',
  },
  run_not_rolled_back: {
    vi: 'Chỉ khôi phục được lần tính và lưu, hoặc lần tính lại',
    en: 'Only what was calculated and saved, or recalculated, can be rolled back',
  },
  run_not_ended: {
    vi: 'Lần tính này chưa kết thúc: hãy chờ hoặc dừng nó trước',
    en: 'This calculation has not ended: wait for it, or cancel it first',
  },
  rolled_back_already: {
    vi: 'Lần tính này đã được khôi phục lúc {at}',
    en: 'This calculation was rolled back already at {at}',
  },
  run_not_cancelled: { vi: 'Chỉ dừng được lần tính lại', en: 'Only a recalculation can be cancelled' },
  run_ended: { vi: 'Lần tính này đã kết thúc', en: 'This calculation has ended' },
  run_failed: {
    vi: 'Lần tính dừng vì lỗi trong chương trình (mã sự cố {incident}). Phần đã tính được giữ lại và khôi phục được',
    en: 'An error of the program stopped it (incident {incident}). What it had computed is kept, and can be rolled back',
  },
  operation_changed: {
    vi: 'Phương thức vận hành vừa được người khác thay đổi',
    en: 'Somebody else has just changed the operation method',
  },
  span_too_long: { vi: 'Khoảng tính dài nhất là {days} ngày', en: 'The span is {days} day at the most' },
  from_after_to: { vi: 'thời điểm đầu phải trước thời điểm cuối', en: 'the start must lie before the end' },
  invalid_time: { vi: 'Thời gian không hợp lệ: {value}', en: 'Not a valid time: {value}' },
  internal: {
    vi: 'Lỗi máy chủ, mã sự cố {incident}',
    en: 'Server error, incident {incident}',
  },
  unavailable: { vi: 'Cơ sở dữ liệu chưa sẵn sàng, hãy thử lại', en: 'The database is not ready, try again' },
  in_future: {
    vi: 'Thời điểm ở tương lai quá 10 phút',
    en: 'The time lies more than 10 minutes in the future',
  },
  too_old: { vi: 'Thời điểm trước năm 1900', en: 'The time lies before 1900' },
  code_taken: { vi: 'Mã {code} đã được dùng', en: 'Code {code} is taken' },
  unknown_target: {
    vi: 'Không có đối tượng {id} để gắn cảm biến',
    en: 'There is no {id} to mount the sensor on',
  },
  port_taken: { vi: 'Cổng {port} đã có cảm biến khác', en: 'Port {port} has another sensor' },
  series_linked: {
    vi: 'Chuỗi {series} đã gắn với cảm biến khác',
    en: 'Series {series} is linked to another sensor',
  },
  not_retired: { vi: 'Không thể xóa mục này', en: 'This cannot be removed' },
  unknown_province: {
    vi: 'Không có tỉnh, thành “{name}” trong danh mục hiện nay và trước đây',
    en: 'There is no province “{name}” among the present and the former ones',
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
  check_not_of_kind: {
    vi: 'Loại kiểm tra này không dùng đến',
    en: 'This kind of check has no use for it',
  },
  check_order: { vi: 'Phải lớn hơn giới hạn dưới', en: 'Must be above the lower limit' },
  check_two_series: {
    vi: 'Cần ít nhất hai chuỗi số liệu để so sánh',
    en: 'Needs at least two series to compare',
  },
  check_no_grade: {
    vi: 'Thiếu số liệu thì không có giá trị nào để gán chất lượng',
    en: 'Where readings are missing there is none to give a grade to',
  },
  check_not_rejected: {
    vi: 'So sánh không cho biết giá trị nào sai nên không loại bỏ được',
    en: 'A comparison does not say which value is wrong, so it cannot reject any',
  },
  check_by_calculation: {
    vi: 'Mực nước của vị trí đo {series} đã được kiểm tra khi tính, theo các mực nước của hồ và tốc độ trong thông số tính toán',
    en: 'Levels of the position {series} are checked in the calculation, by the levels of the reservoir and the rate of the parameters',
  },
  check_computed: {
    vi: 'Chuỗi {series} là kết quả tính toán, không kiểm tra như số liệu đo',
    en: 'Series {series} is computed and not checked like a reading',
  },
  check_taken: {
    vi: 'Đã có kiểm tra cùng loại cho {what} trong cùng thời gian: {name}',
    en: 'There is a check of this kind for {what} in the same time: {name}',
  },
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
  log_series: {
    vi: 'Chuỗi {series} do nhật ký cửa van và tổ máy ghi: chỉ nhật ký được ghi vào đó',
    en: 'Series {series} is written by the gate and unit log, and by nothing else',
  },
  log_from_differs: {
    vi: '{name} lúc đó đang ở {held}, không phải {given}',
    en: '{name} stood at {held} then, not at {given}',
  },
  log_from_unknown: {
    vi: 'Không có gì cho biết {name} lúc đó ở đâu; {given} là do người ghi nêu',
    en: 'Nothing tells where {name} stood then; {given} is what was written',
  },
  log_same_time: {
    vi: '{name} đã có một mục lúc {at}: hãy sửa mục đó',
    en: '{name} already has an entry at {at}: correct that one',
  },
  log_not_there: {
    vi: '{name} chưa có hoặc không còn vào lúc {at}',
    en: '{name} was not there at {at}',
  },
  log_twice: { vi: '{name} được nêu hai lần', en: '{name} is named twice' },
  log_above_most: {
    vi: '{name}: {value} {unit} vượt mức lớn nhất {most} {unit}',
    en: '{name}: {value} {unit} is above the most there can be, {most} {unit}',
  },
  log_seen_fixed: {
    vi: 'Giờ và độ mở do cảm biến ghi nhận, không sửa được ở đây: chỉ sửa số lệnh, người thực hiện và lý do',
    en: 'Its time and values are what the sensor saw: only order number, who carried it out and reason can be changed',
  },
  log_withdrawn: { vi: 'Mục này đã bị rút lại', en: 'This entry was withdrawn' },
  log_no_move: {
    vi: 'Cảm biến của {name} không ghi nhận thao tác nào lúc {at}; hãy tải lại',
    en: 'The sensor of {name} saw no movement at {at}; load the list again',
  },
  computed_series: {
    vi: 'Chuỗi {series} do hệ thống tính, không nhận số liệu gửi đến',
    en: 'Series {series} is computed here and takes no readings',
  },
  series_not_allowed: {
    vi: 'Mã này không được ghi chuỗi {series}',
    en: 'This token may not write series {series}',
  },
  id_rule: {
    vi: 'Chỉ gồm chữ cái không dấu, chữ số và . _ -, bắt đầu bằng chữ hoặc số',
    en: 'Letters without accents, digits and . _ - only, beginning with a letter or a digit',
  },
  whole_number: { vi: 'Phải là số nguyên', en: 'Must be a whole number' },
  above_zero: { vi: 'Phải lớn hơn 0', en: 'Must be above 0' },
  not_zero: {
    vi: 'Phải khác 0: nhân với 0 thì mất mọi số đo',
    en: 'Must not be 0: every reading would be lost',
  },
  month_day: { vi: 'Nhập tháng-ngày, ví dụ 09-01', en: 'Give month and day, such as 09-01' },
  unknown_zone: { vi: 'Không có múi giờ này', en: 'There is no such time zone' },
  levels_order: {
    vi: 'Thấp hơn {min} m của mức đứng trước. Thứ tự: thấp nhất ≤ chết ≤ dâng bình thường ≤ cao nhất; lũ kiểm tra ≥ lũ thiết kế; đỉnh đập ≥ dâng bình thường',
    en: 'Lies below {min} m of the level before it. In order: lowest, dead, normal, highest; check flood above design flood; crest above normal',
  },
  levels_must_rise: { vi: 'Mực nước phải tăng dần', en: 'The levels must rise' },
  alarms_order: {
    vi: 'Báo động I ≤ II ≤ III: không thấp hơn {min} m',
    en: 'Alarm levels do not fall from I to III: not below {min} m',
  },
  axis_order: {
    vi: 'Đầu trên của trục phải cao hơn đầu dưới',
    en: 'The upper end of the axis must lie above the lower one',
  },
  bounds_order: {
    vi: 'Phải lớn hơn kinh độ tây, vĩ độ nam',
    en: 'Must lie east and north of the other corner',
  },
  outlet_above_inlet: {
    vi: 'Đáy cửa ra không được cao hơn đáy cửa vào',
    en: 'The outlet must not lie above the inlet',
  },
  measured_needs_series: {
    vi: 'Đo trực tiếp thì phải chọn chuỗi lưu lượng',
    en: 'Measured directly: name the series of its discharge',
  },
  twelve_months: { vi: 'Nhập đủ 12 tháng hoặc để trống', en: 'Twelve months, or none' },
  listed_twice: { vi: '{code} có hai lần trong danh sách', en: '{code} stands in the list twice' },
  not_listed: { vi: '{code} không có trong danh sách chuỗi', en: '{code} is not among the series' },
  ambiguous_number: {
    vi: '“{text}” có thể đọc là hai số khác nhau: hãy viết dấu chấm trước phần thập phân, không viết dấu phân cách hàng nghìn',
    en: '“{text}” may mean two numbers: write a point before the decimals and no sign between thousands',
  },
  not_a_number: { vi: 'Giá trị không phải là số', en: 'The value is not a number' },
  bad_quality: { vi: 'Chất lượng không hợp lệ', en: 'Not a quality' },
  bad_time: {
    vi: 'Thời điểm phải là ISO 8601 có múi giờ hoặc mili giây',
    en: 'The time must be ISO 8601 with offset, or epoch milliseconds',
  },
  bad_reading: { vi: 'Số liệu thiếu trường {field}', en: 'The reading lacks {field}' },
  username_rule: {
    vi: 'Tên đăng nhập chỉ gồm chữ cái a-z và chữ số, ít nhất 4 ký tự',
    en: 'Letters a-z and digits only, at least 4 characters',
  },
  password_rule: {
    vi: 'Mật khẩu ít nhất 8 ký tự, có chữ số, chữ thường và chữ hoa (được dùng ký tự đặc biệt)',
    en: 'At least 8 characters with a digit, a lower-case and an upper-case letter (special characters are allowed)',
  },
  phone_rule: {
    vi: 'Số điện thoại gồm 10 chữ số, ví dụ (091) 234-5678',
    en: 'A phone number has 10 digits, such as (091) 234-5678',
  },
  email_rule: { vi: 'Địa chỉ e-mail không hợp lệ', en: 'Not a valid e-mail address' },
  bad_characters: { vi: 'Có ký tự không được phép', en: 'Contains characters that are not allowed' },
  too_long: { vi: 'Quá dài (tối đa {max} ký tự)', en: 'Too long (at most {max} characters)' },
  too_short: { vi: 'Quá ngắn (ít nhất {min} ký tự)', en: 'Too short (at least {min} characters)' },
  too_few: { vi: 'Cần ít nhất {min} mục', en: 'At least {min} needed' },
  too_many: { vi: 'Quá nhiều mục (tối đa {max})', en: 'Too many (at most {max})' },
  too_low: { vi: 'Giá trị nhỏ nhất là {min}', en: 'The least is {min}' },
  too_high: { vi: 'Giá trị lớn nhất là {max}', en: 'The most is {max}' },
  wrong_type: { vi: 'Sai kiểu dữ liệu (cần {expected})', en: 'Wrong type ({expected} is needed)' },
  wrong_format: { vi: 'Sai định dạng', en: 'Not in the right form' },
  not_allowed: { vi: 'Chỉ nhận: {allowed}', en: 'Must be one of: {allowed}' },
  unknown_field: { vi: 'Trường không có: {names}', en: 'There is no field {names}' },
  password_mismatch: { vi: 'Mật khẩu nhập lại không khớp', en: 'The passwords are not the same' },
  sign_in_delayed: {
    vi: 'Đăng nhập sai nhiều lần, hãy thử lại sau {seconds} giây',
    en: 'Too many failed sign-ins, try again in {seconds} s',
  },
  please_authenticate: {
    vi: 'Phiên làm việc đã hết hạn, vui lòng đăng nhập lại',
    en: 'Please authenticate: the session has expired, log in again',
  },
  login_failed_title: { vi: 'Đăng nhập không thành công', en: 'Login failed' },
  incorrect_email_or_password: { vi: 'E-mail hoặc mật khẩu không đúng', en: 'Incorrect email or password' },
  action_denied: { vi: 'Thao tác bị từ chối', en: 'Action denied' },
  no_permission_for_action: {
    vi: 'Bạn không có quyền thực hiện thao tác này',
    en: 'You have no permission to perform this action',
  },
  network_error: { vi: 'Lỗi mạng', en: 'Network error' },
  registration_off: {
    vi: 'Không mở đăng ký tài khoản ở đây, hãy hỏi quản trị viên',
    en: 'Registration is switched off here: ask an administrator for an account',
  },
  registered: {
    vi: 'Đã gửi đăng ký. Quản trị viên sẽ kích hoạt tài khoản',
    en: 'Registered. An administrator will activate the account',
  },
  mail_off: {
    vi: 'Hệ thống chưa cài đặt gửi e-mail: hãy nhờ quản trị viên đặt lại mật khẩu',
    en: 'E-mail is not set up here: ask an administrator to set a new password',
  },
  reset_link_sent: {
    vi: 'Nếu tài khoản tồn tại và có e-mail, một liên kết dùng trong 30 phút đã được gửi đi',
    en: 'If the account exists and has an e-mail address, a link good for 30 minutes is on its way',
  },
  reset_link_invalid: {
    vi: 'Liên kết không đúng, đã dùng hoặc đã quá 30 phút. Hãy yêu cầu liên kết mới',
    en: 'The link is wrong, was used, or is older than 30 minutes. Ask for a new one',
  },
  reset_done: { vi: 'Đã đặt mật khẩu mới, hãy đăng nhập', en: 'The new password is set: log in' },
  username_taken: { vi: 'Tên đăng nhập đã có người dùng', en: 'The user name is taken' },
  email_taken: {
    vi: 'E-mail đã thuộc về một tài khoản khác',
    en: 'The e-mail address belongs to another account',
  },
  account_code_taken: { vi: 'Mã tài khoản đã có', en: 'The account code is taken' },
  account_code_expert: {
    vi: 'Mã này dành cho tài khoản chuyên gia; chỉ người xem được mọi màn hình mới tạo được',
    en: "This code is an expert account's: only who may view every screen can give it",
  },
  grant_twice: { vi: 'Mỗi hồ chứa chỉ có một vai trò', en: 'One role per reservoir' },
  wrong_password: { vi: 'Mật khẩu hiện tại không đúng', en: 'The present password is not right' },
  not_own_account: {
    vi: 'Chỉ đổi được mật khẩu của chính mình ở đây',
    en: "Only one's own password is changed here",
  },
  above_own_level: { vi: 'Vượt quá quyền của bạn: {what}', en: 'Above your own level: {what}' },
  not_held_by_you: {
    vi: 'Không cấp được quyền mà chính bạn không có: {permissions}',
    en: 'You cannot grant what you do not hold: {permissions}',
  },
  last_administrator: {
    vi: 'Đây là quản trị viên cuối cùng: phải còn ít nhất một quản trị viên hoạt động',
    en: 'This is the last administrator: at least one active one must remain',
  },
  own_account: {
    vi: 'Không thể tự xóa hoặc tự khóa tài khoản của mình',
    en: "One cannot remove or lock one's own account",
  },
  own_password: {
    vi: 'Đổi mật khẩu của chính mình bằng mật khẩu hiện tại',
    en: "Change one's own password with the present one",
  },
  not_an_image: { vi: 'Ảnh phải là PNG, JPEG hoặc WebP', en: 'The picture must be PNG, JPEG or WebP' },
  image_too_large: {
    vi: 'Ảnh quá lớn: tối đa {max} × {max} điểm ảnh',
    en: 'The picture is too large: at most {max} × {max} pixels',
  },
  image_damaged: { vi: 'Không đọc được ảnh', en: 'The picture cannot be read' },
  no_permission_selected: { vi: 'Phải chọn ít nhất một quyền', en: 'Select at least one permission' },
  unknown_permission: { vi: 'Không có quyền này', en: 'There is no such permission' },
  level_rule: { vi: 'Cấp bậc là số nguyên từ 1 đến 99', en: 'The level is a whole number from 1 to 99' },
  role_name_taken: { vi: 'Tên nhóm quyền đã có', en: 'The name of the role is taken' },
  role_in_use: {
    vi: 'Nhóm quyền đang có {count} tài khoản: chọn nhóm quyền thay thế cho họ',
    en: '{count} accounts hold this role: choose which role they get',
  },
  move_to_itself: { vi: 'Chọn một nhóm quyền khác', en: 'Choose another role' },
  change_password_success: {
    vi: 'Đổi mật khẩu thành công, hãy đăng nhập lại',
    en: 'The password was changed: log in again',
  },
  set_password_success: { vi: 'Đã đặt lại mật khẩu', en: 'The password was set' },
  create_account_success: { vi: 'Đã thêm tài khoản', en: 'The account was added' },
  update_account_success: { vi: 'Đã cập nhật tài khoản', en: 'The account was updated' },
  account_locked: { vi: 'Đã khóa tài khoản', en: 'The account was locked' },
  account_unlocked: { vi: 'Đã mở khóa tài khoản', en: 'The account was unlocked' },
  create_role_success: { vi: 'Đã thêm nhóm quyền', en: 'The role was added' },
  update_role_success: { vi: 'Đã cập nhật nhóm quyền', en: 'The role was updated' },
  removed: { vi: 'Đã xóa', en: 'Removed' },
  session_ended: { vi: 'Đã kết thúc phiên làm việc', en: 'The session was ended' },
  load_users_failed: { vi: 'Không tải được danh sách tài khoản', en: 'Loading the users failed' },
  load_form_failed: { vi: 'Không tải được biểu mẫu', en: 'Loading the form failed' },
  load_roles_failed: { vi: 'Không tải được nhóm quyền', en: 'Loading the roles failed' },
  load_outlets_failed: { vi: 'Không tải được số liệu cửa xả', en: 'Loading the outlet data failed' },
  load_options_failed: { vi: 'Không tải được danh mục', en: 'Loading the options failed' },
  load_hydro_failed: { vi: 'Không tải được thông tin hồ chứa', en: 'Loading the hydro information failed' },
  load_last_general_failed: {
    vi: 'Không tải được số liệu mới nhất',
    en: 'Loading the last general data failed',
  },
  load_general_failed: {
    vi: 'Không tải được số liệu vận hành',
    en: 'Loading the general operating data failed',
  },
  load_icons_failed: { vi: 'Không tải được biểu tượng', en: 'Loading the icons failed' },
  load_failed: { vi: 'Không tải được số liệu', en: 'Loading the data failed' },
  load_project_failed: { vi: 'Không tải được cấu hình dự án', en: 'Get project configuration failed' },
  calculate_failed: { vi: 'Tính toán không thành công', en: 'Calculating failed' },
  save_calculation_failed: {
    vi: 'Lưu kết quả tính không thành công',
    en: 'Saving the calculation result failed',
  },
  rollback_calculation_failed: {
    vi: 'Hoàn tác kết quả tính không thành công',
    en: 'Rolling the calculation back failed',
  },
  add_station_failed: { vi: 'Thêm trạm không thành công', en: 'Adding the station failed' },
  update_station_failed: { vi: 'Cập nhật trạm không thành công', en: 'Updating the station failed' },
  create_role_failed: { vi: 'Thêm nhóm quyền không thành công', en: 'Creating the role failed' },
  update_role_failed: { vi: 'Cập nhật nhóm quyền không thành công', en: 'Updating the role failed' },
  remove_failed: { vi: 'Xóa không thành công', en: 'Removing failed' },
  batch_failed: { vi: 'Một thao tác không thành công: {detail}', en: 'One of the actions failed: {detail}' },
  update_warning_success: {
    vi: 'Đã cập nhật cấu hình cảnh báo',
    en: 'The warning configuration was updated',
  },
  delete_warning_success: { vi: 'Đã xóa cấu hình cảnh báo', en: 'The warning configuration was deleted' },
  change_operator_success: { vi: 'Đã đổi người vận hành', en: 'The operator was changed' },
  replace_station_success: { vi: 'Đã thay thế trạm', en: 'The station was replaced' },
  update_station_data_success: { vi: 'Đã cập nhật số liệu trạm', en: 'The station data was updated' },
  update_parameters_success: {
    vi: 'Đã cập nhật tham số tính toán',
    en: 'The calculation parameters were updated',
  },
  add_station_success: { vi: 'Đã thêm trạm', en: 'The station was added' },
  update_station_success: { vi: 'Đã cập nhật trạm', en: 'The station was updated' },
  setup_sensor_success: { vi: 'Đã lắp đặt cảm biến', en: 'The sensor was set up' },
  uninstall_sensor_success: { vi: 'Đã tháo cảm biến', en: 'The sensor was uninstalled' },
  wrong_interpolate_name: {
    vi: 'Tên bảng nội suy không đúng cấu trúc',
    en: 'Wrong interpolate name structure',
  },
  measuring_station_not_in_settings: {
    vi: 'Trạm đo không có trong cấu hình',
    en: 'The measuring station is not in the settings',
  },
  table_file_empty: { vi: 'Tệp rỗng, không có ô nào', en: 'The file is empty' },
  table_file_type: {
    vi: '{name} không phải tệp CSV hoặc Excel (.csv, .xlsx, .xls, .ods)',
    en: '{name} is not a CSV or Excel file (.csv, .xlsx, .xls, .ods)',
  },
  table_file_macros: {
    vi: '{name} có macro nên không được nhận: hãy lưu lại thành .xlsx không macro',
    en: '{name} holds macros and is refused: save it as .xlsx without macros',
  },
  table_file_encrypted: {
    vi: '{name} được bảo vệ bằng mật khẩu: hãy bỏ mật khẩu rồi tải lên lại',
    en: '{name} is protected by a password: take the password off and upload it again',
  },
  table_file_unfolds: {
    vi: '{name} giải nén ra quá lớn (hơn {limit} MB) nên không được mở',
    en: '{name} unfolds to more than {limit} MB and was not opened',
  },
  table_file_heavy: {
    vi: '{name} quá nặng để đọc: hãy chỉ giữ lại các trang tính có bảng',
    en: '{name} is too heavy to read: keep only the sheets that hold tables',
  },
  table_file_damaged: { vi: 'Không đọc được {name}: tệp hỏng', en: '{name} cannot be read: it is damaged' },
  invalid_table: {
    vi: 'Bảng không hợp lệ: {detail}',
    en: 'Invalid table: {detail}',
  },
  no_table_in_file: {
    vi: 'Bảng không hợp lệ: trong {name} không có bảng nào (một dòng tiêu đề và các dòng số liệu bên dưới)',
    en: 'Invalid table: there is no table in {name} (a header row with rows of numbers below)',
  },
  upload_gone: {
    vi: 'Tệp tải lên không còn (được giữ một ngày): hãy tải lên lại',
    en: 'The upload is no longer there (it is kept for a day): upload the file again',
  },
  no_candidate: {
    vi: 'Tệp không có bảng số {candidate}',
    en: 'The file has no table number {candidate}',
  },
  table_columns_count: {
    vi: 'Bảng {group} cần {count} cột: {columns}',
    en: 'Table {group} needs {count} columns: {columns}',
  },
  no_such_column: {
    vi: 'Bảng trong tệp không có cột {letter}',
    en: 'The table in the file has no column {letter}',
  },
  column_chosen_twice: { vi: 'Cột {letter} được chọn hai lần', en: 'Column {letter} is chosen twice' },
  table_object_unknown: {
    vi: 'Bảng {group} không gắn được với {object}: không có đối tượng này ở hồ chứa',
    en: 'Table {group} cannot belong to {object}: the reservoir has no such object',
  },
  table_object_required: {
    vi: 'Bảng {group} phải gắn với {kinds}',
    en: 'Table {group} has to belong to {kinds}',
  },
  object_kind_plant: { vi: 'hồ chứa', en: 'the reservoir' },
  object_kind_gate: { vi: 'công trình xả', en: 'an outlet' },
  object_kind_leaf: { vi: 'cửa van', en: 'a gate leaf' },
  object_kind_unit: { vi: 'tổ máy', en: 'a unit' },
  object_kind_waterway: { vi: 'đường dẫn nước', en: 'a waterway' },
  object_kind_station: { vi: 'trạm đo', en: 'a station' },
  header_required: { vi: 'Cần tiêu đề {header}', en: 'The header {header} is required' },
  table_warnings: {
    vi: 'Bảng có {count} cảnh báo: hãy xem và xác nhận trước khi lưu',
    en: 'The table has {count} warnings: read and accept them before saving',
  },
  table_overlap: {
    vi: 'Đã có bảng cùng thời kỳ sử dụng, thay thế? ({names})',
    en: 'Tables with the same period of use exist, replace them? ({names})',
  },
  loop_needs_period: {
    vi: 'Bảng lặp theo năm cần ngày bắt đầu và ngày kết thúc, cách nhau không quá một năm',
    en: 'A table that loops by year needs a first and a last day, at most a year apart',
  },
  compare_groups: {
    vi: 'Chỉ so sánh được hai phiên bản cùng nhóm ({a}, {b})',
    en: 'Only versions of one group can be compared ({a}, {b})',
  },
  table_inputs_count: {
    vi: 'Bảng {group} cần {count} giá trị đầu vào: {inputs}',
    en: 'Table {group} takes {count} inputs: {inputs}',
  },
  OUT_OF_TABLE: {
    vi: '{field} = {value} nằm ngoài bảng ({low} đến {high})',
    en: '{field} = {value} lies outside the table ({low} to {high})',
  },
  OUT_OF_RANGE: { vi: '{field} = {value} không thể có', en: '{field} = {value} cannot be' },
  UNKNOWN_N: { vi: 'Bảng không có n = {value}', en: 'The table has no n = {value}' },
  POWER_ABOVE_CAPACITY: {
    vi: 'Công suất {value} kW lớn hơn công suất lắp máy {most} kW',
    en: 'Power {value} kW is above the rated {most} kW',
  },
  NO_NET_FLOW: {
    vi: 'Lưu lượng đến bằng lưu lượng chạy máy: mực nước không đổi',
    en: 'Inflow equals the plant discharge: the level does not move',
  },
  TARGET_UNREACHABLE: {
    vi: 'Với các lưu lượng này hồ không thể đạt mực nước {value} m',
    en: 'With these discharges the lake does not come to {value} m',
  },
  calculation_refused: { vi: 'Không tính được: {detail}', en: 'It cannot be calculated: {detail}' },
  NO_TABLE: { vi: 'Không có bảng {field}', en: 'There is no table {field}' },
  MISSING_INPUT: { vi: 'Thiếu giá trị {field}', en: 'The value of {field} is missing' },

  issue_at_sheet: { vi: 'Trang "{sheet}", {place}: {text}', en: 'Sheet "{sheet}", {place}: {text}' },
  issue_at: { vi: '{place}: {text}', en: '{place}: {text}' },
  place_cell: { vi: 'ô {cell}', en: 'cell {cell}' },
  place_row: { vi: 'dòng {row}', en: 'row {row}' },
  issue_EMPTY_FILE: { vi: 'Bảng không có dòng số liệu nào', en: 'The table has no rows' },
  issue_WRONG_STRUCTURE: {
    vi: 'Tên bảng nội suy không đúng cấu trúc: dòng tiêu đề phải là {columns}',
    en: 'Wrong interpolate name structure: the header must be {columns}',
  },
  issue_EXTRA_CELLS: {
    vi: 'Dòng có ô nằm ngoài các cột của tiêu đề',
    en: 'The row has more cells than the header',
  },
  issue_DUPLICATE_FIELD: {
    vi: 'Trùng trường: tiêu đề có cột {field} nhiều lần',
    en: 'Duplicated fields: the header names {field} more than once',
  },
  issue_NOT_A_NUMBER: { vi: '"{value}" không phải là số', en: '"{value}" is not a number' },
  issue_EMPTY_CELL: { vi: 'Ô trống, cần một số', en: 'The cell is empty, a number is needed' },
  issue_DUPLICATE_KEY: {
    vi: '{key} đã có ở dòng {other} với {field} = {before}, ở đây là {value}',
    en: '{key} stands in row {other} already with {field} = {before}, here it is {value}',
  },
  issue_DUPLICATE_ROW: {
    vi: 'Lặp lại dòng {other}, được bỏ qua',
    en: 'Repeats row {other}, left out',
  },
  issue_TOO_FEW_KEYS: {
    vi: 'Bảng cần ít nhất hai dòng khác nhau',
    en: 'A table needs at least two different rows',
  },
  issue_NEGATIVE_VALUE: { vi: '{field} = {value} là số âm', en: '{field} = {value} is below 0' },
  issue_NOT_INCREASING: {
    vi: '{field} = {value} không lớn hơn {before} của dòng {other}',
    en: '{field} = {value} is not above {before} of row {other}',
  },
  issue_NOT_DECREASING: {
    vi: '{field} = {value} lớn hơn {before} của dòng {other}',
    en: '{field} = {value} is above {before} of row {other}',
  },
  issue_LOWER_THAN_BELOW: {
    vi: '{field} = {value} nhỏ hơn {before} của dòng {other}, nơi {outer} thấp hơn',
    en: '{field} = {value} is below {before} of row {other}, at the lower {outer}',
  },
  issue_HIGHER_THAN_BELOW: {
    vi: '{field} = {value} lớn hơn {before} của dòng {other}, nơi {outer} thấp hơn',
    en: '{field} = {value} is above {before} of row {other}, at the lower {outer}',
  },
  issue_AREA_FALLS: {
    vi: 'Diện tích mặt hồ giảm {share}% từ z = {z} trở lên',
    en: 'The lake area falls by {share}% above z = {z}',
  },
  issue_UNIT_UNLIKELY: {
    vi: 'Diện tích mặt hồ tính ra {area} km²: dung tích có lẽ tính bằng m³, không phải triệu m³',
    en: 'The lake would be {area} km²: the volume is likely in m³, not in million m³',
  },
  issue_UNIT_UNLIKELY_SMALL: {
    vi: 'Diện tích mặt hồ chỉ {area} m²: dung tích có lẽ tính bằng triệu m³, không phải m³',
    en: 'The lake would be {area} m²: the volume is likely in million m³, not in m³',
  },
  issue_UNIT_UNLIKELY_POWER: {
    vi: 'Công suất đến {p} MW: có lẽ tính bằng kW',
    en: 'Powers up to {p} MW: they are likely in kW',
  },
  issue_EFFICIENCY_OUT_OF_RANGE: {
    vi: 'Dòng này cho hiệu suất {eta} khi công suất tính bằng {unit} (phải từ 0.3 đến 0.97): nhầm MW với kW, hoặc cột nước tịnh với cột nước toàn phần',
    en: 'The row implies an efficiency of {eta} with power in {unit} (0.3 to 0.97 is possible): MW taken for kW, or net head for gross',
  },
  issue_ETA: {
    vi: 'eta = {value} phải lớn hơn 0 và không quá 0.97',
    en: 'eta = {value} must be above 0 and at most 0.97',
  },
  issue_RATIO_OUT_OF_RANGE: {
    vi: 'q/qmax = {value} phải từ 0 đến 1.2',
    en: 'q/qmax = {value} must be within 0 to 1.2',
  },
  issue_PERCENT: {
    vi: '{field} = {value} có vẻ là phần trăm: hãy ghi 0.9 thay cho 90',
    en: '{field} = {value} looks like percent: write 0.9, not 90',
  },
  issue_SCATTERED: {
    vi: 'Các điểm rời rạc: mỗi giá trị của {field} cần nhiều dòng (một họ đường cong)',
    en: 'Scattered points: give several rows for each value of {field} (a family of curves)',
  },
  issue_METHOD_NOT_OFFERED: {
    vi: 'Không có cách nội suy "{method}": bảng được nội suy tuyến tính',
    en: 'Interpolation "{method}" is not offered: tables are read linearly',
  },
  issue_MERGED_CELLS: {
    vi: 'Các ô {range} bị gộp: hãy bỏ gộp ô',
    en: 'Cells {range} are merged: split them',
  },
  issue_FORMULA: {
    vi: '{count} ô là công thức, lấy giá trị mà bảng tính đã lưu (ô đầu tiên {cell})',
    en: '{count} cells are formulas, their stored values are taken (the first is {cell})',
  },
  issue_FORMULA_WITHOUT_VALUE: {
    vi: 'Công thức chưa có giá trị lưu: hãy mở tệp, tính và lưu lại',
    en: 'The formula has no stored value: open the file, calculate and save it again',
  },
  total_is_measured: {
    vi: 'Toàn bộ lưu lượng ra khỏi hồ chỉ có thể là số đo: chọn cách tính là đo trực tiếp',
    en: 'All that leaves the lake can only be measured: choose measured as its method',
  },
  total_beside_units: {
    vi: 'Đã có {n} tổ máy: lưu lượng qua tổ máy sẽ bị tính hai lần',
    en: '{n} units are described: what passes them would be counted twice',
  },
  unit_beside_total: {
    vi: '"{name}" đã gồm toàn bộ lưu lượng ra khỏi hồ: lưu lượng qua tổ máy sẽ bị tính hai lần',
    en: '"{name}" is all that leaves the lake already: what passes the unit would be counted twice',
  },
  item_hidden: {
    vi: 'Bạn không có quyền xem: {what}',
    en: 'You may not see: {what}',
  },
  item_forbidden: {
    vi: 'Bạn không có quyền sửa: {what}',
    en: 'You may not change: {what}',
  },
  bundle_format: {
    vi: 'Tệp này không phải gói cấu hình Forebay',
    en: 'This file is not a Forebay configuration',
  },
  bundle_newer: {
    vi: 'Gói cấu hình do phiên bản mới hơn tạo ra ({product}). Hãy nâng cấp chương trình trước',
    en: 'A newer release wrote this configuration ({product}). Upgrade this installation first',
  },
  bundle_damaged: {
    vi: 'Gói cấu hình bị hỏng hoặc đã bị sửa: mã kiểm tra không khớp. Hãy tải lại gói từ nơi xuất',
    en: 'The configuration is damaged or was edited: its checksum does not match. Download it again where it came from',
  },
  bundle_other_plant: {
    vi: 'Gói cấu hình của hồ {file}, không phải hồ đang mở ({here})',
    en: 'This is the configuration of reservoir {file}, not of the present one ({here})',
  },
  bundle_file_taken: {
    vi: 'Tệp {name} trong gói khác với tệp cùng mã đã lưu ở đây',
    en: 'The file {name} of the configuration differs from the one that is kept here under its id',
  },
  row_says: { vi: 'dòng {row}: {detail}', en: 'row {row}: {detail}' },
  periods_overlap: {
    vi: 'các thời kỳ hiệu lực chồng lên nhau hoặc rỗng',
    en: 'its periods overlap or are empty',
  },
} as const satisfies Record<string, { vi: string; en: string }>

export type MessageCode = keyof typeof messages
export type Language = 'vi' | 'en'

/** The text of a code in a language with its parameters filled in. */
export function text(
  code: MessageCode,
  language: Language,
  params: Record<string, string | number> = {},
): string {
  return messages[code][language].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
}
