/** Messages about the calls of the station map. */
export const observeMessages = {
  observe_too_long: 'Mỗi lần xem tối đa {days} ngày',
  observe_one_day: 'Mỗi lần gọi tối đa một ngày: hãy gọi riêng từng ngày',
  map_tiles_format:
    'Nhập địa chỉ bắt đầu bằng / hoặc https://, có z, x, y trong ngoặc nhọn, hoặc là tệp .pmtiles',
  observe_types:
    'Loại {type} không có: 0 và 1 mưa, 2 mực nước, 3 lưu lượng, 4 lưu lượng từ mực nước, 5 lưu lượng Sommer, 6 độ mở cửa van, 7 dung tích, 8 điện áp ắc quy',
  observe_any_station: 'nào',
  volumes_too_long: 'Mỗi lần tối đa {most} kỳ',
} as const
