/** What is said of the log of gates and units. */
export const gateLogMessages = {
  log_series: {
    vi: 'Chuỗi {series} do nhật ký cửa van và tổ máy ghi: chỉ nhật ký được ghi vào đó',
    en: 'Series {series} is written by the gate and unit log, and by nothing else',
  },
  log_from_differs: {
    vi: '{name} lúc đó đang ở {held}, không phải {given}',
    en: '{name} stood at {held} then, not at {given}',
  },
  log_from_unknown: {
    vi: 'Không có gì cho biết {name} lúc đó ở đâu; {given} là do người ghi nêu',
    en: 'Nothing tells where {name} stood then; {given} is what was written',
  },
  log_same_time: {
    vi: '{name} đã có một mục lúc {at}: hãy sửa mục đó',
    en: '{name} already has an entry at {at}: correct that one',
  },
  log_not_there: {
    vi: '{name} chưa có hoặc không còn vào lúc {at}',
    en: '{name} was not there at {at}',
  },
  log_twice: { vi: '{name} được nêu hai lần', en: '{name} is named twice' },
  log_above_most: {
    vi: '{name}: {value} {unit} vượt mức lớn nhất {most} {unit}',
    en: '{name}: {value} {unit} is above the most there can be, {most} {unit}',
  },
  log_seen_fixed: {
    vi: 'Giờ và độ mở do cảm biến ghi nhận, không sửa được ở đây: chỉ sửa số lệnh, người thực hiện và lý do',
    en: 'Its time and values are what the sensor saw: only order number, who carried it out and reason can be changed',
  },
  log_withdrawn: { vi: 'Mục này đã bị rút lại', en: 'This entry was withdrawn' },
  log_no_move: {
    vi: 'Cảm biến của {name} không ghi nhận thao tác nào lúc {at}; hãy tải lại',
    en: 'The sensor of {name} saw no movement at {at}; load the list again',
  },
} as const
