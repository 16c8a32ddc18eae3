/** Every message the server says to people, by stable code. {name} marks what is filled in. */
export const messages = {
  ok: { vi: 'Thành công', en: 'Success' },
  bad_request: { vi: 'Yêu cầu không hợp lệ', en: 'The request is not valid' },
  malformed_json: {
    vi: 'Nội dung không phải JSON hợp lệ: {detail}',
    en: 'The body is not valid JSON: {detail}',
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
    vi: 'Chưa có hồ chứa nào. Hãy tạo bằng lệnh npm run import -- --new-plant TỆP.json',
    en: 'There is no reservoir yet. Make one with npm run import -- --new-plant FILE.json',
  },
  unknown_hydro: { vi: 'Không có hồ chứa {hydro}', en: 'There is no reservoir {hydro}' },
  not_found: { vi: 'Không tìm thấy {what}', en: '{what} was not found' },
  no_such_path: { vi: 'Không có địa chỉ {method} {path}', en: 'There is no {method} {path}' },
  conflict: {
    vi: 'Dữ liệu đã bị người khác thay đổi, hãy tải lại',
    en: 'Somebody else has changed this; load it again',
  },
  series_has_data: {
    vi: 'Chuỗi {series} đã có số liệu: không đổi được đơn vị, kiểu và bước thời gian. Hãy tạo chuỗi mới',
    en: 'Series {series} holds readings: unit, kind and step are fixed. Make a new series',
  },
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
