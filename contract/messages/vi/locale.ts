/** How Vietnamese writes dates, lengths of time and storage. Patterns are those of dayjs: DD, MM, YYYY. */
export const locale = {
  /** BCP 47, for Intl. */
  tag: 'vi-VN',
  date: 'DD/MM/YYYY',
  dayMonth: 'DD/MM',
  month: 'MM/YYYY',
  /** A day below the track of the station map. */
  dayTick: 'DD/MM',
  millionM3: 'triệu m³',
  length: { s: 'giây', m: 'phút', h: 'giờ', d: 'ngày' },
  perFive: '/ 5 phút',
  under: 'dưới',
  over: 'hơn',
  /** In short, beside a chart. */
  shortLength: { m: 'p', h: 'h', d: 'ngày' },
}
