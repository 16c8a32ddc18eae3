/** What is said of what a plant is: its items, their order and periods, its configuration as a file. */
export const descriptionMessages = {
  spans_others: {
    vi: 'Khoảng thời gian này còn có phiên bản khác: chọn thời điểm trong thời kỳ của phiên bản đang sửa',
    en: 'Other versions lie within this time: choose one within the period of the version that is changed',
  },
  reservoir_position: {
    vi: 'Cần ít nhất một vị trí đo mực nước hồ',
    en: 'At least one position has to measure the level of the lake',
  },
  one_reservoir: {
    vi: 'Phiên bản này chỉ phục vụ một hồ chứa, và đã có một hồ',
    en: 'This edition serves one reservoir, and there is one',
  },
  setup_in_demo: {
    vi: 'Đây là bản mô phỏng: hãy kết thúc mô phỏng trước khi thiết lập hồ chứa của mình',
    en: 'This is a demo: end it before setting up a reservoir of your own',
  },
  not_a_demo: { vi: 'Đây không phải bản mô phỏng', en: 'This is no demo' },
  unknown_unit: { vi: 'Không có đơn vị {unit}', en: 'There is no unit {unit}' },
  not_retired: { vi: 'Không thể xóa mục này', en: 'This cannot be removed' },
  unknown_province: {
    vi: 'Không có tỉnh, thành “{name}” trong danh mục hiện nay và trước đây',
    en: 'There is no province “{name}” among the present and the former ones',
  },
  levels_order: {
    vi: 'Thấp hơn {min} m của mức đứng trước. Thứ tự: thấp nhất ≤ chết ≤ dâng bình thường ≤ cao nhất; lũ kiểm tra ≥ lũ thiết kế; đỉnh đập ≥ dâng bình thường',
    en: 'Lies below {min} m of the level before it. In order: lowest, dead, normal, highest; check flood above design flood; crest above normal',
  },
  levels_must_rise: { vi: 'Mực nước phải tăng dần', en: 'The levels must rise' },
  alarms_order: {
    vi: 'Báo động I ≤ II ≤ III: không thấp hơn {min} m',
    en: 'Alarm levels do not fall from I to III: not below {min} m',
  },
  axis_order: {
    vi: 'Đầu trên của trục phải cao hơn đầu dưới',
    en: 'The upper end of the axis must lie above the lower one',
  },
  bounds_order: {
    vi: 'Phải lớn hơn kinh độ tây, vĩ độ nam',
    en: 'Must lie east and north of the other corner',
  },
  outlet_above_inlet: {
    vi: 'Đáy cửa ra không được cao hơn đáy cửa vào',
    en: 'The outlet must not lie above the inlet',
  },
  measured_needs_series: {
    vi: 'Đo trực tiếp thì phải chọn chuỗi lưu lượng',
    en: 'Measured directly: name the series of its discharge',
  },
  twelve_months: { vi: 'Nhập đủ 12 tháng hoặc để trống', en: 'Twelve months, or none' },
  listed_twice: { vi: '{code} có hai lần trong danh sách', en: '{code} stands in the list twice' },
  not_listed: { vi: '{code} không có trong danh sách chuỗi', en: '{code} is not among the series' },
  update_parameters_success: {
    vi: 'Đã cập nhật tham số tính toán',
    en: 'The calculation parameters were updated',
  },
  total_is_measured: {
    vi: 'Toàn bộ lưu lượng ra khỏi hồ chỉ có thể là số đo: chọn cách tính là đo trực tiếp',
    en: 'All that leaves the lake can only be measured: choose measured as its method',
  },
  total_beside_units: {
    vi: 'Đã có {n} tổ máy: lưu lượng qua tổ máy sẽ bị tính hai lần',
    en: '{n} units are described: what passes them would be counted twice',
  },
  unit_beside_total: {
    vi: '"{name}" đã gồm toàn bộ lưu lượng ra khỏi hồ: lưu lượng qua tổ máy sẽ bị tính hai lần',
    en: '"{name}" is all that leaves the lake already: what passes the unit would be counted twice',
  },
  item_hidden: {
    vi: 'Bạn không có quyền xem: {what}',
    en: 'You may not see: {what}',
  },
  item_forbidden: {
    vi: 'Bạn không có quyền sửa: {what}',
    en: 'You may not change: {what}',
  },
  bundle_format: {
    vi: 'Tệp này không phải gói cấu hình Forebay',
    en: 'This file is not a Forebay configuration',
  },
  bundle_newer: {
    vi: 'Gói cấu hình do phiên bản mới hơn tạo ra ({product}). Hãy nâng cấp chương trình trước',
    en: 'A newer release wrote this configuration ({product}). Upgrade this installation first',
  },
  bundle_damaged: {
    vi: 'Gói cấu hình bị hỏng hoặc đã bị sửa: mã kiểm tra không khớp. Hãy tải lại gói từ nơi xuất',
    en: 'The configuration is damaged or was edited: its checksum does not match. Download it again where it came from',
  },
  bundle_other_plant: {
    vi: 'Gói cấu hình của hồ {file}, không phải hồ đang mở ({here})',
    en: 'This is the configuration of reservoir {file}, not of the present one ({here})',
  },
  bundle_file_taken: {
    vi: 'Tệp {name} trong gói khác với tệp cùng mã đã lưu ở đây',
    en: 'The file {name} of the configuration differs from the one that is kept here under its id',
  },
  row_says: { vi: 'dòng {row}: {detail}', en: 'row {row}: {detail}' },
  periods_overlap: {
    vi: 'các thời kỳ hiệu lực chồng lên nhau hoặc rỗng',
    en: 'its periods overlap or are empty',
  },
} as const
