/** What is said of the chart page's saved views. */
export const viewsMessages = {
  experts_only: {
    vi: 'Chỉ dành cho tài khoản chuyên gia',
    en: 'For expert accounts only',
  },
  view_too_many_series: {
    vi: 'Nhiều nhất {max} chuỗi số liệu trong một góc nhìn',
    en: 'At most {max} series in one view',
  },
  view_series_twice: {
    vi: 'Một chuỗi số liệu chỉ được vẽ một lần trong một khung',
    en: 'A series is drawn once in a pane',
  },
  view_name_taken: {
    vi: 'Bạn đã có góc nhìn tên “{name}”',
    en: 'You have a view called “{name}” already',
  },
  view_not_own: {
    vi: 'Góc nhìn này của {name}. Hãy lưu thành bản của mình',
    en: 'This view is {name}’s. Save it as your own',
  },
  view_too_many: {
    vi: 'Bạn đã lưu {max} góc nhìn. Hãy xóa bớt',
    en: 'You have saved {max} views. Delete some first',
  },
} as const
