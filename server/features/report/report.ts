import type { Caller } from '#server/lib/serve.ts'
import { statesOver, WHOLE_RECORD, type ReviewState } from '#core/edits/index.ts'
import { inForce, type Description } from '#core/description/index.ts'
import {
  reportColumns,
  reportRows,
  isMoneySource,
  isRevenueCode,
  ratioSeries,
  reportSources,
  spanOfRows,
  tabulate,
  type DayStarts,
  type ObjectSources,
  type ReportColumn,
  type ReportObject,
  type ReportRow,
  type ReportTable,
  type ReportTotals,
  type Source,
} from '#core/report/index.ts'
import { DAY, HOUR, type DayStart } from '#core/time/index.ts'
import type { z } from 'zod'
import { isLanguage } from '#contract/locale.ts'
import type { Language, MessageCode } from '#contract/messages.ts'
import { REPORT_WAIT } from '#contract/report-jobs.ts'
import { MOST_KNOWN_DAYS, MOST_REPORT_CELLS, type reportBody } from '#contract/report.ts'
import { reviewsOf } from '#server/features/edits/index.ts'
import { createViews, type View } from '#server/features/dashboard/index.ts'
import { spansOf, type History } from '#server/features/history/index.ts'
import { seesMoney } from '#server/features/price/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import { Problem, refuseField, type Params } from '#server/lib/errors.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Services } from '#server/lib/services.ts'
import { rowsData } from './data.ts'
import { codesOfColumns, countRows, rawTables, type RawReads } from './raw.ts'
import { wordsOf, type Words } from './words.ts'

export interface ReportDeps extends Services {
  plants: Plants
  history: History
  registry: Registry
}

/** A report as it was asked for, checked, with everything that its table and files are made of. */
export interface OpenReport {
  body: z.output<typeof reportBody>
  view: View
  language: Language
  words: Words
  columns: ReportColumn[]
  /** Rows of hours and longer; null: raw. */
  rows: ReportRow[] | null
  /** What the rows cover, epoch ms. */
  from: number
  to: number
  /** Minutes after midnight, as of the end of the report. */
  dayStart: number
  rainDayStart: number
  review: ReviewState
  /** About how many cells its tables have together, and how long a file of them takes, s. */
  cells: number
  seconds: number
  /** Rows of some of its columns in parts, oldest first. after: only those later than this. */
  tables(
    columns: readonly ReportColumn[],
    after: number | null,
    totals: ReportTotals | null,
  ): AsyncGenerator<ReportTable>
}

/** Hours of all columns that are read at once. */
const PART_HOURS = 200_000
/** Rows of days that are read at once where the water balance needs every instant of them, and elsewhere. */
const BALANCED_ROWS = 31
const PART_ROWS = 4000

/** Who asks for a report: what of it they may see, and in which language. */
type ReportCaller = Pick<Caller, 'hydro' | 'language' | 'permissions'>

interface OpenOptions {
  /** The instant that counts as the present, where that is an earlier one: nothing after it is in the report. */
  at?: number
  /** [from, to), epoch ms, in the place of that of the request; it may be of 24 hours or less. */
  span?: { from: number; to: number }
}

/** Checks a request and opens the report. @throws Problem 400 or 404, naming the field */
export async function openReport(
  deps: ReportDeps,
  body: z.output<typeof reportBody>,
  caller: ReportCaller,
  options: OpenOptions = {},
): Promise<OpenReport> {
  const { history, registry, db } = deps
  const present = await createViews(deps)(caller, body.known_at)
  const view = { ...present, at: Math.min(present.at, options.at ?? Infinity) }
  const { description: d, plant, at } = view
  const { zone } = plant
  const refuse = (path: string, code: MessageCode, params: Params = {}) =>
    refuseField(caller.language, path, code, params, { as: 'invalid_range' })
  const from = options.span?.from ?? instantOf(body.from, zone, 'from')
  const to = options.span?.to ?? instantOf(body.to, zone, 'to')
  if (from >= to) throw refuse('from', 'from_after_to')
  // A day of 25 hours is one day, one of 23 hours is no more than one.
  if (!options.span && (to - from <= DAY || isOneDay(body.from, body.to)))
    throw refuse('to', 'report_range_short')
  if (from >= at) throw refuse('from', 'report_in_future')
  const refuseLongKnown = (span: { from: number; to: number }) => {
    if (view.known && Math.min(span.to, at) - span.from > (MOST_KNOWN_DAYS + 1) * DAY)
      throw refuse('to', 'known_too_long', { days: MOST_KNOWN_DAYS })
  }
  refuseLongKnown({ from, to })
  const known = await registry.known(caller.hydro)
  const objects = chosen(reportSources(d, known), body, d.stations, caller, known)
  if (objects.length === 0)
    throw refuseField(caller.language, 'quantities', 'report_nothing', {}, { as: 'invalid_body' })
  const columns = reportColumns(
    objects,
    { kind: body.kind, mode: body.mode, withSent: body.raw_beside },
    (source) => seesMoney(caller) || !isMoneySource(source, known),
  )
  const tooLarge = (cells: number) =>
    refuseField(
      caller.language,
      'to',
      'report_too_large',
      { cells: NUMBERS.format(1000 * Math.ceil(cells / 1000)), most: NUMBERS.format(MOST_REPORT_CELLS) },
      { status: 422 },
    )
  let cells = body.kind === 'raw' ? 0 : estimate(body.kind, from, Math.min(to, at), columns)
  if (cells > MOST_REPORT_CELLS) throw tooLarge(cells)
  const described = dayStartsOf(d)
  const starts: DayStarts = {
    day: body.day_start ?? described.day,
    rain: body.rain_day_start ?? described.rain,
  }
  const rows = body.kind === 'raw' ? null : reportRows({ kind: body.kind, from, to }, zone, starts, at)
  const covered = rows ? spanOfRows(rows) : { from, to }
  // A report of years reads whole years.
  refuseLongKnown(covered)
  const reads: RawReads = {
    sent: (series, a, b) =>
      view.known
        ? history.readKnown(caller.hydro, series, a, b, at, { raw: true })
        : history.read(caller.hydro, series, a, b, { raw: true }),
    count: (series, a, b) => history.countByDay(caller.hydro, series, a, b),
  }
  // Who asks for a further page was told at the first.
  if (!rows && body.after === undefined) {
    cells = await rawCells(view, history, sheetsOfReport(body, columns), covered, reads)
    if (cells > MOST_REPORT_CELLS) throw tooLarge(cells)
  }
  const language = isLanguage(body.language) ? body.language : caller.language
  const names = new Map([...known.values()].map((s) => [s.code, s.name]))
  const span = { from: covered.from, to: covered.to - 1 }
  const reviews = await reviewsOf(db.pool, caller.hydro, WHOLE_RECORD, span, view.known ? at : undefined)
  const states = statesOver(reviews, { from: covered.from, to: Math.min(covered.to, at) - 1 }).map(
    (s) => s.state,
  )
  const of = (start: DayStart) => (typeof start === 'number' ? start : start(Math.min(covered.to, at) - 1))
  /** Cells of raw tables made so far. */
  let made = 0

  return {
    body,
    view,
    language,
    words: wordsOf(d, at, language, names),
    columns,
    rows,
    ...covered,
    dayStart: of(starts.day),
    rainDayStart: of(starts.rain),
    review: leastOf(states),
    cells,
    seconds:
      rows === null
        ? rawSeconds(cells)
        : await rowSeconds(db, caller.hydro, columns, cells, { ...covered, to: Math.min(covered.to, at) }),
    async *tables(columns, after, totals) {
      if (!rows) {
        for await (const table of rawTables(view, columns, covered, reads, after)) {
          // Readings may come while others are read, and edits may add some.
          made += table.t.length * columns.length
          if (made > 2 * MOST_REPORT_CELLS) throw tooLarge(made)
          totals?.addReadings(table)
          yield table
        }
        return
      }
      yield* rowTables(
        view,
        registry,
        columns,
        after === null ? rows : rows.filter((row) => row.t > after),
        totals,
      )
    },
  }
}

/**
 * Whether an account may see a made report of these objects: money is for those who see prices, also where what it was
 * of is not described any more. What is gone may have been of money where the plant has series of money.
 */
export async function mayOpen(
  { plants, registry }: Pick<ReportDeps, 'plants' | 'registry'>,
  body: Pick<z.output<typeof reportBody>, 'stations' | 'outlets' | 'quantities'>,
  caller: Pick<ReportCaller, 'hydro' | 'permissions'>,
): Promise<boolean> {
  if (seesMoney(caller)) return true
  if (body.quantities.some(isRevenueCode)) return false
  const money = await registry.money(caller.hydro)
  if (money.size === 0) return true
  const known = await registry.known(caller.hydro)
  const byId = Map.groupBy(reportSources(await plants.describe(caller.hydro), known), (o) => o.object.id)
  return [...body.stations, ...body.outlets, ...body.quantities].every((id) => {
    const found = byId.get(id)
    return found !== undefined && !found.some((o) => o.sources.some((s) => isMoneySource(s, known)))
  })
}

/** Numbers have the same signs in every language. */
const NUMBERS = new Intl.NumberFormat('en')

/** How days begin: as described at each midnight. */
export function dayStartsOf({ plant }: Pick<Description, 'plant'>): DayStarts {
  const at = (midnight: number) => (inForce(plant, midnight) ?? plant.at(0))?.body
  return { day: (t: number) => at(t)?.dayStart ?? 0, rain: (t: number) => at(t)?.rainDayStart ?? 0 }
}

/** The cells of rows of hours and longer, in parts, oldest first. Rows have begun before the present of the view. */
export async function* rowTables(
  view: View,
  registry: Registry,
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
  totals: ReportTotals | null,
): AsyncGenerator<ReportTable> {
  const sources = new Set(columns.flatMap(({ source: s }) => (s.ratio ? ratioSeries(s.ratio) : s.id))).size
  const balanced = columns.some((c) => c.measure === 'volume')
  for (let i = 0; i < rows.length;) {
    const hours = (rows[i].spans.day.end - rows[i].spans.day.start) / HOUR
    const most = Math.max(1, Math.floor(PART_HOURS / (hours * sources)))
    const part = rows.slice(i, i + Math.min(most, balanced ? BALANCED_ROWS : PART_ROWS))
    const data = await rowsData(view, registry, columns, part)
    const table = tabulate(columns, part, data, view.at)
    totals?.addRows(part, table, data, view.at)
    yield table
    i += part.length
  }
}

export const leastOf = (states: readonly ReviewState[]): ReviewState =>
  (['working', 'in_review', 'approved'] as const).find((s) => states.includes(s)) ?? 'working'

/** Whether two local times are the same time of neighbouring days: one day, whatever the clocks do between. */
function isOneDay(from: string, to: string): boolean {
  const wall = (text: string) => Date.parse(`${text.replace(' ', 'T').padEnd(16, 'T00:00')}Z`)
  return wall(to) - wall(from) <= DAY
}

/** About how many cells a report of hours or longer has. */
function estimate(
  kind: Exclude<z.output<typeof reportBody>['kind'], 'raw'>,
  from: number,
  to: number,
  columns: readonly ReportColumn[],
): number {
  const step = { hourly: HOUR, daily: DAY, monthly: 30 * DAY, yearly: 365 * DAY }[kind]
  return Math.ceil((to - from) / step) * columns.length
}

/**
 * Cells that are written in a second, hours of a quantity that are read and folded in one, and those of a flow of which
 * the balance takes every instant: on a small machine with other work (decision 0106).
 */
const PACE = { cells: 150_000, hours: 200_000, balanced: 50_000 }

/** About how long a file of readings takes, s: they are read once to be counted, and once to be written. */
const rawSeconds = (cells: number): number => (2 * cells) / PACE.cells

/** About how long a file of hours or longer takes, s. Hours in which a quantity has no data cost nothing. */
async function rowSeconds(
  db: Services['db'],
  hydro: string,
  columns: readonly ReportColumn[],
  cells: number,
  span: { from: number; to: number },
): Promise<number> {
  const sources = [...new Map(columns.map((c) => [c.source.id, c.source])).values()]
  const balanced = new Set(columns.filter((c) => c.measure === 'volume').map((c) => c.source.id))
  const secondsWith = (hoursOf: (source: Source) => number) =>
    sources.reduce(
      (sum, one) => sum + hoursOf(one) / (balanced.has(one.id) ? PACE.balanced : PACE.hours),
      cells / PACE.cells,
    )
  const most = secondsWith(() => (span.to - span.from) / HOUR)
  if (most <= REPORT_WAIT) return most
  const codes = [...new Set(sources.flatMap((one) => one.pieces.map((p) => p.series)))]
  const spans = await spansOf(db.pool, hydro, codes)
  return secondsWith(({ pieces }) => {
    const held = pieces.flatMap(({ series }) => spans.get(series) ?? [])
    const from = Math.max(span.from, Math.min(...held.map((h) => h.from)))
    const to = Math.min(span.to, Math.max(...held.map((h) => h.to)))
    return Math.max(0, to - from) / HOUR
  })
}

/** The columns by the tables that a report has: in a workbook in detail one of each object. */
export const sheetsOfReport = (
  { mode, format }: Pick<z.output<typeof reportBody>, 'mode' | 'format'>,
  columns: readonly ReportColumn[],
): (readonly ReportColumn[])[] =>
  mode === 'detail' && format === 'xlsx'
    ? [...Map.groupBy(columns, (c) => `${c.object.kind}/${c.object.id}`).values()]
    : [columns]

/**
 * How many cells the tables of a raw report have together. A row is an instant at which any column has a reading: at
 * most as many as are stored. Only where that could be too many are the instants counted, and no further than the
 * limit.
 */
async function rawCells(
  view: View,
  history: History,
  tables: readonly (readonly ReportColumn[])[],
  span: { from: number; to: number },
  reads: RawReads,
): Promise<number> {
  const to = Math.min(span.to, view.at)
  const codes = tables.map((columns) => codesOfColumns(columns, span.from, to))
  const counts = await history.countIn(view.hydro, codes.flat(), span.from, to)
  const stored = codes.map((list) => list.reduce((sum, code) => sum + counts.get(code)!, 0))
  const atMost = tables.reduce((sum, columns, i) => sum + stored[i] * columns.length, 0)
  if (atMost <= MOST_REPORT_CELLS) return atMost
  let cells = 0
  for (const columns of tables) {
    const room = (MOST_REPORT_CELLS - cells) / columns.length
    cells += columns.length * (await countRows(view, columns, span, reads, room))
    if (cells > MOST_REPORT_CELLS) break
  }
  return cells
}

/** The chosen objects with their quantities, each once, in the order of the call. @throws Problem 404, 403, 400 */
function chosen(
  all: readonly ObjectSources[],
  body: z.output<typeof reportBody>,
  stations: View['description']['stations'],
  caller: ReportCaller,
  known: Awaited<ReturnType<Registry['known']>>,
): ObjectSources[] {
  const { language } = caller
  const byKey = new Map(all.map((o) => [`${o.object.kind}/${o.object.id}`, o]))
  const out = new Map<string, ObjectSources>()
  const take = (
    list: readonly string[],
    path: string,
    kinds: readonly ReportObject['kind'][],
    check?: (id: string) => MessageCode | null,
  ) => {
    list.forEach((id, i) => {
      const key = kinds.map((kind) => `${kind}/${id}`).find((k) => byKey.has(k))
      if (key === undefined)
        throw new Problem(
          404,
          'not_found',
          { what: id },
          {
            errors: [{ path: `${path}.${i}`, code: 'not_found', params: { what: id } }],
          },
        )
      const { sources } = byKey.get(key)!
      if (!seesMoney(caller) && sources.some((s) => isMoneySource(s, known)))
        throw new Problem(
          403,
          'forbidden',
          {},
          {
            errors: [{ path: `${path}.${i}`, code: 'report_money_forbidden' }],
          },
        )
      if (body.kind === 'raw' && sources.some((s) => s.money))
        throw refuseField(language, `${path}.${i}`, 'report_money_raw', {}, { as: 'invalid_body' })
      if (body.kind === 'raw' && sources.some((s) => s.ratio))
        throw refuseField(language, `${path}.${i}`, 'report_ratio_raw', {}, { as: 'invalid_body' })
      const wrong = check?.(id)
      if (wrong) {
        const name = stations.findLast((v) => v.id === id)!.body.name
        throw refuseField(language, `${path}.${i}`, wrong, { name }, { as: 'invalid_body' })
      }
      out.set(key, byKey.get(key)!)
    })
  }
  const typeOf = (id: string) => stations.findLast((v) => v.id === id)?.body.type
  take(body.quantities, 'quantities', ['general'])
  take(body.outlets, 'outlets', ['outlet', 'leaf', 'unit'])
  take(body.stations, 'stations', ['station'])
  take(body.inflow_stations, 'inflow_stations', ['station'], (id) =>
    [3, 4, 5].includes(typeOf(id)!) ? null : 'report_not_flow',
  )
  take(body.rain_stations, 'rain_stations', ['station'], (id) =>
    typeOf(id) === 1 ? null : 'report_not_rain',
  )
  if (body.mode !== 'detail') return [...out.values()]
  // In detail an exhaust shows the openings of its gates, too.
  return [...out.values()].map((one) =>
    one.object.kind === 'outlet'
      ? { ...one, sources: [...openingsOf(all, one.object.id), ...one.sources] }
      : one,
  )
}

/** The openings of the gates of an exhaust. */
const openingsOf = (all: readonly ObjectSources[], outlet: string): Source[] =>
  all.filter((o) => o.outlet === outlet).flatMap((o) => o.sources.filter((s) => s.id.endsWith('.opening')))
