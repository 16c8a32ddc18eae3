/** What the import says to people. {name} is filled in. */
const WORDS = {
  no_plant: {
    vi: 'Không có hồ chứa {plant}; hiện có: {plants}',
    en: 'There is no reservoir {plant}; there are: {plants}',
  },
  plant_exists: { vi: 'Hồ chứa {plant} đã có', en: 'Reservoir {plant} exists already' },
  no_column: {
    vi: 'Tệp không có cột "{column}"; các cột: {columns}',
    en: 'The file has no column "{column}"; its columns: {columns}',
  },
  column_twice: {
    vi: 'Tệp có nhiều cột tên "{column}": dùng số thứ tự (#N)',
    en: 'Several columns are named "{column}": name one by its place (#N)',
  },
  unknown_series: {
    vi: 'Chưa có chuỗi {series}: cho đơn vị, loại và bước để tạo mới ({column}={series}:đơn vị:loại:bước)',
    en: 'There is no series {series}: say unit, kind and step to create it ({column}={series}:unit:kind:step)',
  },
  computed_series: {
    vi: 'Chuỗi {series} do tính toán ghi, không nhập được',
    en: 'Series {series} is written by calculation and takes no import',
  },
  kind_differs: {
    vi: 'Chuỗi {series} có loại {stored}, không phải {given}',
    en: 'Series {series} is of kind {stored}, not {given}',
  },
  unit_differs: {
    vi: 'Chuỗi {series} tính bằng {stored}; không đổi được từ {given}',
    en: 'Series {series} is in {stored}; {given} cannot be converted to it',
  },
  stamp_needs_step: {
    vi: 'Chuỗi {series}: dấu thời gian ở đầu khoảng cần biết bước (step)',
    en: 'Series {series}: a stamp at the start of the interval needs its step',
  },
  ambiguous_time: {
    vi: 'Không rõ ngày hay tháng đứng trước trong "{example}": dùng --time-format, ví dụ dd/MM/yyyy HH:mm',
    en: 'Day or month first in "{example}"? Say --time-format, such as dd/MM/yyyy HH:mm',
  },
  ambiguous_time_form: {
    vi: 'Không rõ ngày hay tháng đứng trước trong "{example}": hãy chọn dạng thời gian',
    en: 'Day or month first in "{example}"? Choose the form of the time',
  },
  unknown_series_form: {
    vi: 'Chưa có chuỗi {series}: hãy chọn loại và bước thời gian để tạo mới',
    en: 'There is no series {series}: choose kind and step to make it',
  },
  stopped_by: {
    vi: 'Lần nhập dừng vì lỗi, không ghi thêm gì. Có thể chạy lại để tiếp tục (mã sự cố {incident})',
    en: 'The import stopped at an error; nothing more was written. Run it again to go on (incident {incident})',
  },
  bad_mapping: { vi: 'Ánh xạ sai ở {path}: {detail}', en: 'The mapping is wrong at {path}: {detail}' },
  bad_seed: {
    vi: 'Mô tả hồ chứa sai ở {path}: {detail}',
    en: 'The description of the plant is wrong at {path}: {detail}',
  },
  empty_file: { vi: 'Tệp không có dòng dữ liệu nào', en: 'The file holds no rows' },
  strict: {
    vi: 'Có {n} giá trị bị loại; với --strict không ghi gì',
    en: '{n} values are refused; with --strict nothing is written',
  },
  job_running: {
    vi: 'Một tiến trình khác đang nhập chính tệp này',
    en: 'Another process is importing this very file',
  },
  no_run: { vi: 'Không có lần nhập {run}', en: 'There is no import {run}' },
  undone_already: { vi: 'Lần nhập {run} đã được hoàn tác', en: 'Import {run} was undone already' },
  undone: {
    vi: 'Đã hoàn tác {run}: {n} giá trị trở lại như trước',
    en: '{run} undone: {n} readings are as before',
  },
  table_refused: { vi: 'Bảng {group} không được nhận', en: 'The table {group} is refused' },
  table_columns: {
    vi: 'Bảng {group} cần {n} cột ({columns}), đã cho {given}',
    en: 'Table {group} takes {n} columns ({columns}), {given} were given',
  },
  table_unit: { vi: 'Bảng {group} không nhận đơn vị {unit}', en: 'Table {group} takes no unit {unit}' },
  table_from: {
    vi: 'Đã có bảng {group} đang hiệu lực: cho biết phiên bản mới bắt đầu từ khi nào (--from yyyy-MM-dd, hoặc --from always)',
    en: 'A table {group} is in force: say from when the new version counts (--from yyyy-MM-dd, or --from always)',
  },
  table_many: {
    vi: 'Có nhiều bảng {group}: chọn một bằng --item ({items})',
    en: 'There are several tables {group}: choose one with --item ({items})',
  },
  table_stored: {
    vi: 'Bảng {group}: {n} dòng, phiên bản {version}',
    en: 'Table {group}: {n} rows, version {version}',
  },
  bad_date: { vi: '"{value}" không phải ngày (yyyy-MM-dd)', en: '"{value}" is no date (yyyy-MM-dd)' },
  row: { vi: 'dòng {row}', en: 'row {row}' },
  column: { vi: 'cột {column}', en: 'column {column}' },
  plant_made: { vi: 'Đã tạo hồ chứa {plant}, {n} chuỗi', en: 'Reservoir {plant} set up with {n} series' },
  resumed: { vi: 'Tiếp tục {run} từ dòng {row}', en: 'Going on with {run} from row {row}' },
  run_is: {
    vi: 'Lần nhập: {run} (hoàn tác: --undo {run})',
    en: 'Import: {run} (to take it back: --undo {run})',
  },
  dry: { vi: 'CHẠY THỬ, không ghi gì', en: 'DRY RUN, nothing is written' },
  written: { vi: 'ĐÃ GHI', en: 'WRITTEN' },
  file_is: { vi: 'Tệp: {file}, {form}', en: 'File: {file}, {form}' },
  rows_are: {
    vi: '{rows} dòng, {from} .. {to} ({zone})',
    en: '{rows} rows, {from} .. {to} ({zone})',
  },
  bad_times: { vi: '{n} dòng không đọc được thời gian', en: '{n} rows whose time cannot be read' },
  disorder: { vi: '{n} dòng không theo thứ tự thời gian', en: '{n} rows out of order' },
  repeats: { vi: '{n} dòng trùng thời điểm', en: '{n} rows that repeat an instant' },
  h_column: { vi: 'Cột', en: 'Column' },
  h_series: { vi: 'Chuỗi', en: 'Series' },
  h_readings: { vi: 'Giá trị', en: 'Readings' },
  h_empty: { vi: 'Trống', en: 'Empty' },
  h_nodata: { vi: 'Mã thiếu', en: 'No data' },
  h_flagged: { vi: 'Nghi ngờ', en: 'Flagged' },
  h_rejects: { vi: 'Loại', en: 'Refused' },
  h_step: { vi: 'Bước', en: 'Step' },
  h_gaps: { vi: 'Khoảng trống', en: 'Gaps' },
  h_new: { vi: 'Mới', en: 'New' },
  h_same: { vi: 'Như cũ', en: 'Unchanged' },
  h_differ: { vi: 'Khác', en: 'Differing' },
  will_create: { vi: 'Chuỗi mới: {series} [{unit}], {kind}', en: 'New series: {series} [{unit}], {kind}' },
  gap_list: { vi: 'Khoảng trống của {column} (dài nhất trước):', en: 'Gaps of {column} (longest first):' },
  reject_list: { vi: 'Bị loại ({n}, đầu tiên {shown}):', en: 'Refused ({n}, the first {shown}):' },
  differ_list: {
    vi: 'Khác với dữ liệu đã lưu ({n}, đầu tiên {shown}); {what}:',
    en: 'Differing from what is stored ({n}, the first {shown}); {what}:',
  },
  kept: {
    vi: 'giữ dữ liệu đã lưu (--replace để ghi đè)',
    en: 'what is stored stays (--replace to overwrite)',
  },
  replaced: { vi: 'ghi đè', en: 'replaced' },
  stored_file: { vi: 'đã lưu {stored}, tệp {file}', en: 'stored {stored}, file {file}' },
  bad_time: { vi: 'không phải thời gian', en: 'no time' },
  not_a_number: { vi: 'không phải số', en: 'no number' },
  in_future: { vi: 'ở tương lai', en: 'in the future' },
  too_old: { vi: 'trước năm 1900', en: 'before 1900' },
  repeated: { vi: 'trùng thời điểm, giá trị khác', en: 'repeats an instant with another value' },
  negative: { vi: 'âm: lưu là SUSPECT', en: 'negative: stored as SUSPECT' },
  out_of_bounds: { vi: 'ngoài giới hạn: lưu là REJECTED', en: 'out of bounds: stored as REJECTED' },
  settled: { vi: 'Đã tính {n} thời điểm', en: '{n} instants computed' },
  progress: {
    vi: '{percent} % · {rows} dòng · {rate} giá trị/s',
    en: '{percent} % · {rows} rows · {rate} readings/s',
  },
  progress_rows: { vi: '{rows} dòng · {rate} giá trị/s', en: '{rows} rows · {rate} readings/s' },
  failed: { vi: 'Nhập không thành công', en: 'The import failed' },
  go_on: {
    vi: 'Chạy lại cùng lệnh để tiếp tục từ chỗ đã dừng.',
    en: 'Run the same command again to go on from where it stopped.',
  },
} as const satisfies Record<string, { vi: string; en: string }>

export type Word = keyof typeof WORDS
export type Language = 'vi' | 'en'
export type MessageParams = Record<string, string | number>

/** A parameter may come in both languages: `detail_vi` stands for `detail` in Vietnamese. */
export function message(language: Language, word: Word, params: MessageParams = {}): string {
  return WORDS[word][language].replace(/\{(\w+)\}/g, (_, name: string) =>
    String(params[`${name}_${language}`] ?? params[name] ?? ''),
  )
}

/** Everything that is wrong with what was asked, each to be told in the language of who asked. */
export class ImportError extends Error {
  override name = 'ImportError'
  readonly problems: readonly { word: Word; params: MessageParams }[]
  constructor(problems: readonly { word: Word; params: MessageParams }[]) {
    super(problems.map((p) => message('en', p.word, p.params)).join('\n'))
    this.problems = problems
  }
}

export const importError = (word: Word, params: MessageParams = {}) => new ImportError([{ word, params }])
