/** What is said of quality checks and their thresholds. */
export const qualityMessages = {
  check_not_of_kind: {
    vi: 'Loại kiểm tra này không dùng đến',
    en: 'This kind of check has no use for it',
  },
  check_order: { vi: 'Phải lớn hơn giới hạn dưới', en: 'Must be above the lower limit' },
  check_two_series: {
    vi: 'Cần ít nhất hai chuỗi số liệu để so sánh',
    en: 'Needs at least two series to compare',
  },
  check_no_grade: {
    vi: 'Thiếu số liệu thì không có giá trị nào để gán chất lượng',
    en: 'Where readings are missing there is none to give a grade to',
  },
  check_not_rejected: {
    vi: 'So sánh không cho biết giá trị nào sai nên không loại bỏ được',
    en: 'A comparison does not say which value is wrong, so it cannot reject any',
  },
  check_by_calculation: {
    vi: 'Mực nước của vị trí đo {series} đã được kiểm tra khi tính, theo các mực nước của hồ và tốc độ trong thông số tính toán',
    en: 'Levels of the position {series} are checked in the calculation, by the levels of the reservoir and the rate of the parameters',
  },
  check_computed: {
    vi: 'Chuỗi {series} là kết quả tính toán, không kiểm tra như số liệu đo',
    en: 'Series {series} is computed and not checked like a reading',
  },
  check_taken: {
    vi: 'Đã có kiểm tra cùng loại cho {what} trong cùng thời gian: {name}',
    en: 'There is a check of this kind for {what} in the same time: {name}',
  },
} as const
