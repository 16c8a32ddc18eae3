/** What is said of sign-in, accounts, roles and sessions. */
export const accountMessages = {
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
  same_password: {
    vi: 'Đây vẫn là mật khẩu cũ: hãy chọn mật khẩu khác',
    en: 'This is still the old password: choose another',
  },
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
  session_ended: { vi: 'Đã kết thúc phiên làm việc', en: 'The session was ended' },
  load_users_failed: { vi: 'Không tải được danh sách tài khoản', en: 'Loading the users failed' },
  load_roles_failed: { vi: 'Không tải được nhóm quyền', en: 'Loading the roles failed' },
  create_role_failed: { vi: 'Thêm nhóm quyền không thành công', en: 'Creating the role failed' },
  update_role_failed: { vi: 'Cập nhật nhóm quyền không thành công', en: 'Updating the role failed' },
} as const
