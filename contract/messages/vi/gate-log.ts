/** Messages about the log of gates and units. */
export const gateLogMessages = {
  log_series: 'Chuỗi {series} do nhật ký cửa van và tổ máy ghi: chỉ nhật ký được ghi vào đó',
  log_from_differs: '{name} lúc đó đang ở {held}, không phải {given}',
  log_same_time: '{name} đã có một mục lúc {at}: hãy sửa mục đó',
  log_not_there: '{name} chưa có hoặc không còn vào lúc {at}',
  log_twice: '{name} được nêu hai lần',
  log_above_most: '{name}: {value} {unit} vượt mức lớn nhất {most} {unit}',
  log_seen_fixed:
    'Giờ và độ mở do cảm biến ghi nhận, không sửa được ở đây: chỉ sửa số lệnh, người thực hiện và lý do',
  log_withdrawn: 'Mục này đã bị rút lại',
  log_no_move: 'Cảm biến của {name} không ghi nhận thao tác nào lúc {at}; hãy tải lại',
} as const
