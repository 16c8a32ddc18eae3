/** What is said of the calls of the station map. */
export const observeMessages = {
  observe_too_long: {
    vi: 'Mỗi lần xem tối đa {days} ngày',
    en: 'A call takes {days} days at the most',
  },
  observe_one_day: {
    vi: 'Mỗi lần gọi tối đa một ngày: hãy gọi riêng từng ngày',
    en: 'A call takes one day at the most: ask for each day by itself',
  },
  map_tiles_format: {
    vi: 'Nhập địa chỉ bắt đầu bằng / hoặc https://, có z, x, y trong ngoặc nhọn, hoặc là tệp .pmtiles',
    en: 'Enter an address that begins with / or https:// and has z, x, y in braces, or is a .pmtiles file',
  },
  observe_types: {
    vi: 'Loại {type} không có: 0 và 1 mưa, 2 mực nước, 3 lưu lượng, 4 lưu lượng từ mực nước, 5 lưu lượng Sommer, 6 độ mở cửa van, 7 dung tích, 8 điện áp ắc quy',
    en: 'There is no type {type}: 0 and 1 rain, 2 water level, 3 discharge, 4 discharge from water level, 5 discharge (Sommer), 6 gate opening, 7 capacity, 8 battery voltage',
  },
} as const
