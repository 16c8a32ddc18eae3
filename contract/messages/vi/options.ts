/** Option lists of the specification: the name of each id. */
export const optionNames = {
  outlet_types: {
    '1': 'Tổ máy phát điện',
    '2': 'Công trình xả',
  },
  gate_types: {
    '1': 'Tràn tự do',
    '2': 'Cửa van cung',
    '3': 'Cửa van phẳng',
    '4': 'Cống xả cát',
    '5': 'Cống tròn',
    '6': 'Tua bin phản kích',
    '7': 'Tua bin xung kích',
  },
  sensor_types: {
    '1': 'Mưa',
    '2': 'Mực nước',
    '3': 'Công suất tổ máy',
    '4': 'Lưu lượng qua tổ máy',
    '5': 'Độ mở cửa van',
    '6': 'Lưu lượng qua cửa van',
    '7': 'Kênh xả, đo trực tiếp',
    '8': 'Kênh xả, đo gián tiếp',
  },
  discharge_methods: {
    '1': 'Tra bảng',
    '2': 'Đường hiệu suất và tổn thất cột nước',
    '3': 'Công thức',
    '4': 'Đo trực tiếp',
  },
  turbine_types: {
    '1': 'Trục ngang',
    '2': 'Trục đứng',
    '3': 'Trục xiên',
  },
  waterway_types: {
    '1': 'Tuyến năng lượng riêng',
    '2': 'Tuyến năng lượng chung',
    '3': 'Nhà máy sau đập',
  },
  measure_methods: {
    '1': 'Cảm biến',
    '2': 'Đọc thước thủ công',
    '3': 'Tính toán',
  },
  measure_positions: {
    '1': 'Hồ chứa',
    '2': 'Thượng lưu',
    '3': 'Hạ lưu',
  },
  station_types: {
    '1': 'Mưa',
    '2': 'Mực nước',
    '3': 'Lưu lượng',
    '4': 'Lưu lượng từ mực nước',
    '5': 'Lưu lượng (Sommer)',
    '6': 'Độ mở cửa van',
    '7': 'Dung tích',
    '8': 'Điện áp ắc quy',
  },
}
