import type { Language } from '../../lib/text/index.ts'

type Words = Record<string, { vi: string; en: string }>

/** Acts and nouns of the log in words; what is not here is shown as it was written. */
const ACTS: Words = {
  'sign-in': { vi: 'đăng nhập', en: 'signed in' },
  'sign-in refused': { vi: 'đăng nhập bị từ chối', en: 'sign-in refused' },
  'sign-out': { vi: 'đăng xuất', en: 'signed out' },
  'refresh token reused': { vi: 'mã phiên bị dùng lại', en: 'session token used again' },
  end: { vi: 'kết thúc', en: 'ended' },
  add: { vi: 'thêm', en: 'added' },
  create: { vi: 'tạo', en: 'created' },
  update: { vi: 'sửa', en: 'changed' },
  remove: { vi: 'xóa', en: 'removed' },
  revoke: { vi: 'thu hồi', en: 'revoked' },
  register: { vi: 'đăng ký', en: 'registered' },
  refused: { vi: 'bị từ chối', en: 'refused' },
  export: { vi: 'tải xuống', en: 'exported' },
  import: { vi: 'nhập', en: 'imported' },
  upload: { vi: 'tải lên', en: 'uploaded' },
  replace: { vi: 'thay thế', en: 'replaced' },
  restore: { vi: 'khôi phục', en: 'restored' },
  'leave demo': { vi: 'kết thúc bản mô phỏng', en: 'left the demo' },
  retire: { vi: 'xóa', en: 'took out' },
  remark: { vi: 'ghi chú', en: 'remarked' },
  undo: { vi: 'hoàn tác', en: 'undid' },
  edit: { vi: 'hiệu chỉnh', en: 'edited' },
  review: { vi: 'đặt trạng thái', en: 'set the state of' },
  accept: { vi: 'chấp nhận', en: 'accepted' },
  correct: { vi: 'sửa', en: 'corrected' },
  complete: { vi: 'bổ sung', en: 'completed' },
  withdraw: { vi: 'rút lại', en: 'withdrew' },
  'change password': { vi: 'đổi mật khẩu', en: 'changed the password' },
  'change password refused': { vi: 'đổi mật khẩu bị từ chối', en: 'change of password refused' },
  'set password': { vi: 'đặt lại mật khẩu', en: 'set a new password' },
  'reset password': { vi: 'đặt mật khẩu qua thư', en: 'set a password by mail' },
  'reset link sent': { vi: 'gửi liên kết đặt mật khẩu', en: 'password link sent' },
  'reset link refused': { vi: 'liên kết đặt mật khẩu bị từ chối', en: 'password link refused' },
  'set picture': { vi: 'đổi ảnh đại diện', en: 'set the picture' },
  'hide camera password': { vi: 'ẩn mật khẩu camera', en: 'hid the camera password' },
  'remove picture': { vi: 'gỡ ảnh đại diện', en: 'took the picture away' },
}
const NOUNS: Words = {
  session: { vi: 'phiên đăng nhập', en: 'session' },
  account: { vi: 'tài khoản', en: 'account' },
  role: { vi: 'nhóm quyền', en: 'role' },
  series: { vi: 'chuỗi số liệu', en: 'series' },
  'wall screen': { vi: 'màn hình treo tường', en: 'wall screen' },
  'ingest token': { vi: 'mã nhận số liệu', en: 'ingest token' },
  audit: { vi: 'nhật ký', en: 'audit log' },
  'gate log': { vi: 'nhật ký cửa van và tổ máy', en: 'gate and unit log' },
  call: { vi: 'lời gọi', en: 'call' },
  plant: { vi: 'hồ chứa', en: 'reservoir' },
  history: { vi: 'số liệu lịch sử', en: 'history' },
  readings: { vi: 'số liệu', en: 'readings' },
  review: { vi: 'soát xét số liệu', en: 'review' },
  pending: { vi: 'thay đổi đang chờ', en: 'pending change' },
  table: { vi: 'bảng nội suy', en: 'table' },
  position: { vi: 'vị trí đo mực nước', en: 'position' },
  gate: { vi: 'công trình xả', en: 'exhaust' },
  unit: { vi: 'tổ máy', en: 'unit' },
  station: { vi: 'trạm', en: 'station' },
  sensor: { vi: 'cảm biến', en: 'sensor' },
  parameters: { vi: 'thông số tính toán', en: 'parameters' },
  settings: { vi: 'cài đặt hiển thị', en: 'display settings' },
  check: { vi: 'kiểm tra chất lượng', en: 'quality check' },
  'chart view': { vi: 'góc nhìn biểu đồ', en: 'chart view' },
  configuration: { vi: 'gói cấu hình', en: 'configuration' },
}

export const auditActWords = (act: string, language: Language) => ACTS[act]?.[language] ?? act
export const nounWords = (noun: string, language: Language) => NOUNS[noun]?.[language] ?? noun

/** Whether an act is one that was prevented. */
export const isRefusal = (act: string) => /refused|reused/.test(act)
