import { LOCALES, type Language } from '#contract/locale.ts'
import { serialOf, cellText } from './xml.ts'
import { toLocal } from '#core/time/index.ts'
import type { FlaggedCell, SheetCell, SheetColumn, SheetFlag, Workbook } from './content.ts'
import type { Style, Styles } from './styles.ts'

/** What all sheets of a workbook share. */
export interface Look extends Pick<Workbook, 'language' | 'zone' | 'flags' | 'stamp'> {
  styles: Styles
}

/** Numbers of the styles that the cells of a column take. */
export interface CellStyles {
  number: number
  text: number
  time: number
  /** Of an instant within a minute. */
  seconds: number
  gap: number
  flagged: ReadonlyMap<string, { number: number; gap: number }>
}

const dateFormat = (language: Language) => LOCALES[language].date.toLowerCase()
const timeFormat = (language: Language) => `${dateFormat(language)} hh:mm`

function numberFormat(format: SheetColumn['format'], mark = ''): string {
  const suffix = mark === '' ? '' : `"${mark.replaceAll('"', '')}"`
  if (typeof format === 'string') return `General${suffix}`
  const { decimals, grouped = false } = format
  return `${grouped ? '#,##0' : '0'}${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}${suffix}`
}

/** base: of every cell. gaps: whether an empty cell is hatched, which the rest of a page is not. */
export function cellStylesOf(
  { styles, language, flags = [] }: Look,
  { format }: Pick<SheetColumn, 'format'>,
  base: Style = {},
  gaps = true,
): CellStyles {
  const isTime = format === 'time' || format === 'date'
  const time = (code: string) => styles.numberOf({ ...base, format: code, shrink: !isTime })
  const gap = (fill?: string) =>
    styles.numberOf(gaps && format !== 'text' ? { ...base, fill, hatched: true } : { ...base, fill })
  const ofFlag = ({ key, mark, fill }: SheetFlag) =>
    [
      key,
      { number: styles.numberOf({ ...base, format: numberFormat(format, mark), fill }), gap: gap(fill) },
    ] as const
  return {
    number: styles.numberOf({ ...base, format: numberFormat(format) }),
    text: styles.numberOf({ ...base, format: '@' }),
    time: time(format === 'date' ? dateFormat(language) : timeFormat(language)),
    seconds: time(format === 'date' ? dateFormat(language) : `${timeFormat(language)}:ss`),
    gap: gap(),
    flagged: new Map(flags.map(ofFlag)),
  }
}

export const isFlagged = (cell: SheetCell): cell is FlaggedCell =>
  typeof cell === 'object' && cell !== null && 'v' in cell

/** place: such as B7. @throws RangeError for a flag that is not in the legend */
export function cellXml(
  place: string,
  cell: SheetCell | undefined,
  styles: CellStyles,
  zone: string,
): string {
  if (typeof cell === 'number') return numberXml(place, cell, styles)
  if (typeof cell === 'string') return textXml(place, cell, styles.text)
  if (cell === null || cell === undefined) return emptyXml(place, styles.gap)
  if ('at' in cell) {
    const serial = serialOf(cell.at, zone)
    if (serial === null) return textXml(place, toLocal(cell.at, zone), styles.text)
    const style = cell.at % 60_000 === 0 ? styles.time : styles.seconds
    return `<c r="${place}" s="${style}"><v>${serial}</v></c>`
  }
  if (cell.flag === undefined) return cellXml(place, cell.v, styles, zone)
  const flagged = styles.flagged.get(cell.flag)
  if (!flagged) throw new RangeError(`the legend has no flag ${cell.flag}`)
  return cell.v === null ? emptyXml(place, flagged.gap) : numberXml(place, cell.v, flagged)
}

/** What is no number is a gap. */
const numberXml = (place: string, v: number, styles: Pick<CellStyles, 'number' | 'gap'>) =>
  Number.isFinite(v) ? `<c r="${place}" s="${styles.number}"><v>${v}</v></c>` : emptyXml(place, styles.gap)

/** Always a text, whatever it begins with. */
export const textXml = (place: string, text: string, style: number): string =>
  text === ''
    ? emptyXml(place, style)
    : `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`

export const emptyXml = (place: string, style: number): string =>
  style === 0 ? '' : `<c r="${place}" s="${style}"/>`
