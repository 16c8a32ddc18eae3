/** What is said of edits of readings, of reviews, and of what waits in approved time. */
export const editMessages = {
  edit_computed: {
    vi: 'Chuỗi {series} do hệ thống tính: hãy hiệu chỉnh số liệu đầu vào của nó',
    en: 'Series {series} is computed: edit the readings that it is computed from',
  },
  edit_log: {
    vi: 'Chuỗi {series} thuộc nhật ký cửa van và tổ máy: hãy sửa trong nhật ký',
    en: 'Series {series} belongs to the gate and unit log: correct it there',
  },
  before_begin: {
    vi: 'Thời điểm trước {first}, khi hồ chứa chưa có số liệu nào: hãy kiểm tra lại năm',
    en: 'The time lies before {first}, when nothing is kept of the reservoir: check the year',
  },
  edit_nothing: {
    vi: 'Không có số liệu nào trong khoảng này thay đổi',
    en: 'No reading of this span would be another',
  },
  edit_no_before: {
    vi: 'Không nội suy được: trước khoảng này không có số liệu dùng được',
    en: 'Cannot be interpolated: there is no usable reading before this span',
  },
  edit_no_after: {
    vi: 'Không nội suy được: sau khoảng này không có số liệu dùng được',
    en: 'Cannot be interpolated: there is no usable reading after this span',
  },
  edit_not_a_line: {
    vi: 'Số liệu tổng hoặc bậc thang không nội suy được: hãy thay bằng giá trị',
    en: 'Totals and states are not interpolated: replace them by values',
  },
  edit_one_of: {
    vi: 'Cho một giá trị hoặc một danh sách số liệu, không cho cả hai',
    en: 'Give either one value or a list of readings',
  },
  edit_outside: {
    vi: 'Thời điểm nằm ngoài khoảng hiệu chỉnh',
    en: 'The time lies outside of the span that is edited',
  },
  edit_not_rising: {
    vi: 'Thời điểm phải tăng dần, mỗi thời điểm một số liệu',
    en: 'Times must rise, one reading each',
  },
  edit_cannot_be: {
    vi: '{value} {unit} không thể có: giá trị của chuỗi này từ {min} đến {max}',
    en: '{value} {unit} cannot be: values of this series lie between {min} and {max}',
  },
  edit_below: {
    vi: '{value} {unit} không thể có: giá trị của chuỗi này không nhỏ hơn {min}',
    en: '{value} {unit} cannot be: values of this series are not below {min}',
  },
  edit_too_many: {
    vi: 'Khoảng này có {n} số liệu, mỗi lần hiệu chỉnh tối đa {max}',
    en: 'This span has {n} readings, an edit takes {max} at the most',
  },
  edit_span: {
    vi: 'Mỗi lần hiệu chỉnh tối đa {days} ngày',
    en: 'An edit spans {days} days at the most',
  },
  edit_approved: {
    vi: 'Số liệu trong khoảng này đã duyệt: chỉ người có quyền duyệt mới được thay đổi',
    en: 'This span is approved: only who may approve can change it',
  },
  edit_undone: {
    vi: 'Lần hiệu chỉnh này đã được hoàn tác',
    en: 'This edit is undone already',
  },
  edit_twice: {
    vi: 'Bạn đã hiệu chỉnh đúng như thế lúc {at} và hiệu chỉnh đó đang có hiệu lực, nên không áp dụng thêm lần nữa. Nếu thật sự cần cộng thêm, hãy đọc lại số liệu và gửi kèm version vừa đọc',
    en: 'You made this very edit at {at} and it is in force, so it is not applied once more. Where that is meant, read the data again and send the version with it',
  },
  edit_newer: {
    vi: 'Có người vừa hiệu chỉnh khoảng này: hãy tải lại và xem trước khi lưu',
    en: 'Somebody has just edited this span: load it again and look before saving',
  },
  measuringStationNotInSettings: {
    vi: 'Trong cấu hình không có trạm quan trắc {station} loại {type}',
    en: 'The settings have no measuring station {station} of type {type}',
  },
  edit_indirect: {
    vi: 'Lưu lượng của trạm {station} tính từ mực nước: hãy hiệu chỉnh mực nước (loại 2)',
    en: 'The discharge of station {station} is computed from its level: edit the level (type 2)',
  },
  review_approve: {
    vi: 'Cần quyền duyệt số liệu',
    en: 'The permission to approve is needed',
  },
  review_same: {
    vi: 'Khoảng này đã ở trạng thái đó',
    en: 'This span has that state already',
  },
} as const
