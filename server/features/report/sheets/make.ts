import type { Readable } from 'node:stream'
import { statesOver, WHOLE_RECORD } from '#core/edits/index.ts'
import {
  composeSheet,
  figuresIn,
  type ComposedSheet,
  type MadeSheet,
  type ReportRow,
  type SheetPeriod,
} from '#core/report/index.ts'
import { DAY, toLocalDate } from '#core/time/index.ts'
import { MOST_KNOWN_DAYS } from '#contract/report.ts'
import { DATE_LENGTH } from '#contract/sheets.ts'
import type { TimelineKind } from '#contract/timeline.ts'
import { text, type Language } from '#contract/messages.ts'
import { reviewsOf } from '#server/features/edits/index.ts'
import { seesMoney } from '#server/features/price/index.ts'
import { createViews, type View } from '#server/features/dashboard/index.ts'
import type { DemoState } from '#server/features/setup/index.ts'
import type { Timeline } from '#server/features/timeline/index.ts'
import { notFound, refuseField } from '#server/lib/errors.ts'
import type { Caller } from '#server/lib/serve.ts'
import { leastOf, type ReportDeps } from '../report.ts'
import { READY_SHEETS } from './ready.ts'
import { readSheetVersions, type SheetBody, type SheetVersion } from './store.ts'
import {
  figuresFor,
  readFigures,
  rowLabels,
  sheetSpanOf,
  timeWords,
  type FigureSource,
  type SheetSpan,
  type SheetValues,
} from './values.ts'
import { sheetWorkbook, valueWords } from './workbook.ts'

export interface SheetDeps extends ReportDeps {
  timeline: Timeline
  demo: DemoState
}

/** For whom a sheet is made. by: the name under which it is made. */
export type SheetReader = Pick<Caller, 'hydro' | 'language' | 'permissions'> & { by: string | null }

/** Which sheet, of when. */
export interface SheetRequest {
  /** Its id, as listSheets has it. */
  sheet: string
  /** yyyy-MM-dd, yyyy-MM or yyyy. */
  date: string
  language?: Language
  /** A local time of the plant or epoch ms. */
  known_at?: string | number
}

/** A made file. */
export interface SheetFile {
  name: string
  type: string
  content: Readable
}

export const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The sheet in force, or as the program brought it. @throws Problem 404 */
export async function sheetOf(
  { db }: Pick<SheetDeps, 'db'>,
  hydro: string,
  sheetId: string,
): Promise<{ body: SheetBody; row: SheetVersion | null }> {
  const [row] = await readSheetVersions(db.pool, hydro, sheetId)
  const body = row && !row.removed ? row.body : READY_SHEETS[sheetId]
  if (!body) throw notFound(sheetId)
  return { body, row: row && !row.removed ? row : null }
}

/** A period with everything that its values are read from. */
export interface OpenPeriod {
  view: View
  span: SheetSpan
  language: Language
  source: FigureSource
  review: 'working' | 'in_review' | 'approved'
}

/** Opens a date, a month or a year for reading. @throws Problem 400 naming the field */
export async function openPeriod(
  deps: SheetDeps,
  who: SheetReader,
  period: SheetPeriod,
  { date, language = who.language, known_at }: Omit<SheetRequest, 'sheet'>,
): Promise<OpenPeriod> {
  const { db, registry, clock, demo } = deps
  const view = await createViews(deps)(who, known_at)
  const span = date.length === DATE_LENGTH[period] ? sheetSpanOf(view, period, date) : null
  const refuse = (code: 'sheet_period' | 'sheet_not_begun' | 'known_too_long', params = {}) =>
    refuseField(who.language, 'date', code, params)
  if (!span) throw refuse('sheet_period', { period: text(`sheet_period_${period}`, who.language) })
  const { calendar } = span.whole.spans
  if (firstOf(span.whole) >= view.at) throw refuse('sheet_not_begun')
  if (
    view.known &&
    Math.min(calendar.end, view.at) - span.before.spans.calendar.start > (MOST_KNOWN_DAYS + 366) * DAY
  )
    throw refuse('known_too_long', { days: MOST_KNOWN_DAYS })
  const known = await registry.known(who.hydro)
  const reviewed = { from: firstOf(span.whole), to: Math.min(lastOf(span.whole), view.at) - 1 }
  const reviews = await reviewsOf(
    db.pool,
    who.hydro,
    WHOLE_RECORD,
    reviewed,
    view.known ? view.at : undefined,
  )
  const review = leastOf(statesOver(reviews, reviewed).map((s) => s.state))
  const source: FigureSource = {
    db,
    registry,
    view,
    language,
    ...figuresFor(view, period, known, seesMoney(who)),
    madeBy: who.by,
    madeAt: clock.now(),
    demo: demo.on(),
    review: text(`report_review_${review}`, language),
  }
  return { view, span, language, source, review }
}

const firstOf = ({ spans }: ReportRow) => Math.min(spans.day.start, spans.calendar.start)
const lastOf = ({ spans }: ReportRow) => Math.max(spans.day.end, spans.calendar.end)

/** Values of figures with the labels of rows. */
export async function valuesOf(open: OpenPeriod, wanted: Iterable<string>): Promise<SheetValues> {
  const read = await readFigures(open.source, open.span, wanted)
  for (const [name, cells] of rowLabels(open.span, open.view.plant.zone, open.language))
    read.values.set(name, cells)
  return read
}

/** Kinds of events that sheets list. */
const EVENTS: readonly TimelineKind[] = ['gate', 'run', 'edit', 'note', 'order', 'call']
const MOST_EVENTS = 400

/** A sheet that is no template, with its values. */
export async function madeSheet(
  { timeline }: SheetDeps,
  who: SheetReader,
  sheet: ComposedSheet,
  open: OpenPeriod,
): Promise<MadeSheet> {
  const { view, span, language, source } = open
  const { zone } = view.plant
  const { values, totals } = await valuesOf(open, figuresIn(sheet))
  const events = sheet.events
    ? await timeline.read(
        {
          hydro: who.hydro,
          from: span.whole.spans.day.start,
          to: Math.min(span.whole.spans.day.end, view.at),
          zone,
          language,
          search: null,
          known: view.known ? view.at : null,
          permissions: who.permissions,
        },
        EVENTS,
        0,
        MOST_EVENTS,
      )
    : { items: [] }
  return composeSheet(sheet, {
    figures: source.figures,
    values,
    totals,
    rows: span.rows.length,
    events: events.items
      .map(({ t, label, text: more }) => ({ t, text: more ? `${label}. ${more}` : label }))
      .reverse(),
    say: (words) => words[language],
    show: (value) => valueWords(value, language, zone),
  })
}

/** The workbook of a composed sheet. */
export function composedFile(
  who: SheetReader,
  body: ComposedSheet,
  made: MadeSheet,
  open: OpenPeriod,
): SheetFile {
  const { view, span, language, source } = open
  return {
    name: fileNameOf(who.hydro, body.name[language], span.date, source.demo),
    type: SHEET_TYPE,
    content: sheetWorkbook(made, {
      name: body.name[language],
      language,
      zone: view.plant.zone,
      by: who.by,
      at: source.madeAt,
      stamp: stampOf(open),
      short: span.period === 'day' ? 'date' : 'year',
    }),
  }
}

/** What stands above the sheet: that it is of a demo, and what it could not know yet. */
function stampOf({ view, language, source }: OpenPeriod): string | undefined {
  const parts = [
    ...(source.demo ? ['DEMO'] : []),
    ...(view.known
      ? [text('sheet_stamp_known', language, { time: timeWords(view.at, view.plant.zone, language, true) })]
      : []),
  ]
  return parts.length > 0 ? parts.join(' · ') : undefined
}

/** A name of a file without signs that a system refuses; letters with their diacritics are plain ones. */
export function fileNameOf(hydro: string, name: string, date: string, demo: boolean): string {
  const plain = name
    .replaceAll(/[đĐ]/g, (c) => (c === 'đ' ? 'd' : 'D'))
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
  const parts = [hydro, plain, date, ...(demo ? ['DEMO'] : [])]
  return `${parts.join('-').replaceAll(/[^\w.-]+/g, '_')}.xlsx`
}

/** The last date, month or year that is over. */
export function lastOver(now: number, zone: string, period: SheetPeriod): string {
  const today = toLocalDate(now, zone)
  if (period === 'day') return new Date(Date.parse(`${today}T00:00Z`) - DAY).toISOString().slice(0, 10)
  const [y, m] = today.split('-').map(Number)
  if (period === 'year') return String(y - 1)
  return m === 1 ? `${y - 1}-12` : `${y}-${String(m - 1).padStart(2, '0')}`
}
