/** Letters without case and without marks, as people search who type no diacritics: "vot rac" finds "Vớt rác". */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/đ/gi, 'd')
    .toLowerCase()
}

/** The same of a text in SQL. Marks go first: what is left of Vietnamese is ASCII, small in any locale. */
export const plainSql = (text: string) =>
  `lower(translate(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036F]', '', 'g'), 'Đđ', 'dd') COLLATE "und-x-icu")`
