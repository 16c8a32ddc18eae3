/** Lower case without diacritics, for searches typed without them: "vot rac" finds "Vớt rác". */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/đ/gi, 'd')
    .toLowerCase()
}

/**
 * SQL: the same of an expression. Diacritics go first: the rest of Vietnamese is ASCII, which every locale lowers
 * alike.
 */
export const plainSql = (text: string) =>
  `lower(translate(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036F]', '', 'g'), 'Đđ', 'dd') COLLATE "und-x-icu")`
