import { text } from '#contract/messages.ts'
import type { CoverSheet, SheetCell } from './content.ts'
import { cellStylesOf, cellXml, emptyXml, textXml, type Look } from './look.ts'
import { pageXml } from './page.ts'
import { MAIN, XML } from './xml.ts'

const WIDTHS = [34, 70]

/** The first sheet: what the workbook is about, and the legend of its cells. */
export function coverXml(sheet: CoverSheet, look: Look, selected: boolean): string {
  const { styles, language, zone, flags = [], stamp = '' } = look
  const rows: string[] = []
  const add = (cells: (row: number) => string) => {
    const row = rows.length + 1
    rows.push(`<row r="${row}">${cells(row)}</row>`)
  }
  const title = { bold: true, size: 16 }
  const strong = { bold: true }
  const value = (row: number, cell: SheetCell, bold: boolean) =>
    cellXml(
      `B${row}`,
      cell,
      cellStylesOf(look, { format: 'text' }, { bold, horizontal: 'left', wrap: true }, false),
      zone,
    )
  if (stamp !== '') add((row) => textXml(`A${row}`, stamp, styles.numberOf({ ...title, colour: '#B42318' })))
  add((row) => textXml(`A${row}`, sheet.title, styles.numberOf(title)))
  add(() => '')
  for (const { label, value: cell, strong: bold = false } of sheet.lines)
    add((row) => textXml(`A${row}`, label, styles.numberOf({ bold, wrap: true })) + value(row, cell, bold))
  add(() => '')
  add((row) => textXml(`A${row}`, text('sheet_legend', language), styles.numberOf(strong)))
  for (const { mark, fill, meaning } of flags)
    add(
      (row) =>
        textXml(`A${row}`, mark, styles.numberOf({ format: '@', fill, horizontal: 'center' })) +
        value(row, meaning, false),
    )
  add(
    (row) =>
      emptyXml(`A${row}`, styles.numberOf({ hatched: true })) +
      value(row, text('sheet_gap', language), false),
  )
  return [
    `${XML}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`,
    `<sheetViews><sheetView showGridLines="0"${selected ? ' tabSelected="1"' : ''} workbookViewId="0"/></sheetViews>`,
    '<sheetFormatPr defaultRowHeight="15"/>',
    `<cols>${WIDTHS.map((w, i) => `<col min="${i + 1}" max="${i + 1}" width="${w}" customWidth="1"/>`).join('')}</cols>`,
    `<sheetData>${rows.join('')}</sheetData>`,
    pageXml({ orientation: 'portrait', across: 1, title: sheet.title, stamp }),
    '</worksheet>',
  ].join('')
}
