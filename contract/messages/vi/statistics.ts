/** Messages of output and revenue: statistics and plan. */
export const statisticsMessages = {
  plan_no_values: 'Tệp {name} không có cột sản lượng (kWh, MWh) hoặc doanh thu (đồng)',
  plan_no_rows: 'Tệp {name} không có dòng nào có số liệu',
  plan_too_long: 'Kế hoạch có nhiều nhất {most} dòng',
  plan_doubt: '{value} có thể là số thập phân hoặc số hàng nghìn: hãy ghi không có dấu phân cách hàng nghìn',
  plan_unit:
    'Đơn vị {unit} không phải đơn vị sản lượng: dùng kWh, MWh hoặc GWh (chu kỳ 30 phút dùng được cả kW, MW)',
  plan_bad_number: '{value} không phải là số',
  plan_bad_period: '{value} không phải là kỳ kế hoạch',
  plan_off_half_hour: '{value} không nằm trên chu kỳ 30 phút',
  plan_off_period: '{value} không phải thời điểm bắt đầu một kỳ',
  plan_twice: 'Kỳ này đã có ở dòng {row}',
  plan_faults: 'Tệp có {n} lỗi, lỗi đầu tiên ở dòng {row}: hãy sửa rồi tải lên lại',
}
