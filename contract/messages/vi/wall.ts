/** Messages about wall screens. */
export const wallMessages = {
  wall_key_unknown:
    'Mã này không đúng, đã được dùng hoặc đã hết hạn. Hãy tạo màn hình khác ở trang Mã kết nối',
  wall_revoked: 'Màn hình “{name}” đã bị thu hồi',
  wall_read_only: 'Màn hình treo tường chỉ được xem số liệu vận hành',
} as const
