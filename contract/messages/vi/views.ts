/** Messages about the chart page's saved views. */
export const viewsMessages = {
  experts_only: 'Chỉ dành cho tài khoản chuyên gia',
  view_too_many_series: 'Nhiều nhất {max} chuỗi số liệu trong một góc nhìn',
  view_series_twice: 'Một chuỗi số liệu chỉ được vẽ một lần trong một khung',
  view_name_taken: 'Bạn đã có góc nhìn tên “{name}”',
  view_not_own: 'Góc nhìn này của {name}. Hãy lưu thành bản của mình',
  view_too_many: 'Bạn đã lưu {max} góc nhìn. Hãy xóa bớt',
} as const
