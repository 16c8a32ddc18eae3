/** What is said of interpolation tables: their files, what is wrong in them, where they are in use. */
export const tableMessages = {
  table_row_width: {
    vi: 'Dòng {row} phải có {n} giá trị',
    en: 'Row {row} must hold {n} values',
  },
  wrong_interpolate_name: {
    vi: 'Tên bảng nội suy không đúng cấu trúc',
    en: 'Wrong interpolate name structure',
  },
  table_file_empty: { vi: 'Tệp rỗng, không có ô nào', en: 'The file is empty' },
  table_file_type: {
    vi: '{name} không phải tệp CSV hoặc Excel (.csv, .xlsx, .xls, .ods)',
    en: '{name} is not a CSV or Excel file (.csv, .xlsx, .xls, .ods)',
  },
  table_file_macros: {
    vi: '{name} có macro nên không được nhận: hãy lưu lại thành .xlsx không macro',
    en: '{name} holds macros and is refused: save it as .xlsx without macros',
  },
  table_file_encrypted: {
    vi: '{name} được bảo vệ bằng mật khẩu: hãy bỏ mật khẩu rồi tải lên lại',
    en: '{name} is protected by a password: take the password off and upload it again',
  },
  table_file_unfolds: {
    vi: '{name} giải nén ra quá lớn (hơn {limit} MB) nên không được mở',
    en: '{name} unfolds to more than {limit} MB and was not opened',
  },
  table_file_heavy: {
    vi: '{name} quá nặng để đọc: hãy chỉ giữ lại các trang tính có bảng',
    en: '{name} is too heavy to read: keep only the sheets that hold tables',
  },
  table_file_damaged: { vi: 'Không đọc được {name}: tệp hỏng', en: '{name} cannot be read: it is damaged' },
  invalid_table: {
    vi: 'Bảng không hợp lệ: {detail}',
    en: 'Invalid table: {detail}',
  },
  no_table_in_file: {
    vi: 'Bảng không hợp lệ: trong {name} không có bảng nào (một dòng tiêu đề và các dòng số liệu bên dưới)',
    en: 'Invalid table: there is no table in {name} (a header row with rows of numbers below)',
  },
  upload_gone: {
    vi: 'Tệp tải lên không còn (được giữ một ngày): hãy tải lên lại',
    en: 'The upload is no longer there (it is kept for a day): upload the file again',
  },
  no_candidate: {
    vi: 'Tệp không có bảng số {candidate}',
    en: 'The file has no table number {candidate}',
  },
  table_columns_count: {
    vi: 'Bảng {group} cần {count} cột: {columns}',
    en: 'Table {group} needs {count} columns: {columns}',
  },
  no_such_column: {
    vi: 'Bảng trong tệp không có cột {letter}',
    en: 'The table in the file has no column {letter}',
  },
  column_chosen_twice: { vi: 'Cột {letter} được chọn hai lần', en: 'Column {letter} is chosen twice' },
  table_object_unknown: {
    vi: 'Bảng {group} không gắn được với {object}: không có đối tượng này ở hồ chứa',
    en: 'Table {group} cannot belong to {object}: the reservoir has no such object',
  },
  table_object_required: {
    vi: 'Bảng {group} phải gắn với {kinds}',
    en: 'Table {group} has to belong to {kinds}',
  },
  object_kind_plant: { vi: 'hồ chứa', en: 'the reservoir' },
  object_kind_gate: { vi: 'công trình xả', en: 'an outlet' },
  object_kind_leaf: { vi: 'cửa van', en: 'a gate leaf' },
  object_kind_unit: { vi: 'tổ máy', en: 'a unit' },
  object_kind_waterway: { vi: 'đường dẫn nước', en: 'a waterway' },
  object_kind_station: { vi: 'trạm đo', en: 'a station' },
  table_warnings: {
    vi: 'Bảng có {count} cảnh báo: hãy xem và xác nhận trước khi lưu',
    en: 'The table has {count} warnings: read and accept them before saving',
  },
  table_overlap: {
    vi: 'Đã có bảng cùng thời kỳ sử dụng, thay thế? ({names})',
    en: 'Tables with the same period of use exist, replace them? ({names})',
  },
  loop_needs_period: {
    vi: 'Bảng lặp theo năm cần ngày bắt đầu và ngày kết thúc, cách nhau không quá một năm',
    en: 'A table that loops by year needs a first and a last day, at most a year apart',
  },
  compare_groups: {
    vi: 'Chỉ so sánh được hai phiên bản cùng nhóm ({a}, {b})',
    en: 'Only versions of one group can be compared ({a}, {b})',
  },
  table_inputs_count: {
    vi: 'Bảng {group} cần {count} giá trị đầu vào: {inputs}',
    en: 'Table {group} takes {count} inputs: {inputs}',
  },
  issue_at_sheet: { vi: 'Trang "{sheet}", {place}: {text}', en: 'Sheet "{sheet}", {place}: {text}' },
  issue_at: { vi: '{place}: {text}', en: '{place}: {text}' },
  place_cell: { vi: 'ô {cell}', en: 'cell {cell}' },
  place_row: { vi: 'dòng {row}', en: 'row {row}' },
  issue_EMPTY_FILE: { vi: 'Bảng không có dòng số liệu nào', en: 'The table has no rows' },
  issue_WRONG_STRUCTURE: {
    vi: 'Tên bảng nội suy không đúng cấu trúc: dòng tiêu đề phải là {columns}',
    en: 'Wrong interpolate name structure: the header must be {columns}',
  },
  issue_EXTRA_CELLS: {
    vi: 'Dòng có ô nằm ngoài các cột của tiêu đề',
    en: 'The row has more cells than the header',
  },
  issue_DUPLICATE_FIELD: {
    vi: 'Trùng trường: tiêu đề có cột {field} nhiều lần',
    en: 'Duplicated fields: the header names {field} more than once',
  },
  issue_NOT_A_NUMBER: { vi: '"{value}" không phải là số', en: '"{value}" is not a number' },
  issue_EMPTY_CELL: { vi: 'Ô trống, cần một số', en: 'The cell is empty, a number is needed' },
  issue_DUPLICATE_KEY: {
    vi: '{key} đã có ở dòng {other} với {field} = {before}, ở đây là {value}',
    en: '{key} stands in row {other} already with {field} = {before}, here it is {value}',
  },
  issue_DUPLICATE_ROW: {
    vi: 'Lặp lại dòng {other}, được bỏ qua',
    en: 'Repeats row {other}, left out',
  },
  issue_TOO_FEW_KEYS: {
    vi: 'Bảng cần ít nhất hai dòng khác nhau',
    en: 'A table needs at least two different rows',
  },
  issue_NEGATIVE_VALUE: { vi: '{field} = {value} là số âm', en: '{field} = {value} is below 0' },
  issue_NOT_INCREASING: {
    vi: '{field} = {value} không lớn hơn {before} của dòng {other}',
    en: '{field} = {value} is not above {before} of row {other}',
  },
  issue_NOT_DECREASING: {
    vi: '{field} = {value} lớn hơn {before} của dòng {other}',
    en: '{field} = {value} is above {before} of row {other}',
  },
  issue_LOWER_THAN_BELOW: {
    vi: '{field} = {value} nhỏ hơn {before} của dòng {other}, nơi {outer} thấp hơn',
    en: '{field} = {value} is below {before} of row {other}, at the lower {outer}',
  },
  issue_HIGHER_THAN_BELOW: {
    vi: '{field} = {value} lớn hơn {before} của dòng {other}, nơi {outer} thấp hơn',
    en: '{field} = {value} is above {before} of row {other}, at the lower {outer}',
  },
  issue_AREA_FALLS: {
    vi: 'Diện tích mặt hồ giảm {share}% từ z = {z} trở lên',
    en: 'The lake area falls by {share}% above z = {z}',
  },
  issue_UNIT_UNLIKELY: {
    vi: 'Diện tích mặt hồ tính ra {area} km²: dung tích có lẽ tính bằng m³, không phải triệu m³',
    en: 'The lake would be {area} km²: the volume is likely in m³, not in million m³',
  },
  issue_UNIT_UNLIKELY_SMALL: {
    vi: 'Diện tích mặt hồ chỉ {area} m²: dung tích có lẽ tính bằng triệu m³, không phải m³',
    en: 'The lake would be {area} m²: the volume is likely in million m³, not in m³',
  },
  issue_UNIT_UNLIKELY_POWER: {
    vi: 'Công suất đến {p} MW: có lẽ tính bằng kW',
    en: 'Powers up to {p} MW: they are likely in kW',
  },
  issue_EFFICIENCY_OUT_OF_RANGE: {
    vi: 'Dòng này cho hiệu suất {eta} khi công suất tính bằng {unit} (phải từ 0.3 đến 0.97): nhầm MW với kW, hoặc cột nước tịnh với cột nước toàn phần',
    en: 'The row implies an efficiency of {eta} with power in {unit} (0.3 to 0.97 is possible): MW taken for kW, or net head for gross',
  },
  issue_ETA: {
    vi: 'eta = {value} phải lớn hơn 0 và không quá 0.97',
    en: 'eta = {value} must be above 0 and at most 0.97',
  },
  issue_RATIO_OUT_OF_RANGE: {
    vi: 'q/qmax = {value} phải từ 0 đến 1.2',
    en: 'q/qmax = {value} must be within 0 to 1.2',
  },
  issue_PERCENT: {
    vi: '{field} = {value} có vẻ là phần trăm: hãy ghi 0.9 thay cho 90',
    en: '{field} = {value} looks like percent: write 0.9, not 90',
  },
  issue_SCATTERED: {
    vi: 'Các điểm rời rạc: mỗi giá trị của {field} cần nhiều dòng (một họ đường cong)',
    en: 'Scattered points: give several rows for each value of {field} (a family of curves)',
  },
  issue_METHOD_NOT_OFFERED: {
    vi: 'Không có cách nội suy "{method}": bảng được nội suy tuyến tính',
    en: 'Interpolation "{method}" is not offered: tables are read linearly',
  },
  issue_MERGED_CELLS: {
    vi: 'Các ô {range} bị gộp: hãy bỏ gộp ô',
    en: 'Cells {range} are merged: split them',
  },
  issue_FORMULA: {
    vi: '{count} ô là công thức, lấy giá trị mà bảng tính đã lưu (ô đầu tiên {cell})',
    en: '{count} cells are formulas, their stored values are taken (the first is {cell})',
  },
  issue_FORMULA_WITHOUT_VALUE: {
    vi: 'Công thức chưa có giá trị lưu: hãy mở tệp, tính và lưu lại',
    en: 'The formula has no stored value: open the file, calculate and save it again',
  },
} as const
