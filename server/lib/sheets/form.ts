import type { FormCell, FormSheet } from './content.ts'
import { cellStylesOf, cellXml, emptyXml, isFlagged, type Look } from './look.ts'
import { quotedName } from './names.ts'
import { pageXml } from './page.ts'
import { columnLetters, MAIN, XML } from './xml.ts'

/** Points of a line of text. */
const LINE = 15

/** A form as a worksheet: what is missing is hatched, merged cells have their borders all around. */
export function formXml(sheet: FormSheet, look: Look, selected: boolean): string {
  const { styles, stamp = '', zone } = look
  const { widths, orientation, onePage, title } = sheet
  const merges: string[] = []
  // Cells of each row by column: those that a merged cell of a row above covers are written, too.
  const rows = sheet.rows.map(() => new Map<number, string>())
  sheet.rows.forEach(({ cells }, r) => {
    for (const cell of cells) {
      const { column, across = 1, down = 1, style = {} } = cell
      const place = (c: number, row: number) => `${columnLetters(c)}${row + 1}`
      if (across > 1 || down > 1)
        merges.push(`${place(column, r)}:${place(column + across - 1, r + down - 1)}`)
      for (let i = 0; i < down; i++)
        for (let k = 0; k < across; k++) {
          const at = place(column + k, r + i)
          const xml =
            i === 0 && k === 0 ? valueXml(at, cell, look, zone) : emptyXml(at, styles.numberOf(style))
          rows[r + i]?.set(column + k, xml)
        }
    }
  })
  return [
    `${XML}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`,
    `<sheetViews><sheetView showGridLines="0"${selected ? ' tabSelected="1"' : ''} workbookViewId="0"/></sheetViews>`,
    `<sheetFormatPr defaultRowHeight="${LINE}"/>`,
    `<cols>${widths.map((w, i) => `<col min="${i + 1}" max="${i + 1}" width="${w}" customWidth="1"/>`).join('')}</cols>`,
    '<sheetData>',
    ...rows.map((cells, r) => {
      const { lines = 1 } = sheet.rows[r]
      const height = lines === 1 ? '' : ` ht="${lines * LINE}" customHeight="1"`
      const xml = [...cells].sort(([a], [b]) => a - b).map(([, one]) => one)
      return `<row r="${r + 1}"${height}>${xml.join('')}</row>`
    }),
    '</sheetData>',
    merges.length > 0
      ? `<mergeCells count="${merges.length}">${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
      : '',
    '<printOptions horizontalCentered="1"/>',
    pageXml({ orientation, across: 1, down: onePage ? 1 : 0, title, stamp }),
    '</worksheet>',
  ].join('')
}

/** The cell of a value; null is a gap, which is hatched whatever its format. */
function valueXml(place: string, cell: FormCell, look: Look, zone: string): string {
  const { value, format = 'text', style = {} } = cell
  const isGap = value === null || (isFlagged(value) && value.v === null)
  return cellXml(place, value, cellStylesOf(look, { format: isGap ? { decimals: 0 } : format }, style), zone)
}

/** The rows of a form that are repeated on every page, as a name of the workbook. */
export function repeatedRows({ repeated }: FormSheet, name: string): string {
  return repeated ? `${quotedName(name)}!$${repeated[0] + 1}:$${repeated[1] + 1}` : ''
}
