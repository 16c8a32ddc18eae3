import { SheetError, isWorkbook } from './inflate.ts'
import { runReader } from './run.ts'
import type { CellValue, NamedCells } from './template-xml.ts'

export type { NamedCells } from './template-xml.ts'

/** Why a file is no template. part: where in it. */
export type TemplateFault = {
  fault: 'not_xlsx' | 'old' | 'password' | 'macros' | 'external' | 'part' | 'bomb' | 'damaged'
  part: string
}

/** A value of a cell; a date is the serial number of its wall clock. */
export type TemplateValue = CellValue | { serial: number }

/** Values of cells by the names of sheets, which people give, and by references such as B5. */
export type TemplateValues = ReadonlyMap<string, ReadonlyMap<string, TemplateValue>>

const isCompound = (b: Buffer) => b.length >= 8 && b.readUInt32LE(0) === 0xe011cfd0
/** In the directory of a compound file, names are UTF-16. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

const before = (work: object): Buffer => {
  const text = Buffer.from(JSON.stringify(work))
  const head = Buffer.alloc(4)
  head.writeUInt32LE(text.length)
  return Buffer.concat([head, text])
}

/** The names that people gave to cells of a workbook, or why it is refused. */
export async function inspectTemplate(
  bytes: Buffer,
): Promise<{ names: NamedCells[]; refused: null } | { names: null; refused: TemplateFault }> {
  const refused = (fault: TemplateFault['fault'], part = '') => ({ names: null, refused: { fault, part } })
  if (isCompound(bytes)) return refused(bytes.includes(ENCRYPTED) ? 'password' : 'old')
  if (!isWorkbook(bytes)) return refused('not_xlsx')
  const names: NamedCells[] = []
  try {
    for await (const value of runReader(bytes, 'template-child.ts', [], { before: before({}) })) {
      const said = value as { fault?: TemplateFault['fault']; part?: string; named?: NamedCells }
      if (said.fault) return refused(said.fault, said.part)
      if (said.named) names.push(said.named)
    }
  } catch (error) {
    if (!(error instanceof SheetError)) throw error
    const isBomb = ['too_large', 'too_many_entries', 'too_big_for_memory', 'too_slow'].includes(error.code)
    return refused(isBomb ? 'bomb' : 'damaged', error.message)
  }
  return { names, refused: null }
}

/** The workbook with values in its cells, by sheet and reference. Throws SheetError. */
export async function fillTemplate(bytes: Buffer, values: TemplateValues): Promise<Buffer> {
  const pieces: Buffer[] = []
  const work = { values: [...values].map(([sheet, cells]) => [sheet, [...cells]]) }
  for await (const value of runReader(bytes, 'template-child.ts', [], { before: before(work) })) {
    const said = value as { bytes?: string; fault?: string }
    if (said.fault) throw new SheetError('damaged', said.fault)
    pieces.push(Buffer.from(said.bytes ?? '', 'base64'))
  }
  return Buffer.concat(pieces)
}
