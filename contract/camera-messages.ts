/** What is said of the camera: why there is no picture, and what to do about it. */
export const cameraMessages = {
  camera_none: {
    vi: 'Hồ này chưa cấu hình camera',
    en: 'No camera is set up for this reservoir',
  },
  camera_page: {
    vi: 'Địa chỉ camera là một trang để mở, không phải hình ảnh',
    en: 'The address of the camera is a page to be opened, not a picture',
  },
  camera_rtsp: {
    vi: 'Không xem được RTSP trên trang: hãy nhập địa chỉ ảnh chụp (snapshot, .jpg) hoặc MJPEG bắt đầu bằng http:// hoặc https:// của camera',
    en: 'RTSP cannot be shown on a page: give the snapshot (.jpg) or MJPEG address of the camera, which begins with http:// or https://',
  },
  camera_password_again: {
    vi: 'Địa chỉ đã đổi nên hãy nhập lại đầy đủ, gồm cả tên và mật khẩu ở chỗ ***',
    en: 'The address was changed: type it again as a whole, with the name and the password where *** stands',
  },
  camera_no_password: {
    vi: 'Tên và mật khẩu của camera không được lưu ở máy chủ này: hãy nhập lại địa chỉ trong cấu hình dự án',
    en: 'Name and password of the camera are not kept on this server: enter its address again in the project configuration',
  },
  camera_streams_account: {
    vi: 'Tài khoản này đang xem camera ở {limit} nơi, là mức tối đa: hãy đóng khung camera ở một trình duyệt hoặc thẻ khác rồi thử lại',
    en: 'This account is looking at the camera in {limit} places already, the most there may be: close the camera panel in another browser or tab, then try again',
  },
  camera_streams_all: {
    vi: 'Đang có {limit} nơi xem camera, là mức tối đa của máy chủ: hãy đóng những khung camera không còn dùng rồi thử lại. Người quản trị đổi mức này bằng CAMERA_STREAMS',
    en: 'The camera is looked at in {limit} places already, the most this server allows: close camera panels that nobody needs, then try again. An administrator changes the limit with CAMERA_STREAMS',
  },
  camera_forbidden: {
    vi: 'Không được gọi tới {host}: đây là địa chỉ của chính máy chủ hoặc địa chỉ nội bộ đặc biệt. Người quản trị cho phép bằng ALLOW_PRIVATE_TARGETS=1',
    en: '{host} may not be called: it is an address of this server itself or a special one. An administrator allows it with ALLOW_PRIVATE_TARGETS=1',
  },
  camera_unknown_host: {
    vi: 'Không tìm thấy máy {host}: kiểm tra tên trong địa chỉ camera',
    en: 'There is no machine {host}: check the name in the address of the camera',
  },
  camera_unreachable: {
    vi: 'Không kết nối được camera ({detail}): kiểm tra nguồn điện, mạng và cổng',
    en: 'The camera cannot be reached ({detail}): check its power, the network and the port',
  },
  camera_timeout: {
    vi: 'Camera không trả lời trong {seconds} giây',
    en: 'The camera did not answer within {seconds} seconds',
  },
  camera_silent: {
    vi: 'Camera đã nối nhưng không gửi hình trong {seconds} giây',
    en: 'The camera is connected but sent no picture for {seconds} seconds',
  },
  camera_ended: {
    vi: 'Camera ngắt luồng hình',
    en: 'The camera ended its stream',
  },
  camera_unauthorized: {
    vi: 'Camera từ chối tên hoặc mật khẩu: hãy nhập lại địa chỉ trong cấu hình dự án',
    en: 'The camera refused the name or the password: enter its address again in the project configuration',
  },
  camera_status: {
    vi: 'Camera trả lời lỗi {status}',
    en: 'The camera answered with error {status}',
  },
  camera_redirect: {
    vi: 'Camera chuyển sang địa chỉ khác ({host}): hãy nhập thẳng địa chỉ đó',
    en: 'The camera sends on to another address ({host}): enter that one itself',
  },
  camera_web_page: {
    vi: 'Địa chỉ này là một trang web, không phải hình: hãy nhập địa chỉ ảnh chụp (snapshot) hoặc MJPEG của camera',
    en: 'This address is a web page, not a picture: give the snapshot or MJPEG address of the camera',
  },
  camera_wrong_type: {
    vi: 'Camera gửi {type}: chỉ nhận ảnh JPEG, PNG hoặc luồng MJPEG',
    en: 'The camera sends {type}: only JPEG and PNG pictures and MJPEG streams are taken',
  },
  camera_broken: {
    vi: 'Dữ liệu camera gửi không phải ảnh JPEG hoặc PNG',
    en: 'What the camera sends is no JPEG or PNG picture',
  },
  camera_too_large: {
    vi: 'Ảnh của camera lớn hơn {limit}: hãy giảm độ phân giải của luồng',
    en: 'A picture of the camera is larger than {limit}: choose a lower resolution in the camera',
  },
  camera_certificate: {
    vi: 'Chứng chỉ https của camera không tin cậy được ({detail}): dùng http trong mạng nhà máy, hoặc cài chứng chỉ',
    en: 'The https certificate of the camera cannot be trusted ({detail}): use http within the network of the plant, or install the certificate',
  },
} as const
