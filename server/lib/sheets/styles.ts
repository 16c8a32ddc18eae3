import { escaped, MAIN, XML } from './xml.ts'

export interface Style {
  /** Format code of numbers; absent: General. */
  format?: string
  bold?: boolean
  italic?: boolean
  /** Points; 11 by default. */
  size?: number
  /** '#rrggbb', of the text. */
  colour?: string
  fill?: string
  /** Hatched, on `fill` or on white. */
  hatched?: boolean
  border?: 'top' | 'bottom' | 'all'
  /** Calibri by default. */
  font?: string
  horizontal?: 'left' | 'center' | 'right'
  /** At the middle of its row, as wrapped text always is. */
  middle?: boolean
  /** Characters between the edge of a cell and its text. */
  indent?: number
  wrap?: boolean
  /** Written smaller where the column is too narrow, instead of as ####. */
  shrink?: boolean
}

/** '#rrggbb' as ARGB. */
const argb = (colour: string) => `FF${colour.slice(1).toUpperCase()}`
/** Formats of a program's own begin here. */
const FIRST_FORMAT = 164
const BUILT_IN: Record<string, number> = { General: 0, '@': 49 }

/** Distinct parts of a style sheet, numbered in the order in which they come. */
class Pool {
  readonly #of = new Map<string, number>()
  constructor(first: readonly string[]) {
    for (const xml of first) this.indexOf(xml)
  }
  indexOf(xml: string): number {
    const index = this.#of.get(xml) ?? this.#of.size
    this.#of.set(xml, index)
    return index
  }
  /** As an element with a count; nothing where it is empty. */
  list(name: string, xml = (one: string, _index: number) => one): string {
    if (this.#of.size === 0) return ''
    return `<${name} count="${this.#of.size}">${[...this.#of.keys()].map(xml).join('')}</${name}>`
  }
}

/** The style sheet of a workbook: gives every style its number, and is written when all are known. */
export class Styles {
  readonly #fonts = new Pool([fontXml({})])
  readonly #fills = new Pool([patternXml('none'), patternXml('gray125')])
  readonly #borders = new Pool([borderXml(undefined)])
  readonly #formats = new Pool([])
  readonly #styles = new Pool([])

  constructor() {
    this.numberOf({})
  }

  numberOf(style: Style): number {
    const {
      format = 'General',
      fill,
      hatched = false,
      border,
      horizontal,
      indent,
      middle,
      wrap,
      shrink,
    } = style
    const parts = [
      `numFmtId="${this.#formatOf(format)}"`,
      `fontId="${this.#fonts.indexOf(fontXml(style))}"`,
      `fillId="${this.#fills.indexOf(fillXml(fill, hatched))}"`,
      `borderId="${this.#borders.indexOf(borderXml(border))}"`,
      'xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"',
    ]
    const alignment = [
      horizontal ? ` horizontal="${horizontal}"` : '',
      indent ? ` indent="${indent}"` : '',
      wrap || middle ? ' vertical="center"' : '',
      wrap ? ' wrapText="1"' : '',
      shrink ? ' shrinkToFit="1"' : '',
    ].join('')
    return this.#styles.indexOf(
      alignment === ''
        ? `<xf ${parts.join(' ')}/>`
        : `<xf ${parts.join(' ')} applyAlignment="1"><alignment${alignment}/></xf>`,
    )
  }

  #formatOf(code: string): number {
    return BUILT_IN[code] ?? FIRST_FORMAT + this.#formats.indexOf(code)
  }

  xml(): string {
    return [
      `${XML}<styleSheet xmlns="${MAIN}">`,
      this.#formats.list('numFmts', formatXml),
      this.#fonts.list('fonts'),
      this.#fills.list('fills'),
      this.#borders.list('borders'),
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
      this.#styles.list('cellXfs'),
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
      '</styleSheet>',
    ].join('')
  }
}

const formatXml = (code: string, index: number) =>
  `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${escaped(code)}"/>`

function fontXml({ bold, italic, size = 11, colour, font = 'Calibri' }: Style): string {
  return [
    '<font>',
    bold ? '<b/>' : '',
    italic ? '<i/>' : '',
    `<sz val="${size}"/>`,
    colour ? `<color rgb="${argb(colour)}"/>` : '',
    `<name val="${escaped(font)}"/><family val="2"/></font>`,
  ].join('')
}

const patternXml = (type: string, colours = '') =>
  `<fill><patternFill patternType="${type}"${colours === '' ? '/>' : `>${colours}</patternFill>`}</fill>`

function fillXml(fill: string | undefined, hatched: boolean): string {
  if (hatched)
    return patternXml('lightUp', `<fgColor rgb="FF8A94A0"/><bgColor rgb="${argb(fill ?? '#FFFFFF')}"/>`)
  return fill
    ? patternXml('solid', `<fgColor rgb="${argb(fill)}"/><bgColor indexed="64"/>`)
    : patternXml('none')
}

function borderXml(side: Style['border']): string {
  const line = (name: string) =>
    name === side || (side === 'all' && name !== 'diagonal')
      ? `<${name} style="thin"><color rgb="FF5B6875"/></${name}>`
      : `<${name}/>`
  return `<border>${['left', 'right', 'top', 'bottom', 'diagonal'].map(line).join('')}</border>`
}
