import { crc32, inflateRawSync } from 'node:zlib'
import { all, find, inside, parseXml, textIn, type XmlElement } from './xml.ts'

/** Reads workbooks that the program wrote, by the archive and its XML alone: not by the code that writes them. */

/** The parts of an archive by their names, each checked against its sums. @throws Error where anything does not agree */
export function unpack(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.length - 22
  if (bytes.readUInt32LE(end) !== 0x06054b50) throw new Error('no end of an archive')
  const parts = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  if (at + bytes.readUInt32LE(end + 12) !== end) throw new Error('the directory has another size')
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error('no entry of the directory')
    const [crc, packed, size] = [16, 20, 24].map((offset) => bytes.readUInt32LE(at + offset))
    const length = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + length)
    const local = bytes.readUInt32LE(at + 42)
    if (bytes.readUInt32LE(local) !== 0x04034b50) throw new Error(`${name}: no entry`)
    if (bytes.toString('utf8', local + 30, local + 30 + length) !== name)
      throw new Error(`${name}: other name`)
    const from = local + 30 + length + bytes.readUInt16LE(local + 28)
    const content = inflateRawSync(bytes.subarray(from, from + packed))
    const behind = [0, 4, 8, 12].map((offset) => bytes.readUInt32LE(from + packed + offset))
    if (behind.join() !== [0x08074b50, crc, packed, size].join())
      throw new Error(`${name}: other sums behind`)
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name}: other content`)
    if (parts.has(name)) throw new Error(`${name} twice`)
    parts.set(name, content)
    at += 46 + length
  }
  return parts
}

export interface CellStyle {
  format: string
  /** rrggbb */
  fill: string | null
  hatched: boolean
  bold: boolean
}

interface ReadCell extends CellStyle {
  /** null: an empty cell. */
  value: number | string | null
}

export interface ReadSheet {
  name: string
  path: string
  xml: XmlElement
  /** Cells that are written, by their references. */
  cells: Map<string, ReadCell>
  /** Values by rows and columns, null where no cell is. */
  rows: (number | string | null)[][]
}

export interface ReadWorkbook {
  parts: Map<string, Buffer>
  /** A part as XML. */
  part(path: string): XmlElement
  /** What a part refers to, by the ids of its relations. */
  relations(path: string): Map<string, { type: string; path: string }>
  sheets: ReadSheet[]
}

/** Order in which a worksheet has its elements (ECMA-376, 18.3.1.99). */
const ORDER = [
  'sheetPr',
  'dimension',
  'sheetViews',
  'sheetFormatPr',
  'cols',
  'sheetData',
  'mergeCells',
  'conditionalFormatting',
  'printOptions',
  'pageMargins',
  'pageSetup',
  'headerFooter',
  'rowBreaks',
  'drawing',
]

/** @throws Error where the workbook is not as the standard has it */
export function readXlsx(bytes: Buffer): ReadWorkbook {
  const parts = unpack(bytes)
  const documents = new Map<string, XmlElement>()
  const part = (path: string): XmlElement => {
    const content = parts.get(path)
    if (!content) throw new Error(`there is no ${path}`)
    const known = documents.get(path) ?? parseXml(content.toString('utf8'))
    documents.set(path, known)
    return known
  }
  const relations = (path: string) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    const list = inside(part(`${folder}_rels/${path.slice(folder.length)}.rels`))
    return new Map(
      list.map(({ attributes: { Id, Type, Target } }) => {
        const found = new URL(Target, `http://x/${folder}`).pathname.slice(1)
        if (!parts.has(found)) throw new Error(`${path} refers to ${found}`)
        return [Id, { type: Type, path: found }]
      }),
    )
  }
  checkTypes(parts, part('[Content_Types].xml'))
  const book = part('xl/workbook.xml')
  const targets = relations('xl/workbook.xml')
  const styles = stylesOf(part('xl/styles.xml'))
  const sheets = all(book, 'sheet').map(({ attributes }) => {
    const { path } = targets.get(attributes['r:id'])!
    return readSheet(attributes.name, path, part(path), styles)
  })
  return { parts, part, relations, sheets }
}

/** Every part has a type, and no type is of a part that is not there. */
function checkTypes(parts: Map<string, Buffer>, types: XmlElement): void {
  const named = new Set(all(types, 'Override').map((o) => o.attributes.PartName.slice(1)))
  const extensions = all(types, 'Default').map((d) => d.attributes.Extension)
  for (const path of parts.keys())
    if (path !== '[Content_Types].xml' && !named.has(path) && !path.endsWith('.rels'))
      throw new Error(`${path} has no type`)
  if (!extensions.includes('rels')) throw new Error('relations have no type')
  for (const path of named) if (!parts.has(path)) throw new Error(`a type of ${path}, which is not there`)
}

function stylesOf(sheet: XmlElement): CellStyle[] {
  const codes = new Map(
    all(sheet, 'numFmt').map(({ attributes: { numFmtId, formatCode } }) => [numFmtId, formatCode]),
  )
  const list = (name: string) => {
    const found = find(sheet, name)!
    if (Number(found.attributes.count) !== inside(found).length) throw new Error(`${name} counts wrongly`)
    return inside(found)
  }
  const [fonts, fills, borders] = ['fonts', 'fills', 'borders'].map(list)
  return list('cellXfs').map(({ attributes: { numFmtId, fontId, fillId, borderId } }) => {
    const pattern = inside(fills[Number(fillId)])[0]
    const hatched = pattern.attributes.patternType === 'lightUp'
    const colour = find(pattern, hatched ? 'bgColor' : 'fgColor')?.attributes.rgb
    if (!borders[Number(borderId)]) throw new Error(`there is no border ${borderId}`)
    return {
      format: codes.get(numFmtId) ?? { 0: 'General', 49: '@' }[numFmtId]!,
      fill: colour ? colour.slice(2).toLowerCase() : null,
      hatched,
      bold: find(fonts[Number(fontId)], 'b') !== undefined,
    }
  })
}

function readSheet(name: string, path: string, xml: XmlElement, styles: readonly CellStyle[]): ReadSheet {
  const sheet: ReadSheet = { name, path, xml, cells: new Map(), rows: [] }
  if (xml.name !== 'worksheet') throw new Error(`${path} is no worksheet`)
  const order = inside(xml).map((child) => ORDER.indexOf(child.name))
  if (order.some((place, i) => place < 0 || (i > 0 && place <= order[i - 1])))
    throw new Error(`${name}: its elements are not in order`)
  let last = 0
  for (const row of inside(find(xml, 'sheetData')!)) {
    const number = Number(row.attributes.r)
    if (number <= last) throw new Error(`${name}: row ${number} after ${last}`)
    while (sheet.rows.length < number) sheet.rows.push([])
    last = number
    let before = -1
    for (const cell of inside(row)) {
      const [, letters, line] = /^([A-Z]+)(\d+)$/.exec(cell.attributes.r)!
      const column = [...letters].reduce((sum, c) => sum * 26 + c.charCodeAt(0) - 64, 0) - 1
      if (Number(line) !== number || column <= before)
        throw new Error(`${name}: ${cell.attributes.r} is out of order`)
      before = column
      const value = valueOf(cell)
      while (sheet.rows[number - 1].length <= column) sheet.rows[number - 1].push(null)
      sheet.rows[number - 1][column] = value
      sheet.cells.set(cell.attributes.r, { value, ...styles[Number(cell.attributes.s ?? 0)] })
    }
  }
  return sheet
}

function valueOf(cell: XmlElement): number | string | null {
  const { t } = cell.attributes
  if (t === 'inlineStr')
    return textIn(find(cell, 'is', 't')!).replaceAll(/_x([0-9A-F]{4})_/g, (_, code: string) =>
      String.fromCharCode(parseInt(code, 16)),
    )
  if (t !== undefined) throw new Error(`a cell of the kind ${t}`)
  if (find(cell, 'f')) throw new Error('a formula')
  const v = find(cell, 'v')
  return v ? Number(textIn(v)) : null
}

/** The wall clock that a serial number shows: yyyy-MM-dd HH:mm:ss. */
export function dateOf(serial: number): string {
  // Spreadsheets count a 1900-02-29, serial 60.
  const days = serial < 60 ? serial + 1 : serial
  const at = Math.round(days * 86_400) * 1000 - Date.UTC(1970, 0, 1) + Date.UTC(1899, 11, 30)
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}
