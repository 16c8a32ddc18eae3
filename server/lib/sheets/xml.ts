import { DAY, offsetAt } from '#core/time/index.ts'

/** The first line of every part. */
export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Namespaces by their usual prefixes. */
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
export const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006'

/** Most characters of a cell, as in spreadsheet programs. */
const CELL = 32_767

// oxlint-disable-next-line no-control-regex
const SPECIAL = /[&<>"\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/
const SPECIALS = new RegExp(SPECIAL, 'g')
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** What XML cannot hold is written as spreadsheets do (ST_Xstring): _x000B_; and what looks like that, with _x005F_. */
const escapedOf = (c: string) =>
  ENTITIES[c] ?? `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** A text as content of an element of a sheet, or as value of an attribute in double quotes. */
export function escaped(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return SPECIAL.test(whole) ? whole.replace(SPECIALS, escapedOf) : whole
}

/** A text of a cell, cut to what a cell holds. */
export const cellText = (text: string): string => escaped(cut(text, CELL))

/** The first characters of a text, without half a character at its end. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const code = text.charCodeAt(most - 1)
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? most - 1 : most)
}

/** The letters of a column: 0 is A, 26 is AA. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last
}

/** Days from 1899-12-30 to 1970-01-01. */
const EPOCH = 25_569
/** 1900-03-01: the days before it have one less, because spreadsheets know a 1900-02-29. */
const MARCH = 61
/** 10000-01-01 */
const LATEST = 2_958_466

/** The serial number of an instant on the wall clock of a zone; null where spreadsheets have no such date. */
export function serialOf(at: number, zone: string): number | null {
  const days = (at + offsetAt(at, zone)) / DAY + EPOCH
  if (days >= MARCH) return days < LATEST ? days : null
  return days >= 2 ? days - 1 : null
}
