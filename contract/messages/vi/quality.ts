/** Messages about quality checks and their thresholds. */
export const qualityMessages = {
  check_not_of_kind: 'Loại kiểm tra này không dùng đến',
  check_order: 'Phải lớn hơn giới hạn dưới',
  check_two_series: 'Cần ít nhất hai chuỗi số liệu để so sánh',
  check_no_grade: 'Thiếu số liệu thì không có giá trị nào để gán chất lượng',
  check_not_rejected: 'So sánh không cho biết giá trị nào sai nên không loại bỏ được',
  check_by_calculation:
    'Mực nước của vị trí đo {series} đã được kiểm tra khi tính, theo các mực nước của hồ và tốc độ trong thông số tính toán',
  check_computed: 'Chuỗi {series} là kết quả tính toán, không kiểm tra như số liệu đo',
  check_taken: 'Đã có kiểm tra cùng loại cho {what} trong cùng thời gian: {name}',
} as const
