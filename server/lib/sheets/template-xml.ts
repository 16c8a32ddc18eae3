import { cellText, columnLetters, escaped } from './xml.ts'

/** A rectangle of cells: rows from 1, columns from 0, both ends included. */
interface Area {
  fromRow: number
  toRow: number
  fromColumn: number
  toColumn: number
}

/** A name of a workbook that people gave, with the cells that it stands for, in their order. */
export interface NamedCells {
  name: string
  sheet: string
  /** As the workbook writes it, such as $B$5:$B$28. */
  written: string
  /** References such as B5; empty where the name is no cell, and no row or column of cells. */
  cells: string[]
  /** The cell is inside a merged one, and not its first. */
  isCovered: boolean
  /** Cells of these that have a formula. */
  formulas: string[]
}

/** The value of a cell; null empties it. */
export type CellValue = number | string | null

interface SheetPart {
  name: string
  path: string
}

/** A workbook that is not written as spreadsheet programs do. */
class UnusualBook extends Error {
  override name = 'UnusualBook'
}

const decoded = (text: string) =>
  text
    .replaceAll(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, n: string) =>
      String.fromCodePoint(Number.parseInt(n, hex ? 16 : 10)),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

const attribute = (attributes: string, name: string): string | null => {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*("([^"]*)"|'([^']*)')`).exec(attributes)
  return found ? decoded(found[2] ?? found[3]) : null
}

/** The worksheets of a workbook, in the order of their tabs. */
export function worksheetsOf(parts: ReadonlyMap<string, Buffer>): SheetPart[] {
  const book = textOf(parts, 'xl/workbook.xml')
  const relations = new Map(
    [...textOf(parts, 'xl/_rels/workbook.xml.rels').matchAll(/<Relationship\s([^>]*?)\/?>/g)].map(
      ([, own]) => [attribute(own, 'Id'), attribute(own, 'Target') ?? ''] as const,
    ),
  )
  return [...book.matchAll(/<sheet\s([^>]*?)\/?>/g)].flatMap(([, own]) => {
    const target = relations.get(attribute(own, 'r:id')) ?? ''
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    return path.includes('worksheets/') && parts.has(path)
      ? [{ name: attribute(own, 'name') ?? '', path }]
      : []
  })
}

/** A part as text, as spreadsheet programs write it. @throws UnusualBook */
function textOf(parts: ReadonlyMap<string, Buffer>, path: string): string {
  const part = parts.get(path)
  if (!part) throw new UnusualBook(`there is no ${path}`)
  const text = part.toString('utf8')
  if (/<!DOCTYPE|<!\[CDATA\[|<!--/.test(text))
    throw new UnusualBook(`${path} has parts that no workbook needs`)
  return text
}

const PLACE = /^(?:'((?:[^']|'')+)'|([^'!]+))!\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/
const columnOf = (letters: string) => [...letters].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0) - 1
const MOST_CELLS = 2000

/** The names that people gave to cells. Those that begin with _ are the sheet's own, and so are those of programs. */
export function namedCellsOf(parts: ReadonlyMap<string, Buffer>): NamedCells[] {
  const book = textOf(parts, 'xl/workbook.xml')
  const sheets = worksheetsOf(parts)
  const read = new Map(sheets.map(({ name, path }) => [name, layoutOf(textOf(parts, path), path)]))
  return [...book.matchAll(/<definedName\s([^>]*?)>([^<]*)<\/definedName>/g)].flatMap(([, own, content]) => {
    const name = attribute(own, 'name') ?? ''
    if (name.startsWith('_')) return []
    const written = decoded(content).trim()
    const found = PLACE.exec(written)
    const sheet = found ? (found[1]?.replaceAll("''", "'") ?? found[2]) : ''
    const layout = read.get(sheet)
    const none = { name, sheet, written: written.slice(0, 80), cells: [], isCovered: false, formulas: [] }
    if (!found || !layout) return [none]
    const [, , , letters, row, lastLetters = letters, lastRow = row] = found
    const area: Area = {
      fromRow: Number(row),
      toRow: Number(lastRow),
      fromColumn: columnOf(letters),
      toColumn: columnOf(lastLetters),
    }
    return [{ ...none, written: written.slice(written.lastIndexOf('!') + 1), ...cellsOfArea(area, layout) }]
  })
}

/** The cells of an area that are not inside a merged one. */
function cellsOfArea(
  { fromRow, toRow, fromColumn, toColumn }: Area,
  { merges, formulas }: Layout,
): Pick<NamedCells, 'cells' | 'isCovered' | 'formulas'> {
  const none = { cells: [], isCovered: false, formulas: [] }
  if ((toRow - fromRow + 1) * (toColumn - fromColumn + 1) > MOST_CELLS) return none
  const isInside = (row: number, column: number) =>
    merges.some(
      (m) =>
        row >= m.fromRow &&
        row <= m.toRow &&
        column >= m.fromColumn &&
        column <= m.toColumn &&
        (row !== m.fromRow || column !== m.fromColumn),
    )
  const found: { row: number; column: number }[] = []
  for (let row = fromRow; row <= toRow; row++)
    for (let column = fromColumn; column <= toColumn; column++)
      if (!isInside(row, column)) found.push({ row, column })
  if (found.length === 0) return { ...none, cells: [place(fromRow, fromColumn)], isCovered: true }
  const isLine = new Set(found.map((c) => c.row)).size === 1 || new Set(found.map((c) => c.column)).size === 1
  if (!isLine) return none
  const cells = found.map((c) => place(c.row, c.column))
  return { cells, isCovered: false, formulas: cells.filter((c) => formulas.has(c)) }
}

const place = (row: number, column: number) => `${columnLetters(column)}${row}`

interface Layout {
  merges: Area[]
  formulas: Set<string>
}

/** Merged cells and formulas of a worksheet. @throws UnusualBook for rows or cells without a place */
function layoutOf(xml: string, path: string): Layout {
  if (!/<worksheet[\s>]/.test(xml)) throw new UnusualBook(`${path} is no plain worksheet`)
  const formulas = new Set<string>()
  for (const row of rowsIn(dataOf(xml).content))
    for (const cell of cellsIn(row.content)) if (/<f[\s>/]/.test(cell.content)) formulas.add(cell.place)
  const merges = [...xml.matchAll(/<mergeCell\s([^>]*?)\/?>/g)].flatMap(([, own]) => {
    const found = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(attribute(own, 'ref') ?? '')
    return found
      ? [
          {
            fromRow: Number(found[2]),
            toRow: Number(found[4]),
            fromColumn: columnOf(found[1]),
            toColumn: columnOf(found[3]),
          },
        ]
      : []
  })
  return { merges, formulas }
}

/** What is before the rows of a worksheet, the rows, and what is behind them. */
function dataOf(xml: string): { before: string; content: string; after: string } {
  const empty = /<sheetData\s*\/>/.exec(xml)
  if (empty)
    return { before: xml.slice(0, empty.index), content: '', after: xml.slice(empty.index + empty[0].length) }
  const begin = /<sheetData[^>]*>/.exec(xml)
  const end = xml.lastIndexOf('</sheetData>')
  if (!begin || end < 0) throw new UnusualBook('a sheet has no rows that can be read')
  return {
    before: xml.slice(0, begin.index),
    content: xml.slice(begin.index + begin[0].length, end),
    after: xml.slice(end + '</sheetData>'.length),
  }
}

interface RowXml {
  row: number
  attributes: string
  content: string
}

function* rowsIn(content: string): Generator<RowXml> {
  for (const [, attributes, body] of content.matchAll(/<row\b([^>]*?)(?:\/>|>([^]*?)<\/row>)/g)) {
    const row = Number(attribute(attributes, 'r'))
    if (!(row > 0)) throw new UnusualBook('a row does not say which it is')
    yield { row, attributes, content: body ?? '' }
  }
}

interface CellXml {
  place: string
  column: number
  attributes: string
  content: string
  /** As it was written. */
  xml: string
}

function* cellsIn(content: string): Generator<CellXml> {
  for (const [xml, attributes, body] of content.matchAll(/<c\b([^>]*?)(?:\/>|>([^]*?)<\/c>)/g)) {
    const own = attribute(attributes, 'r') ?? ''
    const letters = /^[A-Z]+/.exec(own)?.[0]
    if (!letters) throw new UnusualBook('a cell does not say where it is')
    yield { place: own, column: columnOf(letters), attributes, content: body ?? '', xml }
  }
}

/** A cell with a value, in its own style. */
function cellXml(at: string, style: string | null, value: CellValue): string {
  const head = `<c r="${at}"${style === null ? '' : ` s="${escaped(style)}"`}`
  if (value === null || value === '') return `${head}/>`
  return typeof value === 'number'
    ? `${head}><v>${value}</v></c>`
    : `${head} t="inlineStr"><is><t xml:space="preserve">${cellText(value)}</t></is></c>`
}

/** A formula without the result that it had; every other cell as it is. */
function withoutResult({ attributes, content, xml }: CellXml): string {
  if (!/<f[\s>/]/.test(content)) return xml
  const formula = /<f\b[^>]*?(?:\/>|>[^]*?<\/f>)/.exec(content)![0]
  return `<c${attributes.replace(/\st\s*=\s*("[^"]*"|'[^']*')/, '')}>${formula}</c>`
}

/**
 * A worksheet with these values in its cells, by their references. Styles, rows, columns, merges and all that is not a
 * cell stay as they are; results of formulas are left out, since they are of other values.
 */
export function filledSheet(xml: string, values: ReadonlyMap<string, CellValue>): string {
  const { before, content, after } = dataOf(xml)
  const byRow = new Map<number, Map<number, CellValue>>()
  for (const [at, value] of values) {
    const [, letters, row] = /^([A-Z]+)(\d+)$/.exec(at)!
    const cells = byRow.get(Number(row)) ?? new Map<number, CellValue>()
    cells.set(columnOf(letters), value)
    byRow.set(Number(row), cells)
  }
  const out: string[] = []
  const rowXml = ({ row, attributes, content: own }: RowXml, put: ReadonlyMap<number, CellValue>): string => {
    const left = new Map(put)
    const cells: [column: number, xml: string][] = [...cellsIn(own)].map((cell) => {
      const value = left.get(cell.column)
      if (value === undefined) return [cell.column, withoutResult(cell)]
      left.delete(cell.column)
      return [cell.column, cellXml(cell.place, attribute(cell.attributes, 's'), value)]
    })
    for (const [column, value] of left) cells.push([column, cellXml(place(row, column), null, value)])
    cells.sort(([a], [b]) => a - b)
    // A hint at the columns of the row, which may have more of them now.
    const kept = put.size > 0 ? attributes.replace(/\sspans\s*=\s*("[^"]*"|'[^']*')/, '') : attributes
    return `<row${kept}>${cells.map(([, one]) => one).join('')}</row>`
  }
  const missing = [...byRow.keys()].sort((a, b) => a - b)
  const seen = new Set<number>()
  const addUntil = (row: number) => {
    while (missing.length > 0 && missing[0] < row) {
      const next = missing.shift()!
      if (!seen.has(next))
        out.push(rowXml({ row: next, attributes: ` r="${next}"`, content: '' }, byRow.get(next)!))
    }
  }
  for (const row of rowsIn(content)) {
    addUntil(row.row)
    seen.add(row.row)
    out.push(rowXml(row, byRow.get(row.row) ?? new Map()))
  }
  addUntil(Infinity)
  return `${before}<sheetData>${out.join('')}</sheetData>${after}`
}

/** The workbook with the mark that everything is computed when it is opened. */
export function recalculated(xml: string): string {
  const found = /<calcPr\b([^>]*?)(\/>|>)/.exec(xml)
  if (found) {
    const rest = found[1].replace(/\sfullCalcOnLoad\s*=\s*("[^"]*"|'[^']*')/, '')
    return xml.replace(found[0], () => `<calcPr${rest} fullCalcOnLoad="1"${found[2]}`)
  }
  return xml.replace('</definedNames>', '</definedNames><calcPr calcId="0" fullCalcOnLoad="1"/>')
}

/** Whether its dates are counted from 1904. */
export const countsFrom1904 = (parts: ReadonlyMap<string, Buffer>): boolean =>
  /<workbookPr\b[^>]*\sdate1904\s*=\s*["'](1|true)["']/.test(textOf(parts, 'xl/workbook.xml'))

/** What a template must not have, and in which part; null: nothing. */
export function forbiddenIn(
  parts: ReadonlyMap<string, Buffer>,
): { kind: 'macros' | 'external'; part: string } | null {
  for (const [name, part] of parts) {
    if (/vbaProject|xl\/macrosheets\/|xl\/activeX\/|xl\/ctrlProps\//i.test(name))
      return { kind: 'macros', part: name }
    if (/xl\/(externalLinks|queryTables|embeddings|model)\/|xl\/connections\.xml/i.test(name))
      return { kind: 'external', part: name }
    if (!/\.(xml|rels)$/i.test(name)) continue
    const text = part.toString('utf8')
    if (/\[Content_Types\]\.xml$/i.test(name) && /macroEnabled/i.test(text))
      return { kind: 'macros', part: name }
    if (/\.rels$/i.test(name))
      for (const [, own] of text.matchAll(/<Relationship\s([^>]*?)\/?>/g))
        if (attribute(own, 'TargetMode') === 'External' && !attribute(own, 'Type')?.endsWith('/hyperlink'))
          return { kind: 'external', part: name }
    // Functions that fetch or call, and addresses of a running program (DDE).
    if (/xl\/worksheets\/|xl\/workbook\.xml$/.test(name))
      for (const [, formula] of text.matchAll(/<(?:f|definedName)\b[^>]*>([^<]*)</g))
        if (/\b(WEBSERVICE|RTD|CALL|REGISTER(?:\.ID)?|EXEC)\s*\(|\|\s*(?:'|&apos;)/i.test(formula))
          return { kind: 'external', part: name }
  }
  return null
}
