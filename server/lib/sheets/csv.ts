import { BYTE_ORDER_MARK, csvField } from '#core/csv/index.ts'
import type { Language } from '#contract/locale.ts'
import { text } from '#contract/messages.ts'
import { offsetAt, toLocal } from '#core/time/index.ts'
import type { DataSheet, SheetCell, SheetColumn } from './content.ts'
import { isFlagged } from './look.ts'

interface CsvOptions {
  separator: ',' | ';' | '\t'
  /** Decimal sign; where it is the separator, numbers are quoted. */
  decimal?: '.' | ','
  /** Whether the key of its flag is beside each number. */
  quality?: boolean
  zone: string
  language: Language
}

/** Characters that are handed on together. */
const PIECE = 65_536
/** Digits beyond these are noise of the arithmetic, not of the instrument. */
const LEAST_DECIMALS = 6

/**
 * A sheet as CSV: UTF-8 with a byte order mark, one head row with the units, instants with the offset of the zone, gaps
 * as empty fields. Numbers have their own decimals, at least six of them, not those of the column. Rows are read no
 * faster than the text is taken.
 */
export async function* writeCsv(
  sheet: Pick<DataSheet, 'columns' | 'rows'>,
  options: CsvOptions,
): AsyncGenerator<string> {
  const { separator, quality = false } = options
  const hasFlag = sheet.columns.map(({ format }) => quality && typeof format === 'object')
  const head = sheet.columns.flatMap((column, c) => {
    const name = headOf(column)
    return hasFlag[c] ? [name, `${name} ${text('sheet_quality', options.language)}`] : [name]
  })
  let piece = `${BYTE_ORDER_MARK}${head.map((h) => csvField(h)).join(separator)}\r\n`
  for await (const row of sheet.rows) {
    if (row.length > sheet.columns.length)
      throw new RangeError(`a row has ${row.length} cells, the sheet ${sheet.columns.length} columns`)
    const fields = sheet.columns.flatMap((column, c) => {
      const cell = row[c] ?? null
      const field = fieldOf(cell, column, options)
      return hasFlag[c] ? [field, isFlagged(cell) ? csvField(cell.flag ?? '') : ''] : [field]
    })
    piece += `${fields.join(separator)}\r\n`
    if (piece.length >= PIECE) {
      yield piece
      piece = ''
    }
  }
  yield piece
}

const headOf = ({ head, unit }: SheetColumn) =>
  `${head.filter((h) => h !== '').join(' · ')}${unit === '' ? '' : ` (${unit})`}`

function fieldOf(cell: SheetCell, column: SheetColumn, options: CsvOptions): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return csvField(cell)
  if (typeof cell === 'number') return numberField(cell, column, options)
  if ('v' in cell) return fieldOf(cell.v, column, options)
  return column.format === 'date'
    ? toLocal(cell.at, options.zone).slice(0, -9)
    : isoWithOffset(cell.at, options.zone)
}

function numberField(v: number, { format }: SheetColumn, { decimal = '.', separator }: CsvOptions): string {
  if (!Number.isFinite(v)) return ''
  const decimals = typeof format === 'object' ? Math.max(format.decimals, LEAST_DECIMALS) : LEAST_DECIMALS
  const plain = String(Number(v.toFixed(decimals)))
  const written = decimal === '.' ? plain : plain.replace('.', decimal)
  return written.includes(separator) ? `"${written}"` : written
}

/** 2026-11-23T07:00:00+07:00: the wall clock of the zone, and how far it is from UTC. */
function isoWithOffset(at: number, zone: string): string {
  const offset = Math.round(offsetAt(at, zone) / 60_000)
  const two = (n: number) => String(n).padStart(2, '0')
  const size = Math.abs(offset)
  return `${toLocal(at, zone).replace(' ', 'T')}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
