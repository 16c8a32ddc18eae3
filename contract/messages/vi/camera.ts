/** Messages about the camera: why there is no picture, and what to do about it. */
export const cameraMessages = {
  camera_none: 'Hồ này chưa cấu hình camera',
  camera_page: 'Địa chỉ camera là một trang để mở, không phải hình ảnh',
  camera_rtsp:
    'Không xem được RTSP trên trang: hãy nhập địa chỉ ảnh chụp (snapshot, .jpg) hoặc MJPEG bắt đầu bằng http:// hoặc https:// của camera',
  camera_password_again: 'Địa chỉ đã đổi nên hãy nhập lại đầy đủ, gồm cả tên và mật khẩu ở chỗ ***',
  camera_no_password:
    'Tên và mật khẩu của camera không được lưu ở máy chủ này: hãy nhập lại địa chỉ trong cấu hình dự án',
  camera_streams_account:
    'Tài khoản này đang xem camera ở {limit} nơi, là mức tối đa: hãy đóng khung camera ở một trình duyệt hoặc thẻ khác rồi thử lại',
  camera_streams_all:
    'Đang có {limit} nơi xem camera, là mức tối đa của máy chủ: hãy đóng những khung camera không còn dùng rồi thử lại. Người quản trị đổi mức này bằng CAMERA_STREAMS',
  camera_forbidden:
    'Không được gọi tới {host}: đây là địa chỉ của chính máy chủ hoặc địa chỉ nội bộ đặc biệt. Người quản trị cho phép bằng ALLOW_PRIVATE_TARGETS=1',
  camera_unknown_host: 'Không tìm thấy máy {host}: kiểm tra tên trong địa chỉ camera',
  camera_unreachable: 'Không kết nối được camera ({detail}): kiểm tra nguồn điện, mạng và cổng',
  camera_timeout: 'Camera không trả lời trong {seconds} giây',
  camera_silent: 'Camera đã nối nhưng không gửi hình trong {seconds} giây',
  camera_ended: 'Camera ngắt luồng hình',
  camera_unauthorized: 'Camera từ chối tên hoặc mật khẩu: hãy nhập lại địa chỉ trong cấu hình dự án',
  camera_status: 'Camera trả lời lỗi {status}',
  camera_redirect: 'Camera chuyển sang địa chỉ khác ({host}): hãy nhập thẳng địa chỉ đó',
  camera_web_page:
    'Địa chỉ này là một trang web, không phải hình: hãy nhập địa chỉ ảnh chụp (snapshot) hoặc MJPEG của camera',
  camera_wrong_type: 'Camera gửi {type}: chỉ nhận ảnh JPEG, PNG hoặc luồng MJPEG',
  camera_broken: 'Dữ liệu camera gửi không phải ảnh JPEG hoặc PNG',
  camera_too_large: 'Ảnh của camera lớn hơn {limit}: hãy giảm độ phân giải của luồng',
  camera_certificate:
    'Chứng chỉ https của camera không tin cậy được ({detail}): dùng http trong mạng nhà máy, hoặc cài chứng chỉ',
} as const
