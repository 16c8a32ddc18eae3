import { attributeIn, elementsOf, UnusualBook } from './xml-reader.ts'
import { cellText, columnLetters, escaped, MAIN } from './xml.ts'

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

/** The attributes of a tag, whose values may have a >. */
const OWN = `((?:\\s+[^\\s=<>/"']+\\s*=\\s*(?:"[^"]*"|'[^']*'))*)\\s*`
/** An element without elements of its own name. */
const element = (name: string) => new RegExp(`<${name}${OWN}(?:/>|>([^]*?)</${name}\\s*>)`, 'g')

/** The worksheets of a workbook, in the order of their tabs. */
export function worksheetsOf(parts: ReadonlyMap<string, Buffer>): SheetPart[] {
  const relations = new Map<string, string>()
  for (const { name, attributes } of readPart(parts, 'xl/_rels/workbook.xml.rels'))
    if (name === 'Relationship') relations.set(attributes.get('Id') ?? '', attributes.get('Target') ?? '')
  return [...readPart(parts, BOOK)].flatMap(({ name, attributes }) => {
    const target = (name === 'sheet' && relations.get(attributes.get('r:id') ?? '')) || ''
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    return path.includes('worksheets/') && parts.has(path)
      ? [{ name: attributes.get('name') ?? '', path }]
      : []
  })
}

const BOOK = 'xl/workbook.xml'

/** The elements of a part that is there. @throws UnusualBook */
function readPart(parts: ReadonlyMap<string, Buffer>, path: string) {
  const part = parts.get(path)
  if (!part) throw new UnusualBook(`there is no ${path}`)
  return elementsOf(part, path)
}

/**
 * A part as text whose tags can be replaced in place, as spreadsheet programs write it. @throws UnusualBook where
 * something that looks like a tag may be none, and where tags of spreadsheets have a prefix
 */
function textOf(parts: ReadonlyMap<string, Buffer>, path: string): string {
  for (const { attributes } of readPart(parts, path))
    for (const [name, value] of attributes)
      if (name.startsWith('xmlns:') && (value === MAIN || value === STRICT))
        throw new UnusualBook(`${path} has a prefix for the tags of spreadsheets`)
  const text = parts.get(path)!.toString('utf8')
  if (/<!|<\?(?!xml\s)/.test(text)) throw new UnusualBook(`${path} has parts that no workbook needs`)
  return text
}

/** The namespace of spreadsheets in the strict form of the standard. */
const STRICT = 'http://purl.oclc.org/ooxml/spreadsheetml/main'

const PLACE = /^(?:'((?:[^']|'')+)'|([^'!]+))!\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/
const columnOf = (letters: string) => [...letters].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0) - 1
const MOST_CELLS = 2000
/** Rows and columns of a sheet, as in spreadsheet programs. */
const MOST_ROWS = 1_048_576
const MOST_COLUMNS = 16_384

/** The names that people gave to cells. Those that begin with _ are the sheet's own, and so are those of programs. */
export function namedCellsOf(parts: ReadonlyMap<string, Buffer>): NamedCells[] {
  textOf(parts, BOOK)
  for (const { attributes } of readPart(parts, '_rels/.rels'))
    if (
      attributes.get('Type')?.endsWith('/officeDocument') &&
      attributes.get('Target')?.replace(/^\//, '') !== BOOK
    )
      throw new UnusualBook(`the workbook is not ${BOOK}`)
  // Programs find a sheet whatever the case of its letters.
  const sheets = new Map(
    worksheetsOf(parts).map((sheet) => [
      sheet.name.toLowerCase(),
      { name: sheet.name, layout: layoutOf(parts, sheet.path) },
    ]),
  )
  return [...readPart(parts, BOOK)].flatMap(({ name: tag, attributes, text }) => {
    const name = attributes.get('name') ?? ''
    if (tag !== 'definedName' || name.startsWith('_')) return []
    const written = text.trim()
    const found = PLACE.exec(written)
    const sheet = found && sheets.get((found[1]?.replaceAll("''", "'") ?? found[2]).toLowerCase())
    const none = { name, sheet: '', written: written.slice(0, 80), cells: [], isCovered: false, formulas: [] }
    if (!found || !sheet) return [none]
    const [, , , letters, row, lastLetters = letters, lastRow = row] = found
    const [rows, columns] = [
      [Number(row), Number(lastRow)],
      [columnOf(letters), columnOf(lastLetters)],
    ]
    const area: Area = {
      fromRow: Math.min(...rows),
      toRow: Math.max(...rows),
      fromColumn: Math.min(...columns),
      toColumn: Math.max(...columns),
    }
    const own = { ...none, sheet: sheet.name, written: written.slice(written.lastIndexOf('!') + 1) }
    const isInside = area.fromRow > 0 && area.toRow <= MOST_ROWS && area.toColumn < MOST_COLUMNS
    return [isInside ? { ...own, ...cellsOfArea(area, sheet.layout) } : own]
  })
}

/** The cells of an area that are not inside a merged one. */
function cellsOfArea(
  { fromRow, toRow, fromColumn, toColumn }: Area,
  { merges, formulas, computed }: Layout,
): Pick<NamedCells, 'cells' | 'isCovered' | 'formulas'> {
  const none = { cells: [], isCovered: false, formulas: [] }
  if ((toRow - fromRow + 1) * (toColumn - fromColumn + 1) > MOST_CELLS) return none
  const isInside = (row: number, column: number) =>
    merges.some((m) => isIn(m, row, column) && (row !== m.fromRow || column !== m.fromColumn))
  const found: { row: number; column: number }[] = []
  for (let row = fromRow; row <= toRow; row++)
    for (let column = fromColumn; column <= toColumn; column++)
      if (!isInside(row, column)) found.push({ row, column })
  if (found.length === 0) return { ...none, cells: [place(fromRow, fromColumn)], isCovered: true }
  const isLine = new Set(found.map((c) => c.row)).size === 1 || new Set(found.map((c) => c.column)).size === 1
  if (!isLine) return none
  const isComputed = ({ row, column }: { row: number; column: number }) =>
    formulas.has(place(row, column)) || computed.some((a) => isIn(a, row, column))
  const placesOf = (cells: typeof found) => cells.map((c) => place(c.row, c.column))
  return { cells: placesOf(found), isCovered: false, formulas: placesOf(found.filter(isComputed)) }
}

const isIn = (a: Area, row: number, column: number) =>
  row >= a.fromRow && row <= a.toRow && column >= a.fromColumn && column <= a.toColumn

const place = (row: number, column: number) => `${columnLetters(column)}${row}`

interface Layout {
  merges: Area[]
  /** Cells that have a formula of their own. */
  formulas: Set<string>
  /** Cells whose values one formula gives together: arrays and data tables. */
  computed: Area[]
}

/** Merged cells and formulas of a worksheet. @throws UnusualBook for rows or cells without a place */
function layoutOf(parts: ReadonlyMap<string, Buffer>, path: string): Layout {
  const xml = textOf(parts, path)
  if (!/<worksheet[\s>]/.test(xml)) throw new UnusualBook(`${path} is no plain worksheet`)
  for (const row of rowsIn(dataOf(xml).content)) for (const _ of cellsIn(row.content)) continue
  const layout: Layout = { merges: [], formulas: new Set(), computed: [] }
  for (const { name, attributes, parent } of readPart(parts, path)) {
    const areas = [attributes.get('ref') ?? ''].flatMap(areaOf)
    if (name === 'mergeCell') layout.merges.push(...areas)
    if (name === 'f' && parent?.name === 'c') {
      layout.formulas.add(parent.attributes.get('r') ?? '')
      if (/^(?:array|dataTable)$/.test(attributes.get('t') ?? '')) layout.computed.push(...areas)
    }
  }
  return layout
}

/** The rectangle of a reference such as B2:C3; none where it is another. */
function areaOf(ref: string): Area[] {
  const found = /^\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?$/.exec(ref)
  if (!found) return []
  const [, letters, row, lastLetters = letters, lastRow = row] = found
  return [
    {
      fromRow: Number(row),
      toRow: Number(lastRow),
      fromColumn: columnOf(letters),
      toColumn: columnOf(lastLetters),
    },
  ]
}

/** What is before the rows of a worksheet, the rows, and what is behind them. */
function dataOf(xml: string): { before: string; content: string; after: string } {
  const empty = new RegExp(`<sheetData${OWN}/>`).exec(xml)
  if (empty)
    return { before: xml.slice(0, empty.index), content: '', after: xml.slice(empty.index + empty[0].length) }
  const begin = new RegExp(`<sheetData${OWN}>`).exec(xml)
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
  for (const [, attributes, body] of content.matchAll(element('row'))) {
    const row = Number(attributeIn(attributes, 'r'))
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
  for (const [xml, attributes, body] of content.matchAll(element('c'))) {
    const own = attributeIn(attributes, 'r') ?? ''
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
  const formula = element('f').exec(content)?.[0]
  if (!formula) return xml
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
      return [cell.column, cellXml(cell.place, attributeIn(cell.attributes, 's'), value)]
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
  const found = new RegExp(`<calcPr${OWN}(/?>)`).exec(xml)
  if (found) {
    const rest = found[1].replace(/\sfullCalcOnLoad\s*=\s*("[^"]*"|'[^']*')/, '')
    return xml.replace(found[0], () => `<calcPr${rest} fullCalcOnLoad="1"${found[2]}`)
  }
  return xml.replace('</definedNames>', '</definedNames><calcPr calcId="0" fullCalcOnLoad="1"/>')
}

/** Whether its dates are counted from 1904. */
export const countsFrom1904 = (parts: ReadonlyMap<string, Buffer>): boolean =>
  [...readPart(parts, BOOK)].some(
    ({ name, attributes }) =>
      name === 'workbookPr' && ['1', 'true'].includes(attributes.get('date1904') ?? ''),
  )
