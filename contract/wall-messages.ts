/** What is said of wall screens. */
export const wallMessages = {
  wall_key_unknown: {
    vi: 'Mã này không đúng, đã được dùng hoặc đã hết hạn. Hãy tạo màn hình khác ở trang Mã kết nối',
    en: 'This code is wrong, was used already, or has run out. Make another screen on the page Tokens',
  },
  wall_revoked: {
    vi: 'Màn hình “{name}” đã bị thu hồi',
    en: 'The screen “{name}” was revoked',
  },
  wall_read_only: {
    vi: 'Màn hình treo tường chỉ được xem số liệu vận hành',
    en: 'A wall screen may only view operating data',
  },
} as const
