/** What is said of runs, of what was known when, and of values that cannot be calculated. */
export const calculationMessages = {
  known_in_future: {
    vi: 'Thời điểm "như đã biết lúc" còn ở tương lai',
    en: 'What is known at a time to come cannot be told',
  },
  known_before_first: {
    vi: 'Lúc đó hồ này chưa có trong hệ thống',
    en: 'The reservoir was not in the system at that time',
  },
  known_no_longer: {
    vi: 'Số liệu như đã biết chỉ được giữ 5 năm; thời điểm này đã quá xa',
    en: 'What was known is kept for five years; this time is longer ago',
  },
  known_too_long: {
    vi: 'Xem như đã biết tại một thời điểm: khoảng dài nhất là {days} ngày',
    en: 'As known at a time gone by, a range is {days} days at the most',
  },
  no_readings_yet: { vi: 'Hồ chứa chưa có số liệu nào', en: 'The reservoir has no readings yet' },
  before_first_reading: {
    vi: 'Số liệu bắt đầu từ {first}, không có gì để tính trước đó',
    en: 'Readings begin at {first}, there is nothing to compute before',
  },
  approved_time: {
    vi: 'Khoảng thời gian này đã được duyệt: cần quyền duyệt số liệu để thay đổi',
    en: 'This time is approved: changing it needs the permission to approve readings',
  },
  no_run_to_roll_back: {
    vi: 'Không có lần tính nào để khôi phục',
    en: 'There is no calculation to roll back',
  },
  run_not_rolled_back: {
    vi: 'Chỉ khôi phục được lần tính và lưu, hoặc lần tính lại',
    en: 'Only what was calculated and saved, or recalculated, can be rolled back',
  },
  run_changed_nothing: {
    vi: 'Lần tính này không làm thay đổi giá trị nào nên không có gì để khôi phục',
    en: 'This calculation changed no value, so there is nothing to roll back',
  },
  run_not_ended: {
    vi: 'Lần tính này chưa kết thúc: hãy chờ hoặc dừng nó trước',
    en: 'This calculation has not ended: wait for it, or cancel it first',
  },
  rolled_back_already: {
    vi: 'Lần tính này đã được khôi phục lúc {at}',
    en: 'This calculation was rolled back already at {at}',
  },
  run_not_cancelled: { vi: 'Chỉ dừng được lần tính lại', en: 'Only a recalculation can be cancelled' },
  run_ended: { vi: 'Lần tính này đã kết thúc', en: 'This calculation has ended' },
  run_failed: {
    vi: 'Lần tính dừng vì lỗi trong chương trình (mã sự cố {incident}). Phần đã tính được giữ lại và khôi phục được',
    en: 'An error of the program stopped it (incident {incident}). What it had computed is kept, and can be rolled back',
  },
  operation_changed: {
    vi: 'Phương thức vận hành vừa được người khác thay đổi',
    en: 'Somebody else has just changed the operation method',
  },
  span_too_long: { vi: 'Khoảng tính dài nhất là {days} ngày', en: 'The span is {days} day at the most' },
  calculate_failed: { vi: 'Tính toán không thành công', en: 'Calculating failed' },
  save_calculation_failed: {
    vi: 'Lưu kết quả tính không thành công',
    en: 'Saving the calculation result failed',
  },
  rollback_calculation_failed: {
    vi: 'Hoàn tác kết quả tính không thành công',
    en: 'Rolling the calculation back failed',
  },
  OUT_OF_TABLE: {
    vi: '{field} = {value}{unit} nằm ngoài bảng ({low} đến {high}{unit})',
    en: '{field} = {value}{unit} lies outside the table ({low} to {high}{unit})',
  },
  OUT_OF_RANGE: {
    vi: '{field} = {value}{unit} không thể có: {allowed}',
    en: '{field} = {value}{unit} cannot be: {allowed}',
  },
  range_between: { vi: 'phải từ {low} đến {high}{unit}', en: 'it lies between {low} and {high}{unit}' },
  range_from: { vi: 'không được nhỏ hơn {low}{unit}', en: 'it is not below {low}{unit}' },
  range_above: { vi: 'phải lớn hơn {low}{unit}', en: 'it is above {low}{unit}' },
  range_to: { vi: 'không được lớn hơn {high}{unit}', en: 'it is not above {high}{unit}' },
  range_none: { vi: 'số quá lớn, không tính được', en: 'the number is too large to calculate with' },
  UNKNOWN_N: { vi: 'Bảng không có n = {value}', en: 'The table has no n = {value}' },
  POWER_ABOVE_CAPACITY: {
    vi: 'Công suất {value} kW lớn hơn công suất lắp máy {most} kW',
    en: 'Power {value} kW is above the rated {most} kW',
  },
  NO_NET_FLOW: {
    vi: 'Lưu lượng đến bằng lưu lượng chạy máy: mực nước không đổi',
    en: 'Inflow equals the plant discharge: the level does not move',
  },
  TARGET_UNREACHABLE: {
    vi: 'Với các lưu lượng này hồ không thể đạt mực nước {value} m',
    en: 'With these discharges the lake does not come to {value} m',
  },
  calculation_refused: { vi: 'Không tính được: {detail}', en: 'It cannot be calculated: {detail}' },
  NO_TABLE: { vi: 'Không có bảng {field}', en: 'There is no table {field}' },
  MISSING_INPUT: { vi: 'Thiếu giá trị {field}', en: 'The value of {field} is missing' },
} as const
