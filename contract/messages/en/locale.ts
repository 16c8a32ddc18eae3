import type { locale as vi } from '../vi/locale.ts'

export const locale: typeof vi = {
  tag: 'en-GB',
  date: 'YYYY-MM-DD',
  dayMonth: 'MM-DD',
  month: 'YYYY-MM',
  dayTick: 'YYYY-MM-DD',
  millionM3: 'million m³',
  length: { s: 's', m: 'min', h: 'h', d: 'd' },
  perFive: '/ 5 min',
  under: 'under',
  over: 'over',
  shortLength: { m: 'min', h: 'h', d: 'd' },
}
