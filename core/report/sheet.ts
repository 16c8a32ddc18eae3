import type { ReportTotal } from './tabulate.ts'
import { isMoneyFigure, type Figure, type FigureCell, type SheetPeriod } from './figures.ts'

/** A text of a sheet in each language. {name} in it is the value of that figure. */
export interface SheetWords {
  vi: string
  en: string
}

/** Rows below the table of a sheet. */
export const SHEET_FEET = ['total', 'mean', 'max', 't_max', 'min', 't_min'] as const
type SheetFoot = (typeof SHEET_FEET)[number]

/** A label with the value of a figure. */
interface LabelledFigure {
  label: SheetWords
  figure: string
}

/** The description of a sheet: which figures, in which order, under which words. */
export interface ComposedSheet {
  kind: 'composed'
  name: SheetWords
  period: SheetPeriod
  orientation: 'portrait' | 'landscape'
  /** Lines at the left and the right of the head: the company, and the national heading. */
  left: SheetWords[]
  right: SheetWords[]
  title: SheetWords
  subtitle: SheetWords
  facts: LabelledFigure[]
  /** A row for each hour, day or month. Neighbours with the same `over` share it. */
  columns: { over: SheetWords; head: SheetWords; figure: string }[]
  foot: SheetFoot[]
  summary: LabelledFigure[]
  /** Whether the events of the timeline are listed. */
  events: boolean
  notes: SheetWords[]
  signatures: SheetWords[]
}

/** A value as a sheet shows it. */
export interface SheetValue extends FigureCell {
  format: Figure['format']
  unit: string
  decimals: number
}

/** A sheet of a period with its values: screen, paper and workbook show this. */
export interface MadeSheet {
  orientation: 'portrait' | 'landscape'
  left: string[]
  right: string[]
  title: string
  subtitle: string
  facts: { label: string; value: SheetValue }[]
  columns: { over: string; head: string; unit: string }[]
  rows: SheetValue[][]
  foot: { kind: SheetFoot; cells: (SheetValue | null)[] }[]
  summary: { label: string; value: SheetValue }[]
  events: { t: number; text: string }[] | null
  /** How many events before the first of the list are left out. */
  events_left_out?: number
  notes: string[]
  signatures: string[]
}

/** The foot of a column of a sheet. Extremes are those of its rows, each with the row: its label, or its date, epoch ms. */
export interface SheetTotal extends Pick<ReportTotal, 'total' | 'mean' | 'min' | 'max' | 'q'> {
  t_min: number | string | null
  t_max: number | string | null
}

/** What a sheet is made of. values: of each figure that it names, one or one for each row. */
interface SheetData {
  figures: ReadonlyMap<string, Figure>
  values: ReadonlyMap<string, readonly FigureCell[]>
  totals: ReadonlyMap<string, SheetTotal>
  events: { t: number; text: string }[]
  /** How many earlier events there are besides. */
  eventsLeftOut: number
  rows: number
  say(words: SheetWords): string
  /** A value in words. */
  show(value: SheetValue): string
}

const nothing: FigureCell = { v: null, q: null }

/** The figures that a sheet names. */
export function figuresIn(sheet: ComposedSheet): string[] {
  const texts = [sheet.title, sheet.subtitle, ...sheet.left, ...sheet.right, ...sheet.notes]
  return [
    ...new Set([
      ...texts.flatMap(({ vi, en }) => namesIn(`${vi} ${en}`)),
      ...[...sheet.facts, ...sheet.columns, ...sheet.summary].map((one) => one.figure),
    ]),
  ]
}

const PLACE = /\{([a-z][a-z0-9._]*)\}/g

/** Names of figures in the words of a sheet. */
const namesIn = (text: string): string[] => [...text.matchAll(PLACE)].map(([, name]) => name)

/** Puts values into a sheet. A figure that is not known has no value; one of money is left out then. */
export function composeSheet(sheet: ComposedSheet, data: SheetData): MadeSheet {
  const { figures, values, totals, say } = data
  const valueOf = (name: string, row = 0): SheetValue => {
    const { format = 'text', unit = '', decimals = 0 } = figures.get(name) ?? {}
    return { ...(values.get(name)?.[row] ?? nothing), format, unit, decimals }
  }
  const put = (words: SheetWords) => say(words).replaceAll(PLACE, (_, name) => data.show(valueOf(name)))
  const isShown = ({ figure }: { figure: string }) => figures.has(figure) || !isMoneyFigure(figure)
  const columns = sheet.columns.filter(isShown)
  const labelled = (list: readonly LabelledFigure[]) =>
    list.filter(isShown).map(({ label, figure }) => ({ label: say(label), value: valueOf(figure) }))
  return {
    orientation: sheet.orientation,
    left: sheet.left.map(put),
    right: sheet.right.map(put),
    title: put(sheet.title),
    subtitle: put(sheet.subtitle),
    facts: labelled(sheet.facts),
    columns: columns.map(({ over, head, figure }) => ({
      over: say(over),
      head: say(head),
      unit: figures.get(figure)?.unit ?? '',
    })),
    rows: Array.from({ length: columns.length === 0 ? 0 : data.rows }, (_, row) =>
      columns.map(({ figure }) => valueOf(figure, row)),
    ),
    foot: sheet.foot
      .map((kind) => ({
        kind,
        cells: columns.map(({ figure }): SheetValue | null => {
          const total = totals.get(figure)
          const v = total?.[kind] ?? null
          if (!total || v === null) return null
          const { unit = '', decimals = 0 } = figures.get(figure) ?? {}
          if (kind !== 't_max' && kind !== 't_min') return { v, q: total.q, format: 'number', unit, decimals }
          return { v, q: total.q, format: typeof v === 'string' ? 'text' : 'date', unit: '', decimals: 0 }
        }),
      }))
      .filter(({ cells }) => cells.some((cell) => cell !== null)),
    summary: labelled(sheet.summary),
    events: sheet.events ? data.events : null,
    ...(sheet.events && data.eventsLeftOut > 0 && { events_left_out: data.eventsLeftOut }),
    notes: sheet.notes.map(put),
    signatures: sheet.signatures.map(say),
  }
}
