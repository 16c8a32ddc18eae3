/** What is said of files of history, of the workbooks that they may be, and of imports. */
export const importMessages = {
  upload_rows: {
    vi: 'Tệp {name} quá dài: ở đây nhận tối đa {max} dòng',
    en: 'The file {name} is too long: at most {max} rows are taken here',
  },
  empty_upload: { vi: 'Tệp {name} trống', en: 'The file {name} is empty' },
  not_a_table: {
    vi: 'Tệp {name} không phải bảng số liệu: cần CSV, TSV, TOA5, XLSX, XLS hoặc ODS',
    en: 'The file {name} holds no table: CSV, TSV, TOA5, XLSX, XLS or ODS is needed',
  },
  workbook_macros: {
    vi: 'Tệp {name} có chứa macro: hãy lưu lại dạng .xlsx không macro',
    en: 'The workbook {name} carries macros: save it as .xlsx without them',
  },
  workbook_encrypted: {
    vi: 'Tệp {name} đặt mật khẩu: hãy lưu lại không mật khẩu',
    en: 'The workbook {name} is locked by a password: save it without',
  },
  workbook_unfolds: {
    vi: 'Tệp {name} khi giải nén quá lớn (tối đa 200 MB và 500 phần)',
    en: 'The workbook {name} unfolds to too much (at most 200 MB and 500 parts)',
  },
  workbook_slow: {
    vi: 'Đọc tệp {name} quá 30 giây: hãy lưu thành CSV',
    en: 'Reading the workbook {name} takes more than 30 s: save it as CSV',
  },
  workbook_damaged: {
    vi: 'Tệp {name} bị hỏng hoặc không phải sổ tính',
    en: 'The workbook {name} is damaged, or is none',
  },
  quote_open: {
    vi: 'Tệp {name}: dấu ngoặc kép mở ở dòng {line} không được đóng',
    en: 'The file {name}: a quote that opens at line {line} is never closed',
  },
  upload_one_column: {
    vi: 'Tệp {name} chỉ có một cột: cần cột thời gian và ít nhất một cột số liệu',
    en: 'The file {name} has one column only: a column of time and one of readings are needed',
  },
  upload_no_rows: {
    vi: 'Tệp {name} chỉ có tiêu đề, không có dòng số liệu nào',
    en: 'The file {name} holds a header and no rows',
  },
  import_not_done: {
    vi: 'Lần nhập {name} chưa xong hoặc đã hoàn tác',
    en: 'The import of {name} has not ended, or was undone',
  },
  import_at_work: { vi: 'Tệp {name} đang được xử lý', en: 'The file {name} is at work' },
} as const
