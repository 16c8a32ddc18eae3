/** Messages about files of history, workbooks, and imports. */
export const importMessages = {
  upload_rows: 'Tệp {name} quá dài: ở đây nhận tối đa {max} dòng',
  empty_upload: 'Tệp {name} trống',
  not_a_table: 'Tệp {name} không phải bảng số liệu: cần CSV, TSV, TOA5, XLSX, XLS hoặc ODS',
  workbook_macros: 'Tệp {name} có chứa macro: hãy lưu lại dạng .xlsx không macro',
  workbook_encrypted: 'Tệp {name} đặt mật khẩu: hãy lưu lại không mật khẩu',
  workbook_unfolds: 'Tệp {name} khi giải nén quá lớn (tối đa 200 MB và 500 phần)',
  workbook_row_long: 'Tệp {name}, dòng {row}, có ô dài hơn mức bảng tính cho phép (32.767 ký tự mỗi ô)',
  workbook_slow: 'Đọc tệp {name} quá 30 giây: hãy lưu thành CSV',
  workbook_damaged: 'Tệp {name} bị hỏng hoặc không phải sổ tính',
  quote_open: 'Tệp {name}: dấu ngoặc kép mở ở dòng {line} không được đóng',
  upload_one_column: 'Tệp {name} chỉ có một cột: cần cột thời gian và ít nhất một cột số liệu',
  upload_no_rows: 'Tệp {name} chỉ có tiêu đề, không có dòng số liệu nào',
  time_pattern:
    '“{format}” không phải dạng thời gian: cần đủ năm, tháng, ngày (yyyy, MM, dd), mỗi phần một lần',
  import_extremes:
    'Tệp có {n} giá trị lớn hơn 20 lần mức thường gặp ({columns}): cần chọn giữ lại (keep) hay loại (reject)',
  import_not_done: 'Lần nhập {name} chưa xong hoặc đã hoàn tác',
  import_at_work: 'Tệp {name} đang được xử lý',
} as const
