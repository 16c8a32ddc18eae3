import type { Language } from '../../lib/format.ts'

/** Words of the dashboard that no other page has. */
const WORDS = {
  vi: {
    few: 'chưa đủ hai số đo',
    time: 'Giờ',
    known: 'Như đã biết lúc …',
    knownHint: 'Xem số liệu đúng như đã biết tại một thời điểm trong quá khứ',
    knownAt: (time: string) => `Số liệu như đã biết lúc ${time}`,
    notPresent: 'Không phải hiện tại. Không theo dõi trực tiếp.',
    toPresent: 'Về hiện tại',
    other: 'Chọn một thời điểm khác, hoặc về hiện tại.',
    ahead: 'Thời điểm này chưa tới',
    past: 'Đang xem quá khứ',
    pastHint: (time: string) => `Bảng này hiển thị số liệu như đã biết lúc ${time}`,
  },
  en: {
    few: 'fewer than two readings',
    time: 'Time',
    known: 'As known at …',
    knownHint: 'See the data exactly as they were known at a time gone by',
    knownAt: (time: string) => `Data as known at ${time}`,
    notPresent: 'Not the present. Nothing here is live.',
    toPresent: 'Back to the present',
    other: 'Choose another time, or go back to the present.',
    ahead: 'This time has not come yet',
    past: 'Showing the past',
    pastHint: (time: string) => `This dashboard shows the data as known at ${time}`,
  },
} as const

export const words = (language: Language) => WORDS[language]
