import type { Language } from '#contract/messages.ts'

/** Option lists of the specification by their ids, with names in both languages. */
const lists = {
  outlet_types: [
    [1, 'Tổ máy phát điện', 'Generating unit'],
    [2, 'Công trình xả', 'Exhaust'],
  ],
  gate_types: [
    [1, 'Tràn tự do', 'Free overflow'],
    [2, 'Cửa van cung', 'Radial gate'],
    [3, 'Cửa van phẳng', 'Flat gate'],
    [4, 'Cống xả cát', 'Sand flush'],
    [5, 'Cống tròn', 'Round culvert'],
    [6, 'Tua bin phản kích', 'Reaction turbine'],
    [7, 'Tua bin xung kích', 'Impulse turbine'],
  ],
  sensor_types: [
    [1, 'Mưa', 'Rain'],
    [2, 'Mực nước', 'Water level'],
    [3, 'Công suất tổ máy', 'Turbine power'],
    [4, 'Lưu lượng qua tổ máy', 'Turbine inflow'],
    [5, 'Độ mở cửa van', 'Valve aperture'],
    [6, 'Lưu lượng qua cửa van', 'Valve flow'],
    [7, 'Kênh xả, đo trực tiếp', 'Discharge channel, direct'],
    [8, 'Kênh xả, đo gián tiếp', 'Discharge channel, indirect'],
  ],
  discharge_methods: [
    [1, 'Tra bảng', 'Table'],
    [2, 'Đường hiệu suất và tổn thất cột nước', 'Efficiency and head loss curves'],
    [3, 'Công thức', 'Formula'],
    [4, 'Đo trực tiếp', 'Measured'],
  ],
  turbine_types: [
    [1, 'Trục ngang', 'Horizontal axis'],
    [2, 'Trục đứng', 'Vertical axis'],
    [3, 'Trục xiên', 'Inclined axis'],
  ],
  waterway_types: [
    [1, 'Tuyến năng lượng riêng', 'Own waterway'],
    [2, 'Tuyến năng lượng chung', 'Shared waterway'],
    [3, 'Nhà máy sau đập', 'At the dam toe'],
  ],
  measure_methods: [
    [1, 'Cảm biến', 'Sensor'],
    [2, 'Đọc thước thủ công', 'Staff read by hand'],
    [3, 'Tính toán', 'Computed'],
  ],
  measure_positions: [
    [1, 'Hồ chứa', 'Reservoir'],
    [2, 'Thượng lưu', 'Upstream'],
    [3, 'Hạ lưu', 'Downstream'],
  ],
  station_types: [
    [1, 'Mưa', 'Precipitation'],
    [2, 'Mực nước', 'Water level'],
    [3, 'Lưu lượng', 'Discharge'],
    [4, 'Lưu lượng từ mực nước', 'Discharge from water level'],
    [5, 'Lưu lượng (Sommer)', 'Discharge (Sommer)'],
    [6, 'Độ mở cửa van', 'Gate opening'],
    [7, 'Dung tích', 'Capacity'],
    [8, 'Điện áp ắc quy', 'Battery voltage'],
  ],
} as const satisfies Record<string, readonly (readonly [number, string, string])[]>

type OptionList = keyof typeof lists

/** Exhausts are category 2, units category 1. */
export function categoryOf(gateType: number): 1 | 2 {
  return gateType >= 6 ? 1 : 2
}

export function options(list: OptionList, language: Language): { id: number; name: string }[] {
  return lists[list].map(([id, vi, en]) => ({ id, name: language === 'en' ? en : vi }))
}
