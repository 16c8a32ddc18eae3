import type { DataSheet, SheetCell } from './content.ts'
import { headsOf } from './heads.ts'
import { cellStylesOf, cellXml, textXml, type CellStyles, type Look } from './look.ts'
import { quotedName } from './names.ts'
import { pageXml } from './page.ts'
import { columnLetters, serialOf, MAIN, XML } from './xml.ts'

/** Most rows and columns of a sheet. */
export const MOST_ROWS = 1_048_576
const MOST_COLUMNS = 16_384
/** Characters of XML that are handed on together. */
const PIECE = 65_536
/** Characters of a line of A4 at half size, below which print is hard to read. */
const LINE = { landscape: 280, portrait: 190 }

type Foot = ReturnType<NonNullable<DataSheet['foot']>>

/** One sheet of a workbook that holds rows of a DataSheet, as it was written. */
export interface WrittenPart {
  /** Rows and columns that are repeated on every page, as a defined name refers to them. */
  titles: string
  /** First and last row of data; last < first: there is none. */
  first: number
  last: number
  /** The earliest and latest serial number of the first column; NaN without one. */
  from: number
  to: number
}

/** Writes the rows of a DataSheet into one sheet after the other. */
export class DataWriter {
  readonly #sheet: DataSheet
  readonly #look: Look
  readonly #most: number
  readonly #rows: Iterator<readonly SheetCell[]> | AsyncIterator<readonly SheetCell[]>
  readonly #letters: string[]
  readonly #styles: CellStyles[]
  /** The row that is written next; undefined before the first is read, null when all are written. */
  #next: readonly SheetCell[] | null | undefined
  #foot: Foot | null = null

  /** most: rows of one sheet. @throws RangeError where there are more columns than a sheet has */
  constructor(sheet: DataSheet, look: Look, most = MOST_ROWS) {
    const { columns, rows } = sheet
    if (columns.length > MOST_COLUMNS) throw new RangeError(`a sheet has at most ${MOST_COLUMNS} columns`)
    this.#sheet = sheet
    this.#look = look
    this.#most = most
    this.#rows = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
    this.#letters = columns.map((_, c) => columnLetters(c))
    this.#styles = columns.map((column) => cellStylesOf(look, column))
  }

  /** Whether all is written. */
  get done(): boolean {
    return this.#next === null && this.#foot !== null && this.#foot.length === 0
  }

  /** Tells the source of the rows that no more are read. */
  close(): void {
    // An answer that never comes, or an error on the way out, changes nothing.
    void Promise.resolve(this.#rows.return?.()).catch(() => {})
  }

  /** The next sheet. name: as in the workbook; written: filled in when its last row is written. */
  async *part(name: string, selected: boolean, written: WrittenPart): AsyncGenerator<string> {
    const { columns, title = '', frozen = 1, print } = this.#sheet
    const { styles, stamp = '' } = this.#look
    const orientation = print?.orientation ?? 'landscape'
    let line = 1
    let text = ''
    for (const [words, style] of [
      [stamp, { bold: true, size: 14, colour: '#B42318' }],
      [title, { bold: true, size: 14 }],
    ] as const)
      if (words !== '') {
        text += `<row r="${line}">${textXml(`A${line}`, words, styles.numberOf(style))}</row>`
        line++
      }
    const heads = headsOf(columns, line, styles)
    const top = line
    line += heads.rows
    const across = Math.max(1, Math.ceil(heads.widths.reduce((a, w) => a + w, 0) / LINE[orientation]))
    yield [
      `${XML}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`,
      `<sheetViews><sheetView${selected ? ' tabSelected="1"' : ''} workbookViewId="0">${paneXml(Math.min(frozen, columns.length), line - 1)}</sheetView></sheetViews>`,
      '<sheetFormatPr defaultRowHeight="15"/>',
      heads.widths.length > 0 ? `<cols>${heads.widths.map(colXml).join('')}</cols>` : '',
      '<sheetData>',
      text,
      heads.xml,
    ].join('')
    text = ''
    written.titles = [
      ...(frozen > 0 && columns.length > 0
        ? [`$A:$${columnLetters(Math.min(frozen, columns.length) - 1)}`]
        : []),
      ...(heads.rows > 0 ? [`$${top}:$${line - 1}`] : []),
    ]
      .map((ref) => `${quotedName(name)}!${ref}`)
      .join(',')
    written.first = line
    while (this.#next !== null && line <= this.#most) {
      if (this.#next) text += this.#rowXml(line++, this.#next, written)
      const next = this.#rows.next()
      // Waiting for what is there already would cost more than writing it.
      const { done, value } = 'then' in next ? await next : next
      this.#next = done ? null : value
      if (text.length >= PIECE) {
        yield text
        text = ''
      }
    }
    written.last = line - 1
    if (this.#next === null) {
      const foot = (this.#foot ??= this.#sheet.foot?.() ?? [])
      // Rows below stay together; a sheet of their own has room for them in any case.
      if (line + foot.length - 1 <= this.#most || written.last < written.first) {
        text += this.#footXml(line, foot)
        this.#foot = []
      }
    }
    yield [
      text,
      '</sheetData>',
      heads.merges.length > 0
        ? `<mergeCells count="${heads.merges.length}">${heads.merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
        : '',
      pageXml({ orientation, across, title: title || name, stamp }),
      '</worksheet>',
    ].join('')
  }

  #rowXml(line: number, row: readonly SheetCell[], written: WrittenPart): string {
    if (row.length > this.#letters.length)
      throw new RangeError(`a row has ${row.length} cells, the sheet ${this.#letters.length} columns`)
    const [at] = row
    if (typeof at === 'object' && at !== null && 'at' in at) {
      const serial = serialOf(at.at, this.#look.zone) ?? NaN
      if (!(serial >= written.from)) written.from = serial
      if (!(serial <= written.to)) written.to = serial
    }
    let text = `<row r="${line}">`
    for (let c = 0; c < this.#letters.length; c++)
      text += cellXml(`${this.#letters[c]}${line}`, row[c], this.#styles[c], this.#look.zone)
    return `${text}</row>`
  }

  #footXml(line: number, foot: Foot): string {
    const { styles, zone } = this.#look
    return foot
      .map(({ label, cells }, i) => {
        if (cells.length > this.#letters.length)
          throw new RangeError(
            `a row below has ${cells.length} cells, the sheet ${this.#letters.length} columns`,
          )
        const base = i === 0 ? ({ border: 'top' } as const) : {}
        const named = textXml(`A${line + i}`, label, styles.numberOf({ ...base, bold: true }))
        const rest = this.#sheet.columns
          .map((column, c) =>
            c === 0
              ? named
              : cellXml(
                  `${this.#letters[c]}${line + i}`,
                  cells[c],
                  cellStylesOf(this.#look, column, base, false),
                  zone,
                ),
          )
          .join('')
        return `<row r="${line + i}">${rest}</row>`
      })
      .join('')
  }
}

function colXml(width: number, column: number): string {
  return `<col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"/>`
}

/** Frozen columns and rows. */
function paneXml(columns: number, rows: number): string {
  if (columns === 0 && rows === 0) return ''
  const pane = columns > 0 && rows > 0 ? 'bottomRight' : columns > 0 ? 'topRight' : 'bottomLeft'
  const place = `${columnLetters(columns)}${rows + 1}`
  const split = `${columns > 0 ? ` xSplit="${columns}"` : ''}${rows > 0 ? ` ySplit="${rows}"` : ''}`
  return [
    `<pane${split} topLeftCell="${place}" activePane="${pane}" state="frozen"/>`,
    `<selection pane="${pane}" activeCell="${place}" sqref="${place}"/>`,
  ].join('')
}
