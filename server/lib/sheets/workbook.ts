import type { Readable } from 'node:stream'
import { chartSheetXml, chartXml, drawingXml } from './chart.ts'
import type { DataSheet, Workbook } from './content.ts'
import { coverXml } from './cover.ts'
import { DataWriter, MOST_ROWS, type WrittenPart } from './data.ts'
import { formXml, repeatedRows } from './form.ts'
import type { Look } from './look.ts'
import { SheetNames } from './names.ts'
import { firstPart, lastParts, pathOf, relationOf, type Tab } from './package.ts'
import { Styles } from './styles.ts'
import { zipped, type ZipPart } from './zip.ts'

export type {
  CoverSheet,
  DataSheet,
  FormCell,
  FormRow,
  FormSheet,
  SheetCell,
  SheetColumn,
  Workbook,
} from './content.ts'

/** Limits that a test may lower. */
interface Limits {
  /** Rows of a sheet. */
  rows?: number
  /** Bytes. */
  bytes?: number
}

/**
 * The bytes of a workbook (.xlsx, ECMA-376), made while they are taken: what is in memory is a piece of a sheet, whatever
 * its length. Rows that do not fit into a sheet go on in the next. What the rows throw is an error of the stream, which
 * then ends short; destroyed, the stream reads no further row. Errors: RangeError for a row with more cells than the
 * sheet has columns, a flag that is not in the legend, a file of more than 4 GB.
 */
export function writeWorkbook(book: Workbook, limits: Limits = {}): Readable {
  return zipped(partsOf(book, limits.rows ?? MOST_ROWS), limits.bytes)
}

async function* partsOf(book: Workbook, most: number): AsyncGenerator<ZipPart> {
  const look: Look = { ...book, styles: new Styles() }
  const names = new SheetNames()
  // Sheets that are known have their names before those in which rows go on.
  const given = book.sheets.map(({ name }) => names.take(name))
  const tabs: Tab[] = []
  let charts = 0
  const add = (tab: Tab): string => pathOf('worksheet', tabs.push(tab))

  async function* dataParts(sheet: DataSheet, first: string): AsyncGenerator<ZipPart> {
    const writer = new DataWriter(sheet, look, most)
    try {
      for (let n = 1; !writer.done; n++) {
        const name = n === 1 ? first : names.take(sheet.name)
        const tab: Tab = { name, titles: '' }
        const part: WrittenPart = { titles: '', first: 0, last: -1, from: NaN, to: NaN }
        const selected = tabs.length === 0
        yield { name: add(tab), content: writer.part(name, selected, part) }
        tab.titles = part.titles
        if (sheet.chart && part.last >= part.first) yield* chartParts(sheet, name, part)
      }
    } finally {
      writer.close()
    }
  }

  function* chartParts(sheet: DataSheet, name: string, rows: WrittenPart): Generator<ZipPart> {
    const chart = sheet.chart!
    const path = add({ name: names.take(chart.title), titles: '' })
    const n = ++charts
    yield { name: path, content: [chartSheetXml(chart.title, book.stamp)] }
    yield relationOf(path, 'drawing', n)
    yield { name: pathOf('drawing', n), content: [drawingXml()] }
    yield relationOf(pathOf('drawing', n), 'chart', n)
    yield {
      name: pathOf('chart', n),
      content: [chartXml(chart, sheet.columns, name, rows, book.language)],
    }
  }

  yield firstPart
  for (const [i, sheet] of book.sheets.entries())
    if (sheet.kind === 'data') yield* dataParts(sheet, given[i])
    else {
      const selected = tabs.length === 0
      const isForm = sheet.kind === 'form'
      const path = add({ name: given[i], titles: isForm ? repeatedRows(sheet, given[i]) : '' })
      yield {
        name: path,
        content: [isForm ? formXml(sheet, look, selected) : coverXml(sheet, look, selected)],
      }
    }
  const [{ title = '' }] = book.sheets
  yield* lastParts(book, title, tabs, charts, look.styles.xml())
}
