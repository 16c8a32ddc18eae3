/** Removes diacritics and case for searching: people type "da" for "Đà". */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/gi, 'd').toLowerCase()
}
