/** What is said of the shift log and of handover sheets. */
export const shiftLogMessages = {
  shift_too_far_back: {
    vi: 'Chỉ ghi lùi tối đa {days} ngày',
    en: 'An entry may be written {days} days after it happened at the most',
  },
  shift_not_yet: {
    vi: 'Thời điểm này chưa đến',
    en: 'This time has not come yet',
  },
  shift_field_not_of_kind: {
    vi: 'Loại ghi chép này không có mục này',
    en: 'Entries of this kind do not have this field',
  },
  shift_withdrawn: {
    vi: 'Ghi chép này đã được rút lại',
    en: 'This entry was withdrawn',
  },
  shift_step_taken: {
    vi: 'Lệnh này đã được ghi nhận bước đó',
    en: 'This step of the order is already written',
  },
  shift_step_before: {
    vi: 'Không thể sớm hơn lúc nhận lệnh ({at})',
    en: 'This cannot be before the order was received ({at})',
  },
  shift_not_an_order: {
    vi: 'Chỉ lệnh mới được báo nhận và thực hiện',
    en: 'Only orders are acknowledged and carried out',
  },
  duty_changed: {
    vi: 'Người trực vừa được đổi: hiện là {name}',
    en: 'The operator was changed meanwhile: it is {name} now',
  },
  duty_same: {
    vi: '{name} đang trực rồi',
    en: '{name} is on duty already',
  },
  duty_order: {
    vi: 'Phải sau {after} và trước {before}, lúc người khác nhận trực',
    en: 'This must lie after {after} and before {before}, when others went on duty',
  },
  duty_nobody: {
    vi: 'Chưa có',
    en: 'nobody',
  },
  duty_not_allowed: {
    vi: 'Tài khoản này không được ghi nhật ký ca, nên không nhận trực được',
    en: 'This account may not write the shift log, so it cannot go on duty',
  },
  handover_open: {
    vi: 'Bạn đang có một phiếu giao ca chưa xong',
    en: 'You have a handover sheet that is not finished',
  },
  handover_not_on_duty: {
    vi: 'Người đang trực là {name}: chỉ người đang trực mới giao ca',
    en: '{name} is on duty: only who is on duty hands over',
  },
  handover_self: {
    vi: 'Không tự giao ca cho mình',
    en: 'Nobody hands over to themselves',
  },
  handover_no_draft: {
    vi: 'Phiếu này không còn là bản nháp',
    en: 'This sheet is no draft any more',
  },
  handover_not_offered: {
    vi: 'Phiếu này không chờ ký nhận',
    en: 'This sheet does not wait for a signature',
  },
  handover_not_yours: {
    vi: 'Phiếu này do {name} ký',
    en: 'This sheet is for {name} to sign',
  },
  handover_changed: {
    vi: 'Phiếu đã khác với phiếu bạn đang xem: hãy tải lại rồi ký',
    en: 'The sheet is another than the one that you see: load it again, then sign',
  },
  handover_damaged: {
    vi: 'Nội dung phiếu không khớp mã băm đã ký: không ký nhận được',
    en: 'The content of the sheet does not match its digest: it cannot be signed',
  },
  handover_too_far_back: {
    vi: 'Chỉ lập phiếu cho ca trong {days} ngày gần đây, từ {at}',
    en: 'A sheet is written for shifts of the last {days} days, from {at} on',
  },
  handover_span: {
    vi: 'Một phiếu giao ca dài tối đa {hours} giờ',
    en: 'A handover sheet spans {hours} hours at the most',
  },
} as const
