/** Texts of the page of electricity prices. */
export const priceVi = {
  price: {
    about: 'Biểu giá, khung giờ và những gì sản lượng điện mang lại.',
    compute: 'Tính',
    result: 'Kết quả',
    ratio: {
      title: 'Suất tiêu hao nước và hệ số công suất',
      about: 'Của một tổ máy, từ lưu lượng qua tua bin, cột nước và công suất.',
      Q: 'Lưu lượng qua tua bin Q',
      H: 'Cột nước H',
      P: 'Công suất P',
      water: 'Suất tiêu hao nước',
      K: 'Hệ số công suất K = P / (Q · H)',
    },
  },
} as const
