/** Without marks and case: people type "nguyen" and "da" for "Nguyễn" and "Đà". */
export const foldedText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/gi, 'd').toLowerCase()
