/**
 * A text that a spreadsheet would run as a formula, with an apostrophe before it. A minus before nothing but figures is
 * a number.
 */
export const guarded = (text: string): string =>
  /^(?:[=+@\t\r]|-(?![\d.,\s]*$))/.test(text) ? `'${text}` : text

/** A text as a field of CSV (RFC 4180): guarded, and quoted where necessary. */
export function csvField(text: string, separator = ','): string {
  const safe = guarded(text)
  return safe.includes(separator) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** By this a spreadsheet recognizes UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'
