/**
 * A text that a spreadsheet would run as a formula, with an apostrophe before it: blanks before the sign are no
 * protection, and full-width signs count as well. A minus before nothing but figures is a number.
 */
export const guarded = (text: string): string =>
  /^(?:[\t\r]|\s*(?:[=+@＝＋＠]|[-－](?![\d.,\s]*$)))/.test(text) ? `'${text}` : text

/**
 * A text as a field of CSV (RFC 4180): guarded, and quoted where any separator would split it, not only that of this
 * file: a spreadsheet opens it by the separator of its own language, and what follows might be a formula.
 */
export function csvField(text: string): string {
  const safe = guarded(text)
  return /[,;\t"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** By this a spreadsheet recognizes UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'
