import type { Permission } from '#core/access/index.ts'

/** A permission as the role screen shows it. */
interface PermissionLabel {
  code: Permission
  vi: string
  en: string
}

/** One screen of the role tree: its parent code, where it has one, includes all below it. */
interface Screen {
  code: string
  /** Includes every permission of the screen, also ones that later releases add. */
  parent: Permission | null
  vi: string
  en: string
  permissions: readonly PermissionLabel[]
}

const view = (code: Permission): PermissionLabel => ({ code, vi: 'Xem', en: 'View' })
const update = (code: Permission): PermissionLabel => ({ code, vi: 'Cập nhật', en: 'Update' })

/** The tree of screens and their permissions: what a role is made of. */
export const SCREENS: readonly Screen[] = [
  {
    code: 'dashboard',
    parent: null,
    vi: 'Giám sát vận hành',
    en: 'Operation',
    permissions: [
      { code: 'dashboard.view', vi: 'Xem số liệu vận hành', en: 'View operating data' },
      { code: 'dashboard.calculation', vi: 'Tính toán', en: 'Calculate' },
      {
        code: 'dashboard.save-revert',
        vi: 'Lưu và hoàn tác kết quả tính',
        en: 'Save and revert calculations',
      },
      { code: 'simulation', vi: 'Mô phỏng', en: 'Simulation' },
      { code: 'report', vi: 'Báo cáo', en: 'Report' },
      { code: 'price', vi: 'Giá điện', en: 'Electricity price' },
      { code: 'weather', vi: 'Thời tiết', en: 'Weather' },
      { code: 'interpolate-history', vi: 'Cấu hình cảnh báo', en: 'Warning configuration' },
    ],
  },
  {
    code: 'map',
    parent: null,
    vi: 'Bản đồ trạm quan trắc',
    en: 'Station map',
    permissions: [{ code: 'map', vi: 'Xem bản đồ', en: 'View the map' }],
  },
  {
    code: 'forecast.tt08',
    parent: null,
    vi: 'Dự báo theo Thông tư 08',
    en: 'Circular 08 forecast',
    permissions: [{ code: 'forecast.tt08', vi: 'Xem và tải bản tin', en: 'View and download bulletins' }],
  },
  {
    code: 'stations',
    parent: 'stations',
    vi: 'Trạm quan trắc',
    en: 'Stations',
    permissions: [view('stations.view'), update('stations.update')],
  },
  {
    code: 'sensor',
    parent: 'sensor',
    vi: 'Cảm biến',
    en: 'Sensors',
    permissions: [
      view('sensor.view'),
      update('sensor.update'),
      { code: 'sensor.change-status', vi: 'Đổi trạng thái', en: 'Change status' },
    ],
  },
  {
    code: 'information',
    parent: 'information',
    vi: 'Thông tin hồ chứa',
    en: 'Hydropower information',
    permissions: [view('information.view'), update('information.update')],
  },
  {
    code: 'interpolate',
    parent: 'interpolate',
    vi: 'Bảng nội suy',
    en: 'Interpolation tables',
    permissions: [view('interpolate.view'), update('interpolate.update')],
  },
  {
    code: 'settings',
    parent: 'settings',
    vi: 'Thông số và cấu hình',
    en: 'Parameters and settings',
    permissions: [view('settings.view'), update('settings.update')],
  },
  {
    code: 'log',
    parent: 'log',
    vi: 'Nhật ký cửa van và tổ máy',
    en: 'Gate and unit log',
    permissions: [
      view('log.view'),
      { code: 'log.update', vi: 'Ghi, sửa và rút lại mục', en: 'Write, correct and withdraw entries' },
    ],
  },
  {
    code: 'quality',
    parent: 'quality',
    vi: 'Kiểm tra chất lượng',
    en: 'Quality checks',
    permissions: [view('quality.view'), update('quality.update')],
  },
  {
    code: 'readings',
    parent: 'readings',
    vi: 'Hiệu chỉnh số liệu',
    en: 'Edit data',
    permissions: [
      { code: 'readings.edit', vi: 'Hiệu chỉnh', en: 'Edit' },
      {
        code: 'readings.approve',
        vi: 'Duyệt, và sửa số liệu đã duyệt',
        en: 'Approve, and change what is approved',
      },
    ],
  },
  {
    code: 'tokens',
    parent: 'tokens',
    vi: 'Mã nhận số liệu',
    en: 'Ingest tokens',
    permissions: [view('tokens.view'), update('tokens.update')],
  },
  {
    code: 'roles',
    parent: 'roles',
    vi: 'Nhóm quyền',
    en: 'Role groups',
    permissions: [
      { code: 'roles.view', vi: 'Xem danh sách', en: 'View the list' },
      { code: 'roles.insert', vi: 'Thêm', en: 'Add' },
      { code: 'roles.update', vi: 'Cập nhật', en: 'Update' },
      { code: 'roles.destroy', vi: 'Xóa', en: 'Remove' },
    ],
  },
  {
    code: 'accounts',
    parent: 'accounts',
    vi: 'Tài khoản',
    en: 'Accounts',
    permissions: [
      { code: 'accounts.view', vi: 'Xem danh sách', en: 'View the list' },
      { code: 'accounts.insert', vi: 'Thêm', en: 'Add' },
      { code: 'accounts.update', vi: 'Cập nhật', en: 'Update' },
      { code: 'accounts.destroy', vi: 'Xóa', en: 'Remove' },
      { code: 'accounts.change-password', vi: 'Đặt lại mật khẩu', en: 'Change password' },
      { code: 'accounts.change-status', vi: 'Khóa và mở khóa', en: 'Change status' },
    ],
  },
  {
    code: 'audit',
    parent: 'audit',
    vi: 'Nhật ký hệ thống',
    en: 'Audit log',
    permissions: [
      view('audit.view'),
      { code: 'audit.update', vi: 'Ghi chú vào nhật ký', en: 'Add remarks to records' },
    ],
  },
]

/** Leaves that a list of codes amounts to, in the order of the tree: what its boxes show. */
export function permissionsWithin(held: readonly string[]): Permission[] {
  return SCREENS.flatMap((screen) =>
    screen.permissions
      .filter((p) => held.some((h) => h === p.code || p.code.startsWith(`${h}.`)))
      .map((p) => p.code),
  )
}
