/** Without diacritics and case: people search as they type fast, and "da" for "Đà". */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/gi, 'd').toLowerCase()
}
