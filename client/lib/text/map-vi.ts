/** Texts of maps and of the basin. */
export const mapVi = {
  map: {
    in: 'Phóng to',
    out: 'Thu nhỏ',
    all: 'Xem toàn bộ',
    keys: 'Phím mũi tên để di chuyển, + và - để phóng to, thu nhỏ.',
    choose: 'Chọn vị trí trên bản đồ',
    placeHint: 'Bấm vào bản đồ, kéo điểm, hoặc nhập kinh độ và vĩ độ.',
    clickHint: 'Bấm vào bản đồ hoặc kéo điểm để đổi vị trí.',
    longitude: 'Kinh độ',
    latitude: 'Vĩ độ',
    longitudeWrong: 'Nhập kinh độ từ -180 đến 180, ví dụ 108.486 hoặc 108°29\'10"E',
    latitudeWrong: 'Nhập vĩ độ từ -90 đến 90, ví dụ 14.826 hoặc 14°49\'34"N',
    basin: 'Ranh giới lưu vực',
    before: 'Ranh giới hiện tại',
    area: 'Đa giác Thiessen',
    box: 'Khung bản đồ',
    kind: {
      reservoir: 'Hồ chứa',
      rain: 'Trạm mưa',
      level: 'Trạm mực nước',
      discharge: 'Trạm lưu lượng',
      gate: 'Độ mở cửa van',
      capacity: 'Dung tích',
      battery: 'Ắc quy',
    },
  },
}
export type MapText = typeof mapVi
